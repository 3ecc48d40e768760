import { words } from './catalogue.ts';

export const promotionWords = words('promotion', {
  tagline: 'A Pocket Wallet For All Zambians',
  lead: 'See what you can borrow and what it costs in total. Then register with your number.',
  form: {
    title: 'Register with your number',
    submit: 'Register',
  },
  done: {
    title: 'You are registered',
    text: 'Next come your NRC and a few details, about five minutes in all.',
    home: 'Continue',
    install: 'Get the Android app',
  },
});
