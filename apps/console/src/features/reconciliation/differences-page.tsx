import {
  DIFFERENCE_KINDS,
  differenceKinds,
  ENDS_OF_MANY,
  type EndOfMany,
  MOST_AT_ONCE,
  PROBABLE_ENDS,
} from '@thumba/contract/staff/difference-kinds';
import type { StaffAnswer, StaffRequest } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { useState } from 'react';
import { type Filters, useFilters } from '../../platform/filters.ts';
import { useKeys } from '../../platform/keys.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { type StaffQuery, useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Select } from '../../ui/field.tsx';
import { FilterBar, FilterTabs, WideFilter } from '../../ui/filter-bar.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Steps } from '../../ui/paging.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Age, Time } from '../../ui/time.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import { BatchesCard } from './batches-card.tsx';
import { ManyDialog } from './many-dialog.tsx';
import styles from './reconciliation.module.css';
import {
  countText,
  type DifferenceRow,
  KIND_CHOICES,
  OPERATOR_CHOICES,
  PROBABLE_CHOICES,
  probableText,
  STATEMENT_OPERATORS,
} from './reconciliation-words.tsx';

type Answered = StaffAnswer<'listDifferences'>;
type KindRow = Answered['kinds'][number];
type Name = 'state' | 'operator' | 'kind' | 'probable' | 'statement' | 'after';

const PAGE_SIZE = 20;
const NO_FILTER: Record<Name, string> = {
  ...{ state: 'open', operator: '', kind: '', probable: '', statement: '', after: '' },
};

const STATES = [
  { value: 'open', text: 'Open' },
  { value: 'resolved', text: 'Resolved' },
] as const;

/** Where statements of operators and our payments differ. */
export function DifferencesPage() {
  const [filters, change] = useFilters(NO_FILTER);
  const narrow = (changed: Partial<Filters<Name>>) => change({ after: '', ...changed });
  const isOpen = filters.state !== 'resolved';
  const query = useStaffAnswer(
    'listDifferences',
    { query: queryOf(filters) },
    { isRenewed: true, isList: true },
  );
  return (
    <Page
      title="Differences"
      note={
        filters.statement === ''
          ? "between operators' statements and our payments"
          : `of statement ${filters.statement}`
      }
      actions={
        <>
          <ButtonLink to="/statements">Statements</ButtonLink>
          <ListFiles list="listDifferences" filter={queryOf(filters)} />
        </>
      }
    >
      <FilterBar>
        <FilterTabs
          label="State"
          value={isOpen ? 'open' : 'resolved'}
          choices={STATES}
          onChange={(state) => narrow({ state, probable: '' })}
        />
        <Select
          label="Operator"
          value={filters.operator}
          choices={[{ value: '', text: 'All operators' }, ...OPERATOR_CHOICES]}
          onChange={(operator) => narrow({ operator })}
        />
        <Select
          label="Difference"
          value={filters.kind}
          choices={[{ value: '', text: 'Every kind' }, ...KIND_CHOICES]}
          onChange={(kind) => narrow({ kind })}
        />
        {isOpen && (
          <WideFilter>
            <Select
              label="Probably"
              value={filters.probable}
              choices={[{ value: '', text: 'Anything' }, ...PROBABLE_CHOICES]}
              onChange={(probable) => narrow({ probable })}
            />
          </WideFilter>
        )}
      </FilterBar>
      <Cards>
        {isOpen && query.data && query.data.kinds.length > 0 && <KindsCard kinds={query.data.kinds} />}
        <DifferencesCard
          query={query}
          filters={filters}
          isOpen={isOpen}
          onAfter={(after) => change({ after })}
        />
        {isOpen && <BatchesCard />}
      </Cards>
    </Page>
  );
}

function queryOf(filters: Filters<Name>): StaffRequest<'listDifferences'>['query'] {
  return {
    state: filters.state === 'resolved' ? 'resolved' : 'open',
    operator: STATEMENT_OPERATORS.find((one) => one === filters.operator),
    kind: DIFFERENCE_KINDS.find((one) => one === filters.kind),
    probable: PROBABLE_ENDS.find((one) => one === filters.probable),
    statementId: Number(filters.statement) || undefined,
    after: Number(filters.after) || undefined,
    pageSize: PAGE_SIZE,
  };
}

const kindColumns: Column<KindRow>[] = [
  { title: 'Difference', cell: ({ kind }) => differenceKinds[kind] },
  { title: 'Open', cell: ({ count }) => formatCount(count), isRight: true },
  {
    title: 'The operator has',
    cell: ({ operatorAmount }) => <Money kwacha={operatorAmount} />,
    isRight: true,
  },
  { title: 'We have', cell: ({ ourAmount }) => <Money kwacha={ourAmount} />, isRight: true },
];

/** All open ones of the operator and the statement, whatever the other filters are. */
function KindsCard({ kinds }: { kinds: readonly KindRow[] }) {
  const count = kinds.reduce((sum, kind) => sum + kind.count, 0);
  return (
    <Card title="Open by kind" note={`${formatCount(count)} in all`} isFlush>
      <Table label="Open by kind" rows={kinds} columns={kindColumns} keyOf={({ kind }) => kind} />
    </Card>
  );
}

