import type { Answer } from '@thumba/contract/wire';
import { formatDayCount } from '@thumba/lending/day';

type Bill = Pick<Answer<'queryLoanDetail'>, 'status' | 'overdueDays'>;
type PlanStatus = Answer<'queryRepaymentPlan'>['plans'][number]['status'];
export type StatusBadge = { text: string; tone: 'good' | 'warn' | 'bad' | 'neutral' };

/** Whether the borrower may pay it in the app. */
export function mayBePaid({ status }: Pick<Bill, 'status'>): boolean {
  return status === 'active' || status === 'overdue';
}

/** Whether there is money to be paid back. */
export function isOwed({ status }: Pick<Bill, 'status'>): boolean {
  return mayBePaid({ status }) || status === 'written_off';
}

export function isPaidOff({ status }: Pick<Bill, 'status'>): boolean {
  return status === 'settled' || status === 'recovered';
}

export function billBadge({ status, overdueDays }: Bill): StatusBadge {
  switch (status) {
    case 'applied':
      return { text: 'Under review', tone: 'warn' };
    case 'approved':
      return { text: 'Approved', tone: 'good' };
    case 'declined':
      return { text: 'Declined', tone: 'neutral' };
    case 'cancelled':
      return { text: 'Cancelled', tone: 'neutral' };
    case 'paying_out':
      return { text: 'On its way', tone: 'warn' };
    case 'payout_failed':
      return { text: 'Not through yet', tone: 'warn' };
    case 'active':
      return { text: 'To repay', tone: 'good' };
    case 'overdue':
      return { text: overdueDays > 0 ? `${formatDayCount(overdueDays)} late` : 'Late', tone: 'bad' };
    case 'written_off':
      return { text: 'Written off', tone: 'bad' };
    case 'settled':
    case 'recovered':
      return { text: 'Paid off', tone: 'good' };
  }
}

export function planBadge(status: PlanStatus, isFirstOwed: boolean): StatusBadge {
  switch (status) {
    case 'scheduled':
      return isFirstOwed ? { text: 'Next', tone: 'good' } : { text: 'Later', tone: 'neutral' };
    case 'due':
      return { text: 'Today', tone: 'warn' };
    case 'overdue':
      return { text: 'Late', tone: 'bad' };
    case 'settled':
      return { text: 'Paid', tone: 'good' };
  }
}

/** "100 482": a bill number in groups of three, easy to read out on the phone. */
export function billNumber(orderId: number): string {
  return String(orderId).replace(/\B(?=(\d{3})+$)/g, ' ');
}
