import { words } from '@thumba/words/catalogue';

/** The sheet that asks for a second code. */
export const stepUpWords = words('step-up', {
  titles: {
    download: 'Download your data',
    account: 'Confirm the new account',
    payout: 'Confirm the payout',
    mobile: 'Confirm the new number',
    device: 'Confirm this phone',
  },
  sent: 'To check that it is you, we send six digits by SMS to your number.',
  sentTo: (mobile: string) => `To check that it is you, we sent six digits by SMS to ${mobile}.`,
  code: 'The six digits',
  codeMissing: 'Please enter the six digits from the SMS',
  digits: 'Digits 3 to 6 of your NRC number',
  digitsMissing: 'Please enter digits 3 to 6 of your NRC number',
  example: 'If this is your NRC number, enter 3456.',
  withoutIdentity:
    'This phone is new, and we do not have your NRC yet. You can do this now on the phone that you had before. On this phone, you can do it three days after you logged in.',
  understood: 'OK',
  submit: 'Confirm',
  neverTell: 'Do not share these digits. We never ask for them by phone.',
});
