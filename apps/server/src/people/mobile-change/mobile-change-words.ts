import { words } from '@thumba/words/catalogue';

/** Moving an account to another mobile number. */
export const mobileChangeWords = words('mobileChange', {
  /** A ticket is the number of what a borrower asked the lender for. */
  alreadyAsked: (ticket: string) =>
    `You have already asked for another number, ticket ${ticket}. Please wait for the answer.`,
  changedMeanwhile: 'Your number was changed a moment ago. Please look at it again.',
  ownNumber: 'This is already your number',
  numberTaken: 'This number belongs to another account. Log in with it, or call us.',
});
