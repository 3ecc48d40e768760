import type { StaffCallDefinition } from './definition.ts';

const subject = { kind: 'loan', parameter: 'loanId' } as const;

/** The page of a loan. */
export const loanCalls = {
  getLoan: {
    method: 'GET',
    path: '/loans/{loanId}',
    access: 'seeLoan',
    audit: 'look',
    subject,
    summary: 'A loan with its plans, what is owed and paid of each part, and what waits',
  },
  listLoanLedger: {
    method: 'GET',
    path: '/loans/{loanId}/ledger',
    access: 'seeLoan',
    audit: 'look',
    subject,
    summary: 'The entries of the ledger of a loan, newest first',
  },
  listLoanHistory: {
    method: 'GET',
    path: '/loans/{loanId}/history',
    access: 'seeLoan',
    audit: 'look',
    subject,
    summary: 'What happened to a loan, newest first',
  },
  drawLoanPaper: {
    method: 'POST',
    path: '/loans/{loanId}/papers',
    access: 'drawPapers',
    audit: 'change',
    subject,
    summary: 'Issue a paper of a loan, and draw it as PDF: contract, receipt, statement or paid-up letter',
  },
} as const satisfies Record<string, StaffCallDefinition>;
