import { words } from '@thumba/words/catalogue';

/** How the open payment of a bill stands, and how it ended. */
export const onItsWayWords = words('onItsWay', {
  paymentOnItsWay: 'A payment is on its way. You do not need to pay again.',
  sumOnItsWay: (sum: string) => `Your payment of ${sum} is on its way. You do not need to pay again.`,
  paymentArrived: (sum: string) => `Your payment of ${sum} has arrived.`,
  /** Shown while the mobile-money operator waits for the PIN of the borrower. */
  notPaidYet: (sum: string) =>
    `${sum} is not paid yet. Enter your PIN on your phone to pay. If you have entered it, you do not need to pay again.`,
  paymentFailed: (sum: string) => `Your payment of ${sum} failed, and nothing was taken. You can pay again.`,
});
