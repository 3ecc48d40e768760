import { words } from '@thumba/words/catalogue';

/** What the page of a repayment link says, to the borrower or another payer. */
export const repayLinkWords = words('repayLink', {
  notValid: 'This link is not valid any more. Please sign in to see your bill.',
  chooseOperator: 'Please choose a mobile-money operator',
  // A time, as in "5 minutes".
  tooManyPrompts: (wait: string) => `Too many payments were asked for. Please try again in ${wait}.`,
  operatorNotConnected: 'We cannot collect from this operator yet. Please pay from another number.',
  // The same at the field of the operator.
  operatorNotConnectedShort: 'We cannot collect from this operator yet',
});
