import { words } from '@thumba/words/catalogue';

/** Allowing the lender something, and taking it back. */
export const consentWords = words('consent', {
  notAsked: 'This lender does not ask for that',
  wordingChanged: 'This text has changed. Please open this page again and read the new one.',
  wordingUnknown: 'Please open this page again and read the text',
  notWithdrawable: 'Without this we cannot keep your data. To stop it, please delete your account.',
  /** `wait` is a time like “5 minutes”. */
  tooOften: (times: string, wait: string) =>
    `You allowed this ${times} times in a day. Please try again in ${wait}.`,
});
