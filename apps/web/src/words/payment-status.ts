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
    `Check your phone: enter your ${mobileMoney} PIN to pay <sum>${sum}</sum>`,
  countsForToday: (sum: string) =>
    `Your payment of <sum>${sum}</sum> counts for the day you submitted it. You can close this. Your bill will show the result.`,
  lookingAgain: 'No connection. We check again when your phone is online.',
  thanks: {
    arrived: 'Thank you, your payment has arrived.',
    saved: (sum: string) => `Thank you, paying early has saved you ${sum}.`,
    moneyBack: 'We have the money back. Your loan is cancelled and has cost you nothing.',
    dateMoved: (day: string) => `Due date moved to ${day}. What you owe stays the same.`,
  },
  receipt: 'Receipt',
  leftToPay: 'Left to pay',
  nextBy: (day: string) => `Next payment, by ${day}`,
  limitGrowsTo: (limit: string) => `Next limit ${limit}`,
  mayBorrow: (limit: string) => `You can borrow up to ${limit} now.`,
  downloadReceipt: 'Download the receipt',
  nothingLeft: 'Nothing is left to pay.',
  paidOff: 'This bill is paid off. Nothing is left to pay.',
  notTaken: 'The operator did not accept the payment.',
  didNotGoThrough: (sum: string) =>
    `Your payment of <sum>${sum}</sum> did not go through. Your bill has not changed. You can pay again at any time.`,
  tryAgain: 'Try again',
  ok: 'OK',
  claim: 'Money gone from your account? Send us the reference from the SMS',
});
