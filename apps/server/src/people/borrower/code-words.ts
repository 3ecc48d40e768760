import { plural, words } from '@thumba/words/catalogue';

/** Codes that come by SMS: asking for one, and entering one. */
export const codeWords = words('code', {
  /** `wait` is a time like “5 minutes”. */
  waitForAnother: (wait: string) => `Please wait ${wait} before you ask for another code`,
  tooManyFromNetwork: (wait: string) =>
    `Too many codes were asked for from your network. Please wait ${wait}.`,
  noMoreNow: (wait: string) => `We cannot send more codes at the moment. Please try again in ${wait}.`,
  /** The reference is a few letters and digits that the borrower can tell the lender. */
  notSent: (reference: string) =>
    `We could not send the SMS. Please try again in a moment. Reference ${reference}.`,
  tooManyWrong: (wait: string) => `Too many wrong codes were entered. Please wait ${wait} and try again.`,
  noLongerWorks: 'This code no longer works. Please get a new one.',
  wrongAndOver: 'This code is wrong and no longer works. Please get a new one.',
  wrong: (tries: number) =>
    plural(tries, {
      one: 'This code is wrong. You have 1 try left.',
      other: `This code is wrong. You have ${tries} tries left.`,
    }),
});
