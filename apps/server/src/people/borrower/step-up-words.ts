import { plural, words } from '@thumba/words/catalogue';

/** Confirming with a second code, and a phone that is new to an account. NRC is the national registration card. */
export const stepUpWords = words('stepUp', {
  /** Me is a page of the app, and Settings is a line on it. */
  deviceUnconfirmed:
    'This phone is new to your account. Please confirm it first, under Me. If you do not see how, update the app under Me, Settings.',
  /** Where you are signed in is a page of the app. */
  confirmDeviceFirst: 'Please confirm this device first, under Where you are signed in',
  updateApp:
    'For your safety we now ask for a second code here. Please update the app under Me, Settings, then try again.',
  identityDigits: 'Please enter the third to the sixth digit of your NRC number',
  noIdentityYet:
    'We cannot confirm this device with your NRC yet. Please try again after 3 days, or use the phone you registered with.',
  /** `wait` is a time like “5 minutes”. */
  wrongDigits: (times: number, wait: string) =>
    plural(times, {
      one: `These digits were wrong once. Please try again in ${wait}.`,
      other: `These digits were wrong ${times} times. Please try again in ${wait}.`,
    }),
  notYourDigits: 'These are not the digits of your NRC',
});
