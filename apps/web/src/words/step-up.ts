import { words } from './catalogue.ts';

/** The sheet that asks for a second code. */
export const stepUpWords = words('step-up', {
  titles: {
    download: 'Download your data',
    account: 'Confirm the new account',
    payout: 'Confirm the payout',
    mobile: 'Confirm the new number',
    device: 'Confirm this phone',
  },
  sent: 'To be sure that it is you, we send six digits by SMS to the number of your account.',
  sentTo: (mobile: string) => `To be sure that it is you, we sent six digits by SMS to ${mobile}.`,
  code: 'The six digits',
  codeMissing: 'Please enter the six digits of the SMS',
  digits: 'The last four of the first six digits of your NRC',
  digitsMissing: 'Please enter four digits of your NRC',
  example: 'On an NRC with this number they are 3456.',
  withoutIdentity:
    'This phone is new, and we do not have your NRC yet. You can do this three days after you logged in, with a code by SMS, or now on the phone that you had before.',
  understood: 'OK',
  submit: 'Confirm',
  neverTell: 'Do not share these digits. We never ask for them by phone.',
});
