import type { Answer } from '@thumba/contract/wire';

type Bill = Answer<'queryLoanDetail'>;

/** Whether the borrower may pay it in the app. */
export function mayBePaid({ status }: Pick<Bill, 'status'>): boolean {
  return status === 'active' || status === 'overdue';
}

/** Whether there is money to be paid back. */
export function isOwed({ status }: Pick<Bill, 'status'>): boolean {
  return mayBePaid({ status }) || status === 'written_off';
}

/** Whether there is, or was, a plan by which it is paid back. */
export function hasPlan({ status }: Pick<Bill, 'status'>): boolean {
  return status !== 'declined' && status !== 'cancelled';
}

/** Whether the lender said yes to the contract that the borrower agreed to. */
export function isAgreed({
  status,
  disbursedOn,
}: Pick<Answer<'queryLoanDetail'>, 'status' | 'disbursedOn'>): boolean {
  if (status === 'cancelled') return disbursedOn !== undefined;
  return status !== 'applied' && status !== 'declined';
}

export function isPaidOff({ status }: Pick<Bill, 'status'>): boolean {
  return status === 'settled' || status === 'recovered';
}
