import { words } from '@thumba/words/catalogue';

/** A payment, until the operator has said how it ended. */
export const paymentStatusWords = words('paymentStatus', {
  titles: {
    pending: 'Submit Success',
    unknown: 'Submit Success',
    succeeded: 'Paid',
    cancelled: 'Loan cancelled',
    dateMoved: 'Date moved',
    failed: 'Not paid',
  },
  asking: 'We are asking the operator. You do not need to pay again.',
  reminders: [
    'A PIN code pop-up appears within 10 seconds. Enter your PIN to complete the payment.',
    'Already entered it? Wait about one minute, so that you do not pay twice.',
  ],
  paid: (sum: string) => `${sum} paid`,
  /** Stands in place of the details of a payment, when the phone cannot load them. */
  paidWithReceipt: (sum: string, receiptNo: string) => `${sum} paid, receipt ${receiptNo}`,
  givenBack: (sum: string) => `${sum} given back`,
  notPaid: (sum: string) => `${sum} not paid`,
  enterPin: (mobileMoney: string, sum: string) =>
    `<sum>${sum}</sum> is not paid yet. Enter your ${mobileMoney} PIN on your phone to pay.`,
  /** Said while a payment waits for the PIN. The prompt of the operator can be refused, and ends after some minutes. */
  changedMind:
    'Changed your mind? Refuse it on your phone. Without your PIN it ends by itself after a few minutes, and nothing is paid.',
  countsForToday: (sum: string) =>
    `Your payment of <sum>${sum}</sum> counts for the day you submitted it. You can close this. Your bill will show the result.`,
  lookingAgain: 'No connection. We check again when your phone is online.',
  thanks: {
    arrived: 'Thank you, your payment has arrived.',
    saved: (sum: string) => `Thank you, paying early has saved you ${sum}.`,
    moneyBack: 'We have the money back. Your loan is cancelled and has cost you nothing.',
    dateMoved: (day: string) => `Due date moved to ${day}. What you owe stays the same.`,
    /** The same, when late charges were paid together with the fee. */
    dateMovedWithCharges: (day: string, fee: string, charges: string) =>
      `Due date moved to ${day}. ${fee} moved the date and ${charges} paid late charges. The rest of what you owe stays the same.`,
  },
  receipt: 'Receipt',
  leftToPay: 'Left to pay',
  nextBy: (day: string) => `Next payment, by ${day}`,
  limitGrowsTo: (limit: string) => `Next limit ${limit}`,
  mayBorrow: (limit: string) => `You can borrow up to ${limit} now.`,
  downloadReceipt: 'Download the receipt',
  nothingLeft: 'Nothing is left to pay.',
  paidOff: 'This bill is paid off. Nothing is left to pay.',
  /** The letter that proves that the loan is paid off. */
  paidUpLetter: 'Paid-up letter (PDF)',
  notTaken: 'The operator did not accept the payment.',
  didNotGoThrough: (sum: string) =>
    `Your payment of <sum>${sum}</sum> did not go through. Your bill has not changed. You can pay again at any time.`,
  tryAgain: 'Try again',
  ok: 'OK',
  claim: 'Money gone from your account? Send us the reference from the SMS',
});
