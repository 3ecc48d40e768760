import type { StaffAnswer } from '@thumba/contract/staff/wire';

export type LoanAnswer = StaffAnswer<'getLoan'>;

export type LoanTabProps = { loanId: string; page: number; onPage: (page: number) => void };

/** What is asked for again once something is done with a loan, or was done by another person meanwhile. */
export const CHANGED_WITH_LOAN = [
  'getLoan',
  'listLoanLedger',
  'listLoanHistory',
  'listRequests',
  'previewService',
  'previewPrompt',
  'previewWriteOff',
  'previewPayoutRetry',
  'previewRefund',
] as const;

/** How the state of a loan looks. Any other is plain. */
export const LOAN_LOOKS: Partial<Record<LoanAnswer['state'], 'good' | 'warn' | 'bad'>> = {
  overdue: 'bad',
  written_off: 'bad',
  payout_failed: 'warn',
  settled: 'good',
  recovered: 'good',
};
