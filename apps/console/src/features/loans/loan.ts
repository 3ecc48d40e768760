import type { StaffAnswer } from '@thumba/contract/staff/wire';

export type LoanAnswer = StaffAnswer<'getLoan'>;

export type LoanTabProps = { loanId: string; page: number; onPage: (page: number) => void };
