import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { Link } from 'wouter';
import { codeInWords } from '../../platform/code-words.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { dayText } from '../../platform/time.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ExactTime } from '../../ui/time.tsx';
import { periodText } from './books-days.ts';
import { type Group, groupColumns } from './run-groups.tsx';

type Run = StaffAnswer<'getRun'>;
type Line = Run['movement'][number];

const lineColumns: readonly Column<Line>[] = [
  { title: 'Line', cell: ({ title }) => title },
  { title: 'Amount', isRight: true, cell: ({ amount }) => <Money kwacha={amount} /> },
];

/** The document of a month's expected losses. */
export function RunPage({ month }: { month: string }) {
  const query = useStaffAnswer('getRun', { params: { month } });
  return (
    <Page
      title={`Losses of ${month}`}
      note={query.data && `run ${query.data.runId}`}
      actions={<ButtonLink to="/books/runs">Runs</ButtonLink>}
    >
      <Answer query={query}>
        {(run) => (
          <Cards>
            <RunFacts run={run} />
            <GroupsCard title="Classes" groups={run.classes} />
            <GroupsCard title="Stages" groups={run.stages} />
            <Card title="Movement of the allowance" isFlush>
              <Table
                label="Movement of the allowance"
                rows={run.movement}
                columns={lineColumns}
                keyOf={({ title }) => title}
              />
            </Card>
          </Cards>
        )}
      </Answer>
    </Page>
  );
}

function RunFacts({ run }: { run: Run }) {
  const money = (kwacha: number) => <Money kwacha={kwacha} />;
  return (
    <Card title={periodText(run.month)}>
      <Facts
        facts={[
          ['Through', dayText(run.through)],
          ['Loans', formatCount(run.loans)],
          ['Gross', money(run.gross)],
          ['Expected losses', money(run.expectedLoss)],
          ['Expense', money(run.expense)],
          ['The regulator asks for', money(run.provision)],
          ['Interest in suspense', money(run.interestInSuspense)],
          ['Used by write-offs', money(run.usedByWriteOffs)],
          ['Charged off now', money(run.newlyChargedOff)],
          [
            'Tables',
            run.tables
              .map((table) => `${table.name} ${table.version}${table.isConfirmed ? '' : ', not confirmed'}`)
              .join('; '),
          ],
          ['Made by', <bdi key="by">{run.by}</bdi>],
          ['Made', <ExactTime key="at" at={run.at} />],
          ['In place of run', run.supersededRunId],
          [
            'Journals',
            run.journals.length === 0 ? (
              'none: nothing had to be posted'
            ) : (
              <span key="journals">
                {run.journals.map(({ journalId, kind, amount }) => (
                  <span key={journalId}>
                    <Link href={`/books/journals/${journalId}`}>
                      {journalId}, {codeInWords(kind).toLowerCase()}
                    </Link>{' '}
                    <Money kwacha={amount} />{' '}
                  </span>
                ))}
              </span>
            ),
          ],
        ]}
      />
    </Card>
  );
}

function GroupsCard({ title, groups }: { title: string; groups: readonly Group[] }) {
  return (
    <Card title={title} isFlush>
      {groups.length === 0 ? (
        <Empty title="The book had no loans">A loan that is paid out stands in the next run.</Empty>
      ) : (
        <Table label={title} rows={groups} columns={groupColumns} keyOf={({ name }) => name} />
      )}
    </Card>
  );
}
