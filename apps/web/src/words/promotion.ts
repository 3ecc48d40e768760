import { words } from '@thumba/words/catalogue';

export const promotionWords = words('promotion', {
  tagline: 'A Pocket Wallet For All Zambians',
  lead: 'See how much you can borrow and the full cost. Then register with your number.',
  form: {
    title: 'Register with your number',
    submit: 'Register',
  },
  done: {
    title: 'You are registered',
    text: 'Next, we ask for your NRC and a few details. It takes about five minutes.',
    home: 'Continue',
    install: 'Get the Android app',
  },
});
