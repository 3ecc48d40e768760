import { words } from '@thumba/words/catalogue';

export const loginWords = words('login', {
  title: 'Log in',
  product: 'Thumba',
  tagline: 'A Pocket Wallet For All Zambians',
  mobile: 'Mobile number',
  comesBySms: 'The code comes by SMS',
  sentTo: (mobile: string) => `Code sent to ${mobile}`,
  changeNumber: 'Change number',
  agreement: 'I have read and agree to the <policy>Privacy Policy</policy> and <terms>T&C</terms>',
  notAgreed:
    'Please read privacy agreement and T&C carefully before clicking Agree to proceed to the next step',
  logIn: 'Log In',
  or: 'or',
  google: {
    continue: 'Continue with Google',
    blocked: 'Your browser blocked the Google window. Allow pop-ups for this site, then tap again.',
    unreachable: 'Google could not be reached. Check your internet and try again.',
  },
  bind: {
    title: 'Bind phone number',
    why: 'You sign in with Google for the first time. Link your mobile number to finish. Your loans and your money belong to this number. Next time you can sign in with Google alone.',
    submit: 'Binding',
  },
});
