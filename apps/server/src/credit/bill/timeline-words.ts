import { words } from '@thumba/words/catalogue';

/**
 * The history of a loan, as its borrower reads it. Each step has a title, and a detail of one or more sentences below
 * it, which get a full stop between them. Amounts are like “K40.25”, days like “22 December”, and a receipt number
 * like “100482-4”.
 */
export const timelineWords = words('timeline', {
  receipt: (number: string) => `Receipt ${number}`,
  onTime: 'On time, thank you',
  thankYou: 'Thank you',
  sentBefore: 'Your payment had been sent before',
  late: {
    charge: (day: string, amount: string) => `Late charge ${day}: ${amount}`,
    /** The days are “3–9 December” or the next line. */
    charges: (days: string, amount: string) => `Late charges ${days}: ${amount}`,
    fromTo: (firstDay: string, lastDay: string) => `${firstDay} – ${lastDay}`,
    payment: 'The payment is late',
    instalment: (number: number) => `Instalment ${number} is late`,
  },
  applied: (amount: string) => `Applied for ${amount}`,
  referred: { title: 'Under review', detail: 'A person looks at your application' },
  sentBack: {
    title: 'Pictures wanted',
    identity: 'Please take the pictures of your identity card again',
    face: 'Please take the pictures of your face again',
  },
  /** Pictures that a person asked for before they decide on the application. */
  evidence: {
    asked: 'We asked you for pictures',
    given: 'We have your pictures',
    lapsed: 'The time for pictures is over',
    kinds: { payslip: 'Of your last payslip', mobile_money_statement: 'Of your mobile-money statement' },
    goesOn: 'A person goes on without them',
  },
  /** Staff offered another amount or term than was asked for. The days are, for example, “30 days”. */
  counterOffer: {
    made: (amount: string) => `We offered you ${amount}`,
    signed: (amount: string) => `You took our offer of ${amount}`,
    days: (days: string) => `For ${days}`,
    refused: 'You said no to our offer',
    lapsed: 'Our offer is over',
  },
  reopened: { title: 'Under review again', detail: 'You asked for another look, and a person takes it' },
  approved: 'Approved',
  declined: 'Declined',
  cancelled: { title: 'Cancelled', inTime: 'You gave the money back in time, so it cost nothing' },
  paidOut: {
    title: (amount: string) => `Received ${amount}`,
    /** An account for mobile money. */
    detail: (account: string) => `To ${account}`,
  },
  takenOn: {
    title: 'Your loan came to this app',
    before: (loanNumber: string) => `Before, it was loan ${loanNumber}`,
    contract: 'Its contract is in the lender’s earlier system',
  },
  payoutFailed: 'The payout failed',
  paymentFailed: 'A payment failed',
  paymentOfSumFailed: (amount: string) => `A payment of ${amount} failed`,
  paid: {
    title: (amount: string) => `Paid ${amount}`,
    saved: (amount: string) => `Paying early saved ${amount}`,
  },
  /** What a payment went to. The first of these begins with a capital letter where it begins a sentence. */
  part: {
    penalty: (amount: string) => `late charges ${amount}`,
    fee: (amount: string) => `fee ${amount}`,
    interest: (amount: string) => `interest ${amount}`,
    principal: (amount: string) => `loan ${amount}`,
    wallet: (amount: string) => `wallet credit ${amount}`,
    further: (parts: string, next: string) => `${parts} · ${next}`,
  },
  rebate: {
    title: (amount: string) => `${amount} of interest given back`,
    /** The days are, for example, “30 days”. */
    early: (instalment: number, days: string) => `Instalment ${instalment} was paid ${days} early`,
    nextCostsLess: 'The next instalment is smaller by this amount',
    isCredit: 'This amount is wallet credit',
    partIsCredit: (amount: string) => `${amount} of it is wallet credit`,
    otherInstalment: (receiptNumber: string) => `Receipt ${receiptNumber} counts for another instalment now`,
    countsAgain: (amount: string) => `${amount} of interest counts again`,
    notEarly: 'It was given back for an instalment that is not paid early any more',
    leftCredit: (amount: string) => `${amount} of it left your wallet credit`,
  },
  extended: {
    title: (day: string) => `Due date moved to ${day}`,
    paid: (amount: string, fee: string) => `Paid ${amount}, of which fee ${fee}`,
  },
  /** New due dates, agreed with a borrower who cannot pay. */
  hardship: {
    agreed: 'New dates were agreed',
    stop: 'Late charges stop while you keep to them',
    furtherDate: (dates: string, next: string) => `${dates}, ${next}`,
    again: 'Late charges count again',
    missed: (instalment: number) => `The date of instalment ${instalment} was missed`,
    kept: 'The agreed dates were kept',
    since: (day: string) => `Late charges count since ${day} only`,
    sentBefore: 'Your payment had been sent before the date was missed',
  },
  returned: (amount: string) => `Gave back ${amount}`,
  takenBack: {
    lateCharge: (amount: string) => `Late charge of ${amount} taken back`,
    beforeCharge: 'Your payment had been sent before it was charged',
    extensionFee: (amount: string) => `Extension fee of ${amount} given back`,
    beforeExtension: 'Your payment had been sent before the extension was bought',
    moved: (amount: string) => `${amount} of your earlier payments moved`,
    hadPaid: 'It had paid charges that were taken back',
    /** The parts are those of `part`. */
    pays: (parts: string) => `It pays: ${parts}`,
    amount: (amount: string) => `${amount} taken back`,
    /** A charge that the lender gave up. */
    waived: {
      penalty: (instalment: number) => `A late charge of instalment ${instalment}`,
      fee: (instalment: number) => `A fee of instalment ${instalment}`,
      interest: (instalment: number) => `Interest of instalment ${instalment}`,
    },
  },
  reversed: {
    payment: (amount: string) => `A payment of ${amount} was taken back`,
    byOperator: (receiptNumber: string) =>
      `Your mobile-money operator took it back, so receipt ${receiptNumber} no longer counts`,
    entry: 'An entry was taken back',
    notKept: (receiptNumber: string) => `The money of receipt ${receiptNumber} did not stay with us`,
    mistake: (receiptNumber: string) => `Receipt ${receiptNumber} was booked by mistake`,
    others: 'Your other payments pay the first instalments',
  },
  credit: {
    title: (amount: string) => `${amount} of your wallet credit pays this loan`,
    counts: (receiptNumber: string, day: string) =>
      `It came with receipt ${receiptNumber} and counts for ${day}`,
  },
  writtenOff: {
    title: 'Closed with a debt',
    detail: (amount: string) => `${amount} of it is still owed`,
  },
  recovered: 'The debt is paid',
  couponUsed: (amount: string) => `Coupon used: ${amount} off`,
  paidOff: 'Paid off',
  countsAsPaidOff: (day: string) => `Counts as paid off on ${day}`,
});
