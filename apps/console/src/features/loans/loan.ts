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
