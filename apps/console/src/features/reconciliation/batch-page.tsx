import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { useEffect } from 'react';
import { renew, useStaffAnswer } from '../../platform/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Answer } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { BatchState } from './batches-card.tsx';
import styles from './reconciliation.module.css';
import { MANY_WORDS } from './reconciliation-words.tsx';

type Batch = StaffAnswer<'readDifferenceBatch'>;
type Item = Batch['items'][number];

/** While differences are resolved, how far it came is asked for this often. */
const RUNNING_MS = 2_000;

/** Differences that are resolved together: how far it came, and which could not be resolved. */
export function BatchPage({ batchId }: { batchId: string }) {
  const query = useStaffAnswer('readDifferenceBatch', { params: { batchId } });
  const { data } = query;
  const isRunning = data ? data.endedAt === null : false;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void renew('readDifferenceBatch', { params: { batchId } });
    }, RUNNING_MS);
    return () => clearInterval(timer);
  }, [batchId, isRunning]);
  return (
    <Page
      title={`Batch ${batchId}`}
      note={data && <BatchState batch={data} />}
      actions={<ButtonLink to="/differences">All differences</ButtonLink>}
    >
      <Answer query={query}>
        {(batch) => (
          <Cards>
            <AboutCard batch={batch} />
            <ItemsCard items={batch.items} />
          </Cards>
        )}
      </Answer>
    </Page>
  );
}

function AboutCard({ batch }: { batch: Batch }) {
  const { to, total, done, refused, by, approvedBy, reason, begunAt, endedAt, requestId } = batch;
  return (
    <Card title={MANY_WORDS[to]}>
      <div className={styles.stack}>
        <Progress label="Differences resolved" value={done + refused} max={total}>
          <p role="status">
            {formatCount(done)} of {formatCount(total)} are resolved
            {refused > 0 && `, ${formatCount(refused)} could not be`}.
            {endedAt === null && ' It goes on by itself, also if this page is closed.'}
          </p>
        </Progress>
        <Facts
          facts={[
            ['Asked by', by],
            ['Approved by', approvedBy],
            ['Reason', reason],
            ['Request', requestId],
            ['Begun', <Time key="begun" at={begunAt} />],
            ['Ended', endedAt && <Time key="ended" at={endedAt} />],
          ]}
        />
      </div>
    </Card>
  );
}

const STATES: Record<Item['state'], { text: string; look: 'plain' | 'good' | 'bad' }> = {
  waiting: { text: 'waits', look: 'plain' },
  done: { text: 'resolved', look: 'good' },
  refused: { text: 'not resolved', look: 'bad' },
};

const columns: Column<Item>[] = [
  { title: 'Difference', cell: ({ differenceId }) => differenceId },
  {
    title: 'State',
    cell: ({ state }) => <Badge look={STATES[state].look}>{STATES[state].text}</Badge>,
  },
  { title: 'Why', cell: ({ sentence }) => sentence ?? '' },
];

function ItemsCard({ items }: { items: readonly Item[] }) {
  return (
    <Card title="Differences" note="those that were not resolved stand first" isFlush>
      <Table
        label="Differences of the batch"
        rows={items}
        columns={columns}
        keyOf={({ differenceId }) => differenceId}
        addressOf={({ differenceId }) => `/differences/${differenceId}`}
      />
    </Card>
  );
}
