import { formatCount } from '@thumba/lending/count';
import { Link } from 'wouter';
import { Card, Cards } from '../../ui/card.tsx';
import { ChartCard } from '../../ui/chart.tsx';
import { Empty, Failure } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import styles from './decisions.module.css';
import {
  applicationsText,
  ENDING_WORDS,
  ENDINGS,
  inputWords,
  listAddress,
  OUTCOME_WORDS,
  OUTCOMES,
  shareText,
  sumOf,
  type WhatIf,
  type WhatIfOutcome,
} from './what-if-words.ts';

/** What a draft would have decided: the outcomes, what moved, the ends of the loans, the points, and what is left out. */
export function WhatIfResults({ run }: { run: WhatIf }) {
  const decided = sumOf(run);
  return (
    <Cards>
      {run.differ > 0 && (
        <Failure>
          <Link href={listAddress(run.runId, { fate: 'differs' })}>{applicationsText(run.differ)}</Link> would
          be decided otherwise today by the version that decided them. That is a fault of the program. They
          are in no other number here.
        </Failure>
      )}
      {decided === 0 ? (
        <Card title="What would have been decided">
          <Empty title="No application could be decided again">
            Another period or product may have some.
          </Empty>
        </Card>
      ) : (
        <>
          <OutcomesCard run={run} />
          <EndingsCard run={run} />
          <PointsCards run={run} />
        </>
      )}
      <ApartCard run={run} />
    </Cards>
  );
}

/** A number that leads to its applications. */
function Count({
  run,
  count,
  filter,
}: {
  run: WhatIf;
  count: number;
  filter: Record<string, string | number>;
}) {
  return count === 0 ? '0' : <Link href={listAddress(run.runId, filter)}>{formatCount(count)}</Link>;
}

function OutcomesCard({ run }: { run: WhatIf }) {
  const all = sumOf(run);
  const columns: Column<WhatIfOutcome>[] = [
    { title: 'Then', cell: (was) => OUTCOME_WORDS[was] },
    {
      title: 'Applications',
      cell: (was) => <Count run={run} count={sumOf(run, { was })} filter={{ was }} />,
      isRight: true,
    },
    { title: 'Share', cell: (was) => shareText(sumOf(run, { was }), all), isRight: true },
    ...OUTCOMES.map((would) => ({
      title: `Draft: ${OUTCOME_WORDS[would].toLowerCase()}`,
      cell: (was: WhatIfOutcome) => (
        <Count run={run} count={sumOf(run, { was, would })} filter={{ was, would }} />
      ),
      isRight: true,
    })),
  ];
  return (
    <>
      <ChartCard
        title="What would have been decided"
        note={applicationsText(all)}
        kind="bars"
        pointTitle="Decision"
        points={OUTCOMES.map((outcome) => ({ label: OUTCOME_WORDS[outcome], short: OUTCOME_WORDS[outcome] }))}
        series={[
          { name: 'Then', values: OUTCOMES.map((was) => sumOf(run, { was })) },
          { name: 'Under the draft', values: OUTCOMES.map((would) => sumOf(run, { would })) },
        ]}
        format={formatCount}
      />
      <Card title="What the draft changes" isFlush>
        <p className={styles.lead}>
          Approved by the rules: <b>{shareText(sumOf(run, { was: 'approve' }), all)}</b> then,{' '}
          <b>{shareText(sumOf(run, { would: 'approve' }), all)}</b> under the draft. What a person would have
          decided is not guessed.
        </p>
        <Table label="What the draft changes" rows={OUTCOMES} columns={columns} keyOf={(was) => was} />
        <p className={styles.lead}>
          Under the draft:{' '}
          {OUTCOMES.map((would, index) => (
            <span key={would}>
              {index > 0 && ', '}
              <Count run={run} count={sumOf(run, { would })} filter={{ would }} />{' '}
              {OUTCOME_WORDS[would].toLowerCase()}
            </span>
          ))}
          .
        </p>
      </Card>
    </>
  );
}

type Move = { title: string; filter: { was?: WhatIfOutcome; would?: WhatIfOutcome } };

const MOVES: readonly Move[] = [
  { title: 'Approved then and now', filter: { was: 'approve', would: 'approve' } },
  { title: 'Approved then, for a person now', filter: { was: 'approve', would: 'refer' } },
  { title: 'Approved then, declined now', filter: { was: 'approve', would: 'decline' } },
  { title: 'For a person then, approved now', filter: { was: 'refer', would: 'approve' } },
  { title: 'For a person then, declined now', filter: { was: 'refer', would: 'decline' } },
  { title: 'Declined then, approved now', filter: { was: 'decline', would: 'approve' } },
  { title: 'All that the draft approves', filter: { would: 'approve' } },
  { title: 'All', filter: {} },
];

