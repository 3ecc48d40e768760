import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { useEffect, useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useKeys } from '../../platform/keys.ts';
import { renew, useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import styles from './books.module.css';
import { periodText } from './books-days.ts';
import { groupColumns } from './run-groups.tsx';

type Runs = StaffAnswer<'listRuns'>;
type MonthRow = Runs['months'][number];
type Order = Runs['orders'][number];

const LOOK_MS = 2_000;
const CHANGED = ['listRuns', 'listPeriods', 'listJournals', 'readCloseHolds'] as const;

/** The end of each month: the one under way, the next one, and those that were run. */
export function RunsPage() {
  const query = useStaffAnswer('listRuns', {}, { isRenewed: true });
  const mayRun = usePerson().permissions.includes('keepBooks');
  const [isAsking, setAsking] = useState(false);
  const runs = query.data;
  useLooks(runs?.underWay != null);
  const mayStart = mayRun && runs?.underWay === null && runs.next.whyNot === null;
  useKeys('Runs', mayStart ? [{ keys: 'n', does: 'Run the next month', run: () => setAsking(true) }] : []);
  return (
    <Page
      title="Runs"
      note="the end of each month: income, effective interest, expected losses"
      actions={
        <>
          <ButtonLink to="/books">Books</ButtonLink>
          <ListFiles list="listRuns" />
          {mayStart && (
            <Button look="main" keys="N" onClick={() => setAsking(true)}>
              Run {runs.next.month}
            </Button>
          )}
        </>
      }
    >
      <Answer query={query}>
        {(shown) => (
          <Cards>
            {shown.underWay ? <UnderWayCard run={shown.underWay} /> : <NextCard runs={shown} />}
            <MonthsCard months={shown.months} />
            <OrdersCard orders={shown.orders} />
          </Cards>
        )}
      </Answer>
      {isAsking && runs && <StartDialog month={runs.next.month} onClose={() => setAsking(false)} />}
    </Page>
  );
}

/** While a run is under way the page asks again and again how far it came. */
function useLooks(isUnderWay: boolean): void {
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => void renew('listRuns', {}), LOOK_MS);
    return () => clearInterval(timer);
  }, [isUnderWay]);
}

function UnderWayCard({ run }: { run: NonNullable<Runs['underWay']> }) {
  const { month, by, at, step, percent, loansSeen } = run;
  const what =
    step === 'income'
      ? `Income: ${formatCount(loansSeen)} loans seen, ${percent} of 100 parts done.`
      : 'The income is in the book. The expected losses are reckoned.';
  return (
    <Card title={`${periodText(month)} is being run`} note={<Badge look="warn">under way</Badge>}>
      <Progress label="Income of the month" value={percent} max={100}>
        <p role="status">{what}</p>
      </Progress>
      <p>
        Started by <bdi>{by}</bdi> <Time at={at} />. It goes on while this page is closed, and after the
        program was stopped.
      </p>
    </Card>
  );
}

function NextCard({ runs: { next, policy } }: { runs: Runs }) {
  const { month, whyNot } = next;
  return (
    <Card
      title={`Next: ${periodText(month)}`}
      note={whyNot === null ? <Badge look="good">can be run</Badge> : <Badge>not yet</Badge>}
    >
      <p>{whyNot ?? 'The run brings its income and expected losses into the book.'}</p>
      <p>
        {policy === 'effective'
          ? 'Income is shown by the effective interest.'
          : 'Income is shown in a straight line.'}
      </p>
      {whyNot === null && <Losses month={month} />}
    </Card>
  );
}

