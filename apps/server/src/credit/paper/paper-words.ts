import { words } from '@thumba/words/catalogue';

/** Receipts, statements and letters as PDF. Days are like “21 December 2026”, amounts like “K40.25”. */
export const paperWords = words('paperPdf', {
  /** The titles of papers, as they also stand on the page where a paper is checked. */
  title: {
    contract: 'Loan contract',
    receipt: 'Receipt',
    statement: 'Loan statement',
    paid_up_letter: 'Paid-up letter',
  },
  numberedReceipt: (receiptNumber: string) => `Receipt ${receiptNumber}`,
  subtitle: (loanNumber: string, product: string) => `Loan ${loanNumber} · ${product}`,
  contact: (lender: string, phone: string, hours: string) => `${lender} · phone ${phone} · ${hours}`,
  /** The code of the paper, the business day, and the moment by the clock. */
  issued: (code: string, day: string, moment: string) => `Paper ${code} · issued ${day} (${moment})`,
  /** The square is a QR code beside it. */
  check:
    'To check this paper, scan the square with a phone camera, open the address below, or call the lender and read out the code.',
  borrower: 'Borrower',
  theBorrower: 'The borrower',
  nrc: 'NRC',
  loan: 'Loan',
  owed: 'Owed',
  receipt: {
    takenBack: (day: string) => `This payment was taken back on ${day}. The receipt no longer counts.`,
    received: 'Received',
    counts: (day: string) => `Counts for ${day}`,
    purposeLabel: 'For',
    purpose: {
      repayment: 'Repayment',
      settlement: 'Early settlement: everything that was owed',
      extension: 'Extension: more time to pay',
      cooling_off: 'Money returned within the cooling-off time',
    },
    paidFrom: 'Paid from',
    source: { mobile_money: 'Mobile money', wallet: 'Wallet credit' },
    operatorReference: "Operator's reference",
    number: 'Receipt number',
    booked: 'Written into our book',
    newDueDate: 'New due date',
    wentTo: 'What it went to',
    amount: 'Amount',
    part: {
      money_returned: 'Money received for the loan, given back',
      wallet: 'Wallet credit',
      extension_fee: 'Extension fee',
      penalty: 'Late charges',
      fee: 'Service fee',
      interest: 'Interest',
      principal: 'The loan itself',
    },
    coupon: 'A coupon also paid',
    interestGivenBack: 'Interest given back',
    owedAfter: 'Owed on the loan after it',
  },
  statement: {
    clears: (day: string) => `What clears the loan on ${day}`,
    paidOut: (amount: string, day: string) => `${amount}, paid out on ${day}`,
    /** How many lines the table of the statement has. */
    lines: 'Lines in the table',
    day: 'Day',
    what: 'What happened',
    added: 'Added',
    takenOff: 'Taken off',
    together: 'Together',
    /** A run of days. */
    fromTo: (firstDay: string, lastDay: string) => `${firstDay} to ${lastDay}`,
    notBooked: 'Not in the book yet',
    lastBooked: (moment: string) => `Last: ${moment}`,
    about:
      'The day is the business day. The small line below it says when the movement was written into our book, in Lusaka time.',
    runs: 'Equal late charges of several days are one line.',
  },
  letter: {
    greeting: 'To whom it may concern',
    repaid: (borrower: string, loanNumber: string) =>
      `${borrower} has repaid loan ${loanNumber} in full. Nothing is owed on it, and we make no further claim from it.`,
    repaidWithNrc: (borrower: string, nrc: string, loanNumber: string) =>
      `${borrower}, NRC ${nrc}, has repaid loan ${loanNumber} in full. Nothing is owed on it, and we make no further claim from it.`,
    writtenOff: 'The loan had been written off in our books before, and was paid all the same.',
    since: (day: string) => `Since ${day}`,
    loan: (amount: string, product: string) => `${amount} (${product})`,
    paidOut: 'Paid out',
    onDay: (amount: string, day: string) => `${amount} on ${day}`,
    paidByBorrower: 'Paid by the borrower',
    paidByCoupons: 'Paid by coupons',
    paidOffOn: 'Paid off on',
    /** The end of the letter: the licence, the phone and its hours. */
    lender: (licence: string, phone: string, hours: string) => `${licence}. Phone ${phone}, ${hours}.`,
  },
});
