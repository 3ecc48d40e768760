import { words } from '@thumba/words/catalogue';

/** The page where any person checks a paper by its code, and the page of a download that has ended. */
export const verifyWords = words('verify', {
  ours: 'This paper is ours',
  genuine: 'Genuine',
  noLonger: 'This paper no longer counts',
  notValid: 'No longer valid',
  /** The name is shown as “M**** K****”. */
  compare:
    'Compare every line with the paper in your hand. If a line differs, the paper was changed. Only the name is different: this page shows its first letters.',
  says: 'What it says',
  fact: {
    paper: 'Paper',
    lender: 'Lender',
    loanNumber: 'Loan number',
    borrower: 'Borrower',
    issuedOn: 'Issued on',
    writtenAt: 'Written at',
    agreedOn: 'Agreed on',
    loan: 'Loan',
    /** These three are said in the words of the contract. */
    youBorrow: 'You borrow',
    youReceive: 'You receive',
    youRepay: 'You repay',
    wording: 'Wording',
    shownHash: 'SHA-256 of what was shown',
    countsFor: 'Counts for',
    /** The day is like “21 December 2026”. */
    owedOn: (day: string) => `Owed on ${day}`,
  },
  takenBack: (day: string) =>
    `The payment was taken back on ${day}. The receipt is ours, but it no longer counts.`,
  owedAgain:
    'A payment was taken back after this letter was written. It is ours, but something is owed on the loan again.',
  unknown: {
    title: 'This code is not one of ours',
    label: 'Not found',
    lookAgain: 'Please look at the code again: it has twelve letters and digits, and never 0, O, 1 or I.',
    doNotTrust:
      'If a paper shows exactly this code, do not trust the paper and do not pay because of it. Tell us who gave it to you.',
  },
  ask: {
    title: 'Check a paper',
    about:
      'Each of our contracts, receipts, statements and paid-up letters has a code. Enter it to see what the paper must say.',
    code: 'Code on the paper',
    check: 'Check',
  },
  ended: {
    title: 'This download has ended',
    about:
      'For your safety, a link to a paper works for ten minutes only. Please open the bill in the app and download the paper again.',
  },
  help: {
    title: 'Not sure?',
    call: (lender: string, phone: string, hours: string) =>
      `Call ${lender} on <phone>${phone}</phone> (${hours}).`,
  },
});
