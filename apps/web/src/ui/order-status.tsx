import type { Answer } from '@thumba/contract/wire';
import { Badge } from './card.tsx';

export type OrderStatus = Answer<'queryLoanDetail'>['status'];

const statuses: Record<OrderStatus, { words: string; tone: 'good' | 'warn' | 'bad' | 'neutral' }> = {
  applied: { words: 'Under review', tone: 'neutral' },
  approved: { words: 'Approved', tone: 'good' },
  declined: { words: 'Declined', tone: 'neutral' },
  cancelled: { words: 'Cancelled', tone: 'neutral' },
  paying_out: { words: 'Being paid out', tone: 'neutral' },
  payout_failed: { words: 'Payout not through', tone: 'warn' },
  active: { words: 'To repay', tone: 'warn' },
  overdue: { words: 'Late', tone: 'bad' },
  settled: { words: 'Paid off', tone: 'good' },
  written_off: { words: 'Written off', tone: 'bad' },
  recovered: { words: 'Paid off', tone: 'good' },
};

/** How a bill stands, in the same words everywhere. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const { words, tone } = statuses[status];
  return <Badge tone={tone}>{words}</Badge>;
}