function columnsOf(isOpen: boolean): Column<DifferenceRow>[] {
  return [
    { title: 'No.', cell: ({ differenceId }) => differenceId },
    { title: 'Operator', cell: ({ operator }) => OPERATOR_TITLES[operator], isExtra: true },
    { title: 'Difference', cell: ({ kind }) => differenceKinds[kind] },
    { title: 'Reference', cell: ({ operatorReference }) => operatorReference ?? '–', isExtra: true },
    {
      title: 'Operator has',
      cell: ({ operatorAmount }) => <Amount kwacha={operatorAmount} />,
      isRight: true,
    },
    { title: 'We have', cell: ({ ourAmount }) => <Amount kwacha={ourAmount} />, isRight: true },
    ...(isOpen ? [{ title: 'Probably', cell: probableText }] : []),
    isOpen
      ? { title: 'Open for', cell: ({ foundAt }) => <Age since={foundAt} />, isRight: true }
      : { title: 'Moved', cell: ({ happenedAt }) => <Time at={happenedAt} />, isRight: true },
  ];
}

function Amount({ kwacha }: { kwacha: number | null }) {
  return kwacha === null ? '–' : <Money kwacha={kwacha} />;
}

type DifferencesCardProps = {
  query: StaffQuery<'listDifferences'>;
  filters: Filters<Name>;
  isOpen: boolean;
  onAfter: (after: string) => void;
};

function DifferencesCard({ query, filters, isOpen, onAfter }: DifferencesCardProps) {
  const mayResolve = usePerson().permissions.includes('matchPayments') && isOpen;
  // What was chosen on another page stays chosen.
  const [chosen, setChosen] = useState<readonly DifferenceRow[]>([]);
  const isChosen = ({ differenceId }: DifferenceRow) =>
    chosen.some((other) => other.differenceId === differenceId);
  const choice = {
    isChosen,
    onChoose: (row: DifferenceRow) =>
      setChosen(
        isChosen(row)
          ? chosen.filter(({ differenceId }) => differenceId !== row.differenceId)
          : [...chosen, row],
      ),
    nameOf: ({ differenceId }: DifferenceRow) => `Choose difference ${differenceId}`,
  };
  return (
    <Card title={isOpen ? 'Open' : 'Resolved'} isFlush>
      <Answer query={query}>
        {({ items, next }) => (
          <>
            {mayResolve && items.length > 0 && <Chosen rows={items} chosen={chosen} onChange={setChosen} />}
            {items.length === 0 ? (
              <NothingFound isOpen={isOpen} isMore={next !== null} />
            ) : (
              <Table
                label="Differences"
                rows={items}
                columns={columnsOf(isOpen)}
                keyOf={({ differenceId }) => differenceId}
                addressOf={({ differenceId }) => `/differences/${differenceId}`}
                choice={mayResolve ? choice : undefined}
              />
            )}
            <Steps
              names={['First page', 'Next page']}
              onBefore={filters.after === '' ? undefined : () => onAfter('')}
              onNext={next === null ? undefined : () => onAfter(String(next))}
            />
          </>
        )}
      </Answer>
    </Card>
  );
}

type ChosenProps = {
  rows: readonly DifferenceRow[];
  chosen: readonly DifferenceRow[];
  onChange: (chosen: readonly DifferenceRow[]) => void;
};

/** What is chosen, and what can be done with all of it. */
function Chosen({ rows, chosen, onChange }: ChosenProps) {
  const [isAsked, setAsked] = useState(false);
  const others = rows.filter((row) => chosen.every(({ differenceId }) => differenceId !== row.differenceId));
  const chooseAll = () => onChange([...chosen, ...others].slice(0, MOST_AT_ONCE));
  useKeys('Chosen differences', [
    { keys: 'w', does: 'Choose the whole page', run: chooseAll },
    ...(chosen.length > 0
      ? [{ keys: 'm', does: 'Resolve what is chosen, after a confirmation', run: () => setAsked(true) }]
      : []),
  ]);
  return (
    <div className={styles.chosen}>
      <Button keys="W" onClick={chooseAll}>
        Choose the page
      </Button>
      {chosen.length > 0 && (
        <>
          <Button onClick={() => onChange([])}>Choose none</Button>
          <Button look="main" keys="M" onClick={() => setAsked(true)}>
            Resolve {countText(chosen.length)}
          </Button>
        </>
      )}
      {isAsked && (
        <ManyDialog
          differenceIds={chosen.map(({ differenceId }) => differenceId)}
          first={firstEnd(chosen)}
          onClose={() => setAsked(false)}
          onDone={() => {
            setAsked(false);
            onChange([]);
          }}
        />
      )}
    </div>
  );
}

/** What the first one that is chosen probably was, where many can be resolved so. */
function firstEnd([first]: readonly DifferenceRow[]): EndOfMany {
  return ENDS_OF_MANY.find((end) => end === first?.probable) ?? 'suspense';
}

function NothingFound({ isOpen, isMore }: { isOpen: boolean; isMore: boolean }) {
  if (isMore)
    return (
      <Empty title="None among the first ones">
        2,000 differences were looked at, and none of them fits. The next page goes on behind them.
      </Empty>
    );
  return isOpen ? (
    <Empty title="No difference is open here">
      A difference appears when an imported statement of an operator says otherwise than our payments.
    </Empty>
  ) : (
    <Empty title="No difference was resolved yet">What was resolved stands here, with its reason.</Empty>
  );
}
