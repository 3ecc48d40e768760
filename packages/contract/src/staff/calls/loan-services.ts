import type { StaffCallDefinition } from './definition.ts';

const OF_LOAN = { kind: 'loan', parameter: 'loanId' } as const;

/** What staff do with a loan that runs. */
export const loanServiceCalls = {
  previewService: {
    method: 'POST',
    path: '/loans/{loanId}/services/preview',
    access: 'serviceLoans',
    audit: 'look',
    subject: OF_LOAN,
    summary: 'What a waiver, new dates or a reversal would do to a loan today, with the SMS',
  },
  doService: {
    method: 'POST',
    path: '/loans/{loanId}/services',
    access: 'serviceLoans',
    audit: 'change',
    subject: OF_LOAN,
    summary:
      'Waive a small charge, or ask for a larger waiver, new dates or a reversal; a second person approves',
  },
  previewPrompt: {
    method: 'POST',
    path: '/loans/{loanId}/prompts/preview',
    access: 'serviceLoans',
    audit: 'look',
    subject: OF_LOAN,
    summary: 'What a payment or an extension would do to a loan, and what its prompt asks for',
  },
  sendPrompt: {
    method: 'POST',
    path: '/loans/{loanId}/prompts',
    access: 'serviceLoans',
    audit: 'change',
    subject: OF_LOAN,
    summary: 'Send the borrower a PIN prompt for a payment or an extension; nothing is done before the PIN',
  },
  previewWriteOff: {
    method: 'POST',
    path: '/loans/{loanId}/write-off/preview',
    access: 'writeOff',
    audit: 'look',
    subject: OF_LOAN,
    summary: 'What a write-off would do to a loan today',
  },
  askForWriteOff: {
    method: 'POST',
    path: '/loans/{loanId}/write-off',
    access: 'writeOff',
    audit: 'change',
    subject: OF_LOAN,
    summary: 'Ask for writing a loan off; a second person approves',
  },
} as const satisfies Record<string, StaffCallDefinition>;