function EndingsCard({ run }: { run: WhatIf }) {
  const columns: Column<Move>[] = [
    { title: 'Decision', cell: ({ title }) => title },
    ...ENDINGS.map((ending) => ({
      title: ENDING_WORDS[ending],
      cell: ({ filter }: Move) => (
        <Count run={run} count={sumOf(run, { ...filter, ending })} filter={{ ...filter, ending }} />
      ),
      isRight: true,
    })),
    {
      title: 'Bad of known',
      cell: ({ filter }) => badShare(run, filter),
      isRight: true,
    },
  ];
  const rows = MOVES.filter(({ filter }) => sumOf(run, filter) > 0);
  return (
    <Card title="What became of the loans" isFlush>
      <p className={styles.lead}>
        {formatCount(sumOf(run, { was: 'approve', would: 'decline', ending: 'good' }))} loans that were paid
        back would have been declined. Of applications that were not paid out, how they would have gone is not
        known.
      </p>
      <Table label="What became of the loans" rows={rows} columns={columns} keyOf={({ title }) => title} />
    </Card>
  );
}

/** Of few loans the counts say more than a share. */
const LEAST_KNOWN = 20;

function badShare(run: WhatIf, filter: Move['filter']): string {
  const of = (ending: 'good' | 'bad' | 'written_off') => sumOf(run, { ...filter, ending });
  const bad = of('bad') + of('written_off');
  const known = bad + of('good');
  if (known === 0) return '';
  return known < LEAST_KNOWN ? `${bad} of ${known}` : shareText(bad, known);
}

function PointsCards({ run }: { run: WhatIf }) {
  const points = run.bands.map(({ fromPoints }) => ({
    label: `${fromPoints} to ${fromPoints + run.bandPoints - 1} points`,
    short: String(fromPoints),
  }));
  const columns: Column<WhatIf['bands'][number]>[] = [
    { title: 'Points', cell: ({ fromPoints }) => `${fromPoints} to ${fromPoints + run.bandPoints - 1}` },
    {
      title: 'Then',
      cell: ({ fromPoints, was }) => <Count run={run} count={was} filter={{ wasBand: fromPoints }} />,
      isRight: true,
    },
    {
      title: 'Under the draft',
      cell: ({ fromPoints, would }) => <Count run={run} count={would} filter={{ wouldBand: fromPoints }} />,
      isRight: true,
    },
    ...ENDINGS.map((ending) => ({
      title: ENDING_WORDS[ending],
      cell: ({ fromPoints, endings }: WhatIf['bands'][number]) => (
        <Count run={run} count={endings[ending] ?? 0} filter={{ wouldBand: fromPoints, ending }} />
      ),
      isRight: true,
    })),
  ];
  const known = ENDINGS.filter((ending) => ending !== 'not_paid_out');
  return (
    <>
      <ChartCard
        title="Points"
        note="applications by the points that they have"
        kind="bars"
        pointTitle="Points"
        points={points}
        series={[
          { name: 'Then', values: run.bands.map(({ was }) => was) },
          { name: 'Under the draft', values: run.bands.map(({ would }) => would) },
        ]}
        format={formatCount}
      />
      <ChartCard
        title="Loans by the points of the draft"
        note="those that were paid out"
        kind="stacked"
        pointTitle="Points under the draft"
        points={points}
        series={known.map((ending) => ({
          name: ENDING_WORDS[ending],
          values: run.bands.map(({ endings }) => endings[ending] ?? 0),
        }))}
        format={formatCount}
      />
      <Card
        title="Bands of points"
        note="what became of the loans stands with the points of the draft"
        isFlush
      >
        <Table
          label="Bands of points"
          rows={run.bands}
          columns={columns}
          keyOf={({ fromPoints }) => fromPoints}
        />
      </Card>
    </>
  );
}

function ApartCard({ run }: { run: WhatIf }) {
  return (
    <Card title="Left out of these numbers">
      <ul className={styles.apart}>
        <li>
          <Count run={run} count={run.erased} filter={{ fate: 'erased' }} /> of deleted accounts, or whose
          inputs were erased.
        </li>
        <li>
          <Count run={run} count={run.incomplete} filter={{ fate: 'incomplete' }} /> whose inputs are
          incomplete
          {run.missing.length > 0 &&
            `: ${run.missing.map(({ input, applications }) => `${inputWords(input)} (${formatCount(applications)})`).join(', ')}`}
          .
        </li>
        <li>
          <Count run={run} count={run.differ} filter={{ fate: 'differs' }} /> that their own version decides
          otherwise today. It must be 0.
        </li>
      </ul>
      {run.otherWindows > 0 && (
        <p className={styles.note}>
          The draft counts numbers and networks within other days. Of {applicationsText(run.otherWindows)} the
          counts are still those of then.
        </p>
      )}
    </Card>
  );
}