/** What the run would find. It reads all loans, so it is asked for. */
function Losses({ month }: { month: string }) {
  const [isAsked, setAsked] = useState(false);
  const query = useStaffAnswer('previewLosses', { params: { month } }, { isEnabled: isAsked, isOnce: true });
  if (!isAsked)
    return (
      <Actions>
        <Button onClick={() => setAsked(true)}>Show the expected losses first</Button>
      </Actions>
    );
  return (
    <Answer query={query}>
      {({ classes, before }) => (
        <>
          <p>
            Expected losses of the book as it stands. The income of the month is not in it before the run.
            {before && (
              <>
                {' '}
                The run of {periodText(before.month)} found <Money kwacha={before.expectedLoss} />.
              </>
            )}
          </p>
          <Table
            label="Expected losses before the run"
            rows={classes}
            columns={groupColumns}
            keyOf={nameOf}
          />
        </>
      )}
    </Answer>
  );
}

const nameOf = ({ name }: { name: string }) => name;

const monthColumns: readonly Column<MonthRow>[] = [
  { title: 'Month', cell: ({ month }) => periodText(month) },
  { title: 'Loans', isRight: true, isExtra: true, cell: ({ loansMoved }) => formatCount(loansMoved) },
  { title: 'Interest', isRight: true, isExtra: true, cell: ({ interest }) => <Money kwacha={interest} /> },
  { title: 'Fees', isRight: true, isExtra: true, cell: ({ fees }) => <Money kwacha={fees} /> },
  {
    title: 'Expected losses',
    isRight: true,
    cell: ({ losses }) => (losses === null ? 'not run' : <Money kwacha={losses.expectedLoss} />),
  },
  { title: 'By', cell: ({ by }) => <bdi>{by}</bdi>, isExtra: true },
  {
    title: 'State',
    isExtra: true,
    cell: ({ finishedAt }) =>
      finishedAt === null ? <Badge look="warn">not finished</Badge> : <Time at={finishedAt} />,
  },
];

function MonthsCard({ months }: { months: readonly MonthRow[] }) {
  return (
    <Card title="Months" isFlush>
      {months.length === 0 ? (
        <Empty title="No month was run yet">
          A month is run once it is over and the end of its days is done.
        </Empty>
      ) : (
        <Table
          label="Months that were run"
          rows={months}
          columns={monthColumns}
          keyOf={({ month }) => month}
          addressOf={({ month, losses }) => (losses === null ? undefined : `/books/runs/${month}`)}
        />
      )}
    </Card>
  );
}

const orderColumns: readonly Column<Order>[] = [
  { title: 'Month', cell: ({ month }) => periodText(month) },
  { title: 'Started by', cell: ({ by }) => <bdi>{by}</bdi> },
  { title: 'When', cell: ({ at }) => <Time at={at} /> },
  {
    title: 'What it did',
    cell: ({ lines }) => (
      <ul className={styles.did}>
        {lines.map((line) => (
          <li key={line}>{line.trim()}</li>
        ))}
      </ul>
    ),
  },
  { title: 'State', cell: ({ isDone }) => <OrderState isDone={isDone} /> },
];

function OrderState({ isDone }: Pick<Order, 'isDone'>) {
  if (isDone === null) return <Badge look="warn">under way</Badge>;
  return isDone ? <Badge look="good">done</Badge> : <Badge look="bad">ended before its end</Badge>;
}

function OrdersCard({ orders }: { orders: readonly Order[] }) {
  if (orders.length === 0) return null;
  return (
    <Card title="Started in the console" isFlush>
      <Table
        label="Runs started in the console"
        rows={orders}
        columns={orderColumns}
        keyOf={({ orderId }) => orderId}
      />
    </Card>
  );
}

function StartDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const { send, sending } = useDialogSend('startMonthEnd', CHANGED, {
    onClose,
    says: () => `${periodText(month)} is being run.`,
  });
  return (
    <ConfirmDialog
      title={`Run ${month}`}
      action="Run the month"
      asksReason={false}
      effect={[
        {
          title: 'Income',
          before: null,
          after: `interest and fees earned in ${periodText(month)} are posted`,
        },
        {
          title: 'Effective interest',
          before: null,
          after: 'the adjustment is posted, where it is in force',
        },
        { title: 'Expected losses', before: null, after: 'classes and allowance are reckoned and posted' },
      ]}
      {...sending}
      onConfirm={() => send({ params: { month } })}
    />
  );
}
