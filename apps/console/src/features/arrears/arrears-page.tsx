import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { ARREARS_BUCKET_NAMES, type ArrearsBucket } from '@thumba/lending/arrears-bucket';
import { formatCount } from '@thumba/lending/count';
import { useLocation } from 'wouter';
import { sentenceOf } from '../../platform/call-failure.ts';
import { useFilters } from '../../platform/filters.ts';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer, useStaffSend } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { FilterBar, FilterTabs } from '../../ui/filter-bar.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { PAGE_SIZE } from '../../ui/paged-list.tsx';
import { Steps } from '../../ui/paging.tsx';
import { Answer, Empty, Failure } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import { BUCKETS, CHANGED, dayText, type LateRow, NextAction } from './arrears-words.tsx';

type Listed = StaffAnswer<'listArrears'>;
type Sum = { title: string; loans: number; late: number; owed: number };
const WHOSE = ['all', 'mine', 'free'] as const;
type Whose = (typeof WHOSE)[number];

const SUM_COLUMNS: readonly Column<Sum>[] = [
  { title: 'Days late', cell: ({ title }) => title },
  { title: 'Loans', cell: ({ loans }) => formatCount(loans), isRight: true },
  { title: 'Late', cell: ({ late }) => <Money kwacha={late} />, isRight: true },
  { title: 'Owed in all', cell: ({ owed }) => <Money kwacha={owed} />, isRight: true },
];

const COLUMNS: readonly Column<LateRow>[] = [
  { title: 'Loan', cell: ({ loanId }) => loanId },
  { title: 'Next', cell: ({ next }) => <NextAction next={next} /> },
  { title: 'Late since', cell: ({ lateSinceOn }) => dayText(lateSinceOn), isRight: true },
  { title: 'Late', cell: ({ late }) => <Money kwacha={late} />, isRight: true, isExtra: true },
  { title: 'Owed', cell: ({ owed }) => <Money kwacha={owed} />, isRight: true },
  { title: 'Person', cell: ({ assignedTo }) => assignedTo?.name ?? 'none', isExtra: true },
];

/** Loans that are late, by bucket and by what is owed. */
export function ArrearsPage() {
  const [filters, change] = useFilters({ bucket: '', whose: 'all', after: '' });
  const bucket = ARREARS_BUCKET_NAMES.find((name) => name === filters.bucket);
  const whose: Whose = WHOSE.find((one) => one === filters.whose) ?? 'all';
  const after = /^\d{1,15}-\d{1,15}$/.test(filters.after) ? filters.after : undefined;
  const query = useStaffAnswer(
    'listArrears',
    { query: { bucket, whose, after, pageSize: PAGE_SIZE } },
    { isRenewed: true, isList: true },
  );
  return (
    <Page
      title="Late loans"
      note={query.data?.measuredOn ? `as they were when ${dayText(query.data.measuredOn)} began` : undefined}
      actions={
        <>
          <ButtonLink to="/bureau">Credit bureau</ButtonLink>
          <ButtonLink to="/agencies">Agencies</ButtonLink>
          <TakeNext />
          <ListFiles list="listArrears" filter={{ bucket, whose }} />
        </>
      }
    >
      <Answer query={query}>
        {(answer) => (
          <Cards>
            <Card isFlush>
              <Table
                label="Sums by days late"
                rows={sumsOf(answer)}
                columns={SUM_COLUMNS}
                keyOf={({ title }) => title}
              />
            </Card>
            <FilterBar>
              <FilterTabs<ArrearsBucket | ''>
                label="Days late"
                value={bucket ?? ''}
                choices={[
                  { value: '', text: 'All' },
                  ...ARREARS_BUCKET_NAMES.map((value) => ({ value, text: BUCKETS[value] })),
                ]}
                onChange={(value) => change({ bucket: value, after: '' })}
              />
              <FilterTabs<Whose>
                label="Person"
                value={whose}
                choices={[
                  { value: 'all', text: 'Of all people' },
                  { value: 'mine', text: 'Yours' },
                  { value: 'free', text: 'Without a person' },
                ]}
                onChange={(value) => change({ whose: value, after: '' })}
              />
            </FilterBar>
            <Card isFlush>
              <LateTable answer={answer} isFiltered={bucket !== undefined || whose !== 'all'} />
              <Steps
                names={['From the start', 'Next page']}
                onBefore={after === undefined ? undefined : () => change({ after: '' })}
                onNext={answer.isMore ? () => change({ after: placeOf(answer.items.at(-1)!) }) : undefined}
              />
            </Card>
          </Cards>
        )}
      </Answer>
    </Page>
  );
}

/** Where the next page begins. */
function placeOf({ owed, loanId }: LateRow): string {
  return `${Math.round(owed * 100)}-${loanId}`;
}

function sumsOf({ buckets }: Listed): Sum[] {
  const total = (of: 'loans' | 'late' | 'owed') =>
    of === 'loans'
      ? buckets.reduce((all, one) => all + one.loans, 0)
      : buckets.reduce((all, one) => all + Math.round(one[of] * 100), 0) / 100;
  return [
    ...buckets.map(({ bucket, ...sums }) => ({ title: BUCKETS[bucket], ...sums })),
    { title: 'All', loans: total('loans'), late: total('late'), owed: total('owed') },
  ];
}

function LateTable({ answer: { items }, isFiltered }: { answer: Listed; isFiltered: boolean }) {
  if (items.length === 0)
    return isFiltered ? (
      <Empty title="No late loan fits this filter" />
    ) : (
      <Empty title="No loan is late">
        A loan appears here when a day begins and a bill of it was due before and is not paid.
      </Empty>
    );
  return (
    <Table
      label="Late loans"
      rows={items}
      columns={COLUMNS}
      keyOf={({ loanId }) => loanId}
      addressOf={({ loanId }) => `/arrears/${loanId}`}
    />
  );
}

/** Takes the free loan that owes most, and opens it. */
function TakeNext() {
  const mayWork = usePerson().permissions.includes('workArrears');
  const [, navigate] = useLocation();
  const { mutate, isPending, error } = useStaffSend('takeNextArrears', CHANGED);
  const take = () =>
    mutate(
      {},
      {
        onSuccess({ loanId }) {
          if (loanId === null) showToast('No late loan is without a person now.');
          else navigate(`/arrears/${loanId}`);
        },
      },
    );
  useKeys('Late loans', mayWork ? [{ keys: 'n', does: 'Take the next loan', run: take }] : []);
  if (!mayWork) return null;
  return (
    <>
      {error && <Failure>{sentenceOf(error)}</Failure>}
      <Button look="main" keys="N" isBusy={isPending} onClick={take}>
        Take the next loan
      </Button>
    </>
  );
}
