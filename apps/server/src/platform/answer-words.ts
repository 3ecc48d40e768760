import { words } from '@thumba/words/catalogue';

/** Answers to a request that no part of the program answers in its own words. */
export const answerWords = words('answer', {
  notFound: 'We could not find that',
  unknownLender: 'This lender is not known here',
  noSuchAddress: 'There is nothing here',
  tooSlow: 'This took too long to arrive. Please try again.',
  tooLarge: 'This is too large to send',
  addressTooLong: 'This address is too long',
  unreadable: 'We could not read this request',
  starting: 'We are starting up. Please try again in a moment.',
  /** The reference is a few letters and digits that the borrower can tell the lender. */
  failed: (reference: string) =>
    `Something went wrong on our side. Please try again. Reference ${reference}.`,
});
