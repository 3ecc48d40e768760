import { words } from '@thumba/words/catalogue';

/** What a movement of wallet credit was, in the list under the balance. */
export const walletMovementWords = words('walletMovement', {
  // A payout that failed, so that the credit is in the wallet again.
  payoutFailed: 'Given back: it could not be sent',
  unusedCreditSent: 'Not used, and sent back',
  paidOut: 'Sent to your mobile money',
  prize: 'A prize',
  found: 'Your money that we found',
  usedForBill: 'Used for a bill',
  takenBack: 'A payment was taken back',
  paidBeforeCancellation: 'Paid before the loan was cancelled',
  paidMore: 'Paid more than was owed',
  interestGivenBack: 'Interest given back for paying early',
  chargesGivenBack: 'Charges given back',
});
