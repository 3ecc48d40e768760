import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { useStaffAnswer } from '../../platform/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { MANY_WORDS } from './reconciliation-words.tsx';

export type BatchRow = StaffAnswer<'listDifferenceBatches'>['items'][number];

const NEWEST = 5;

const columns: Column<BatchRow>[] = [
  { title: 'Batch', cell: ({ batchId }) => batchId },
  { title: 'What', cell: ({ to }) => MANY_WORDS[to] },
  { title: 'Differences', cell: ({ total }) => formatCount(total), isRight: true },
  { title: 'State', cell: (batch) => <BatchState batch={batch} /> },
  { title: 'Approved by', cell: ({ by, approvedBy }) => approvedBy ?? by, isExtra: true },
  { title: 'Begun', cell: ({ begunAt }) => <Time at={begunAt} />, isRight: true },
];

export function BatchState({ batch: { done, refused, total, endedAt } }: { batch: BatchRow }) {
  if (endedAt === null)
    return <Badge look="warn">{`${formatCount(done + refused)} of ${formatCount(total)}`}</Badge>;
  return refused === 0 ? (
    <Badge look="good">all resolved</Badge>
  ) : (
    <Badge look="bad">{`${formatCount(refused)} not resolved`}</Badge>
  );
}

/** The newest batches. Nothing is drawn before there is one. */
export function BatchesCard() {
  const { data } = useStaffAnswer(
    'listDifferenceBatches',
    { query: { pageSize: NEWEST } },
    { isRenewed: true },
  );
  if (!data || data.items.length === 0) return null;
  return (
    <Card title="Resolved together" note="the newest ones" isFlush>
      <Table
        label="Resolved together"
        rows={data.items}
        columns={columns}
        keyOf={({ batchId }) => batchId}
        addressOf={({ batchId }) => `/batches/${batchId}`}
      />
    </Card>
  );
}
