import type { StaffCallDefinition } from './definition.ts';

const OF_LOAN = { kind: 'loan', parameter: 'loanId' } as const;

/** Money that goes out once more: a payout that failed, wallet credit, and payouts held since a restore. */
export const payoutCalls = {
  previewPayoutRetry: {
    method: 'POST',
    path: '/loans/{loanId}/payout-retry/preview',
    access: 'matchPayments',
    audit: 'look',
    subject: OF_LOAN,
    summary: 'What sending the payout of a loan again would do',
  },
  retryLoanPayout: {
    method: 'POST',
    path: '/loans/{loanId}/payout-retry',
    access: 'matchPayments',
    audit: 'change',
    subject: OF_LOAN,
    summary: 'Send a payout to its number again, or ask for another number; a second person approves',
  },
  previewRefund: {
    method: 'POST',
    path: '/loans/{loanId}/refund/preview',
    access: 'matchPayments',
    audit: 'look',
    subject: OF_LOAN,
    summary: 'What sending wallet credit back to its owner would do',
  },
  askForRefund: {
    method: 'POST',
    path: '/loans/{loanId}/refund',
    access: 'matchPayments',
    audit: 'change',
    subject: OF_LOAN,
    summary: 'Ask for sending wallet credit back to its owner; a second person approves',
  },
  getHeldPayouts: {
    method: 'GET',
    path: '/float/held-payouts',
    access: 'seePayments',
    audit: 'none',
    summary: 'Why payouts are held since the book was restored, and how many wait',
  },
  previewPayoutRelease: {
    method: 'POST',
    path: '/float/held-payouts/release/preview',
    access: 'matchPayments',
    audit: 'none',
    summary: 'What releasing the payouts that are held since a restore would do',
  },
  askForPayoutRelease: {
    method: 'POST',
    path: '/float/held-payouts/release',
    access: 'matchPayments',
    audit: 'change',
    summary: 'Ask for releasing payouts that are held since a restore; a second person approves',
  },
} as const satisfies Record<string, StaffCallDefinition>;
