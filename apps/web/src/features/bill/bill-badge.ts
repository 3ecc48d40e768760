import type { Answer } from '@thumba/contract/wire';
import { formatCount } from '@thumba/lending/count';
import { billStatusWords } from '../../words/bill-status.ts';

type Bill = Pick<Answer<'queryLoanDetail'>, 'status' | 'overdueDays' | 'waitingFor'>;
type PlanStatus = Answer<'queryRepaymentPlan'>['plans'][number]['status'];
export type StatusBadge = { text: string; tone: 'good' | 'warn' | 'bad' | 'neutral' };

export function billBadge({ status, overdueDays, waitingFor }: Bill): StatusBadge {
  switch (status) {
    case 'applied':
      return { text: billStatusWords.underReview, tone: 'warn' };
    case 'approved':
      return { text: billStatusWords.approved, tone: 'good' };
    case 'declined':
      return { text: billStatusWords.declined, tone: 'neutral' };
    case 'cancelled':
      return { text: billStatusWords.cancelled, tone: 'neutral' };
    case 'paying_out':
      return {
        text: waitingFor === undefined ? billStatusWords.onItsWay : billStatusWords.waiting,
        tone: 'warn',
      };
    case 'payout_failed':
      return { text: billStatusWords.notThrough, tone: 'warn' };
    case 'active':
      return { text: billStatusWords.toRepay, tone: 'good' };
    case 'overdue':
      return {
        text:
          overdueDays > 0
            ? billStatusWords.daysLate(overdueDays, formatCount(overdueDays))
            : billStatusWords.late,
        tone: 'bad',
      };
    case 'written_off':
      return { text: billStatusWords.writtenOff, tone: 'bad' };
    case 'settled':
    case 'recovered':
      return { text: billStatusWords.paidOff, tone: 'good' };
  }
}

export function planBadge(status: PlanStatus, isFirstOwed: boolean): StatusBadge {
  const words = billStatusWords.plan;
  switch (status) {
    case 'scheduled':
      return isFirstOwed ? { text: words.next, tone: 'good' } : { text: words.later, tone: 'neutral' };
    case 'due':
      return { text: words.today, tone: 'warn' };
    case 'overdue':
      return { text: words.late, tone: 'bad' };
    case 'settled':
      return { text: words.paid, tone: 'good' };
  }
}
