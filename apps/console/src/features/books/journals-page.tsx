import { useState } from 'react';
import { pageNumber, useFilters } from '../../platform/filters.ts';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FilterBar, FilterTabs } from '../../ui/filter-bar.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Steps } from '../../ui/paging.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import { bookedText, type JournalRow, kindText, type ProposalRow } from './books-words.ts';
import { ProposeDialog } from './propose-dialog.tsx';

const LISTS = [
  { value: 'waiting', text: 'Wait for a second person' },
  { value: 'answered', text: 'Answered' },
  { value: 'posted', text: 'Posted' },
] as const;
type List = (typeof LISTS)[number]['value'];

/** Journals of the whole lender: those that wait for a second person, and those that were posted. */
export function JournalsPage() {
  const mayPropose = usePerson().permissions.includes('keepBooks');
  const [isProposing, setProposing] = useState(false);
  const [filters, change] = useFilters({ list: 'waiting', before: '' });
  const list = LISTS.find(({ value }) => value === filters.list)?.value ?? 'waiting';
  const show = (wanted: List) => change({ list: wanted, before: '' });
  useKeys('Journals', [
    ...(mayPropose ? [{ keys: 'n', does: 'Propose a journal', run: () => setProposing(true) }] : []),
    ...LISTS.map(({ value, text }, index) => ({
      ...{ keys: String(index + 1), does: text },
      run: () => show(value),
    })),
  ]);
  const place = {
    before: filters.before === '' ? undefined : pageNumber(filters.before),
    onBefore: (before: string) => change({ before }),
  };
  return (
    <Page
      title="Journals"
      note="of the whole lender; one person proposes, another posts"
      actions={
        <>
          <ButtonLink to="/books">Books</ButtonLink>
          {mayPropose && (
            <Button look="main" keys="N" onClick={() => setProposing(true)}>
              Propose
            </Button>
          )}
          <ListFiles list="listJournals" />
        </>
      }
    >
      <FilterBar>
        <FilterTabs<List> label="Which journals" value={list} choices={LISTS} onChange={show} />
      </FilterBar>
      {list === 'posted' ? <PostedList {...place} /> : <ProposalList key={list} state={list} {...place} />}
      {isProposing && <ProposeDialog onClose={() => setProposing(false)} />}
    </Page>
  );
}

type ListProps = { before: number | undefined; onBefore: (before: string) => void };

const proposalColumns: readonly Column<ProposalRow>[] = [
  { title: 'Proposal', cell: ({ proposalId }) => proposalId },
  { title: 'Kind', cell: kindText },
  { title: 'Booked', cell: bookedText },
  { title: 'Reason', cell: ({ reason }) => <bdi>{reason}</bdi>, isExtra: true },
  { title: 'Proposed by', cell: ({ proposedBy }) => <bdi>{proposedBy}</bdi> },
  { title: 'When', cell: ({ proposedAt }) => <Time at={proposedAt} />, isExtra: true },
  { title: 'Amount', isRight: true, cell: ({ amount }) => <Money kwacha={amount} /> },
  { title: 'State', cell: ({ answer }) => <ProposalState answer={answer} /> },
];

export function ProposalState({ answer }: Pick<ProposalRow, 'answer'>) {
  if (answer === null) return <Badge look="warn">waiting</Badge>;
  return answer === 'approved' ? <Badge look="good">posted</Badge> : <Badge look="bad">declined</Badge>;
}

function ProposalList({ state, before, onBefore }: ListProps & { state: 'waiting' | 'answered' }) {
  const query = useStaffAnswer(
    'listProposals',
    { query: { state, before: before?.toString() } },
    { isList: true },
  );
  return (
    <Card isFlush>
      <Answer query={query}>
        {({ items, isMore }) => (
          <>
            {items.length === 0 ? (
              <Empty
                title={
                  state === 'waiting' ? 'No journal waits for a second person' : 'No journal was answered'
                }
              >
                A journal stands here once a person of finance proposes it. Another person then posts or
                declines it.
              </Empty>
            ) : (
              <Table
                label="Proposed journals"
                rows={items}
                columns={proposalColumns}
                keyOf={({ proposalId }) => proposalId}
                addressOf={({ proposalId }) => `/books/proposals/${proposalId}`}
              />
            )}
            <ListSteps before={before} isMore={isMore} last={items.at(-1)?.proposalId} onBefore={onBefore} />
          </>
        )}
      </Answer>
    </Card>
  );
}

const journalColumns: readonly Column<JournalRow>[] = [
  { title: 'Journal', cell: ({ journalId }) => journalId },
  { title: 'Kind', cell: kindText },
  { title: 'Booked', cell: bookedText },
  { title: 'Reason', cell: ({ reason }) => <bdi>{reason}</bdi>, isExtra: true },
  {
    title: 'Made by',
    cell: ({ madeBy, approvedBy }) => (
      <bdi>{approvedBy === null ? madeBy : `${madeBy} and ${approvedBy}`}</bdi>
    ),
  },
  {
    title: 'Amount',
    isRight: true,
    cell: ({ amount }) => (amount === null ? 'rows of loans' : <Money kwacha={amount} />),
  },
  {
    title: 'State',
    cell: ({ reversedBy }) => (reversedBy === null ? '' : <Badge>reversed</Badge>),
    isExtra: true,
  },
];

function PostedList({ before, onBefore }: ListProps) {
  const query = useStaffAnswer('listJournals', { query: { before: before?.toString() } }, { isList: true });
  return (
    <Card isFlush>
      <Answer query={query}>
        {({ items, isMore }) => (
          <>
            {items.length === 0 ? (
              <Empty title="No journal was posted">
                The runs of a month post journals, and two people post what they propose.
              </Empty>
            ) : (
              <Table
                label="Posted journals"
                rows={items}
                columns={journalColumns}
                keyOf={({ journalId }) => journalId}
                addressOf={({ journalId }) => `/books/journals/${journalId}`}
              />
            )}
            <ListSteps before={before} isMore={isMore} last={items.at(-1)?.journalId} onBefore={onBefore} />
          </>
        )}
      </Answer>
    </Card>
  );
}

type StepsProps = ListProps & { isMore: boolean; last: number | undefined };

function ListSteps({ before, isMore, last, onBefore }: StepsProps) {
  return (
    <Steps
      names={['Newest', 'Older']}
      onBefore={before === undefined ? undefined : () => onBefore('')}
      onNext={isMore && last !== undefined ? () => onBefore(String(last)) : undefined}
    />
  );
}
