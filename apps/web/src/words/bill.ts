import { words } from '@thumba/words/catalogue';

/** The page of a bill. */
export const billWords = words('bill', {
  bill: (number: string) => `Bill ${number}`,
  /** Stands below what is left to pay, while nothing is paid yet. */
  unpaid: {
    by: (day: string) => `To repay by ${day}`,
    dueSince: (day: string) => `It was due on ${day}`,
    partDueSince: (day: string) => `A part was due on ${day}`,
    nextBy: (day: string) => `Next payment by ${day}`,
  },
  allPaid: (sum: string) => `Nothing is left to pay. You paid ${sum}.`,
  /** Stands below what is left to pay, once a part is paid. */
  left: {
    ofAll: (sum: string) => `left of ${sum}`,
    by: (sum: string, day: string) => `left of ${sum}, by ${day}`,
    dueSince: (sum: string, day: string) => `left of ${sum}, it was due on ${day}`,
    partDueSince: (sum: string, day: string) => `left of ${sum}, a part was due on ${day}`,
    nextBy: (sum: string, day: string) => `left of ${sum}, next by ${day}`,
  },
  /** The coupon that is applied: its discount, what is paid with it, and the last day for it. */
  coupon: {
    by: (discount: string, sum: string, day: string) =>
      `Coupon ${discount}: you pay ${sum} if you pay this bill in full by ${day}.`,
    today: (discount: string, sum: string) =>
      `Coupon ${discount}: you pay ${sum} if you pay this bill in full today.`,
    ofPartBy: (discount: string, sum: string, instalment: number, day: string) =>
      `Coupon ${discount}: you pay ${sum} if you pay all of instalment ${instalment} by ${day}.`,
    ofPartToday: (discount: string, sum: string, instalment: number) =>
      `Coupon ${discount}: you pay ${sum} if you pay all of instalment ${instalment} today.`,
  },
  askedForOn: (product: string, day: string) => `${product}, asked for on ${day}`,
  eachLateDay: (sum: string) => `Each day that passes adds ${sum} of late charges.`,
  againOn: (day: string) => `You can apply again on ${day}. Nothing was charged.`,
  couldAgainFrom: (day: string) => `You could apply again from ${day}. Nothing was charged.`,
  see: 'See the payment',
  defer: 'Defer',
  payPart: 'Pay a part',
  amounts: {
    title: 'Amounts',
    received: (day: string) => `You received on ${day}`,
    receive: 'You receive',
    toRepay: 'To repay in all',
    paid: 'Paid so far',
    extensions: 'Paid for extensions',
    /** Of a bill that is late: late charges make it more on each day. */
    left: 'Left to pay today',
    /** Of a bill that is not late. */
    leftInAll: 'Left to pay',
  },
  instalments: {
    title: 'Instalments',
    numbered: (number: number, day: string) => `${number}. ${day}`,
    paid: 'Paid',
  },
  links: {
    plan: { title: 'Repayment plan', detail: 'Every date and amount' },
    contract: { title: 'Loan contract', detail: 'What was agreed' },
    claim: { title: 'I paid, but it does not show', detail: 'Ask us to find a payment' },
  },
  papers: { paidUp: 'Paid-up letter (PDF)', statement: 'Statement (PDF)', receipt: 'Receipt (PDF)' },
  history: {
    title: 'What happened',
    all: (count: number) => `Show all ${count}`,
    less: 'Show less',
  },
  payments: {
    title: 'Payments',
    titleOfOne: 'Payment',
    purposes: {
      repayment: 'Repayment',
      settlement: 'Early settlement',
      extension: 'Extension',
      cooling_off: 'Money given back',
    },
    takenBack: 'Taken back',
    why: 'This payment no longer counts.',
    paidFrom: 'Paid from',
    wallet: 'Wallet credit',
    mobileMoney: 'Mobile money',
    receipt: 'Receipt',
  },
  extensions: {
    title: 'Extensions',
    moved: (from: string, to: string) => `${from} → ${to}`,
    askedForOn: (day: string) => `Asked for on ${day}`,
  },
});
