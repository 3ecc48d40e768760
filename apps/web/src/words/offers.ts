import { words } from '@thumba/words/catalogue';

/** What a borrower may do with a loan besides paying the next bill, and the warning not to pay it twice. */
export const offerWords = words('offers', {
  pay: 'Pay the bill',
  payOff: (sum: string) => `Pay off now: ${sum}`,
  settle: (sum: string) => `Settle the whole loan today: ${sum}`,
  youSave: (sum: string) => `You save ${sum}`,
  changedMind: 'Changed your mind?',
  giveBackBy: (deadline: string) => `Give the money back by ${deadline}, no cost`,
  paymentOnItsWay: 'A payment is on its way. You do not need to pay again.',
  sumOnItsWay: (sum: string) => `Your payment of ${sum} is on its way. You do not need to pay again.`,
  paymentArrived: (sum: string) => `Your payment of ${sum} has arrived.`,
  /** Shown while the mobile-money operator waits for the PIN of the borrower. */
  notPaidYet: (sum: string) =>
    `${sum} is not paid yet. Enter your PIN on your phone to pay. If you have entered it, you do not need to pay again.`,
  paymentFailed: (sum: string) => `Your payment of ${sum} failed, and nothing was taken. You can pay again.`,
});
