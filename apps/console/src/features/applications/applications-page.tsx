import { formatDayCount } from '@thumba/lending/day';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { sentenceOf } from '../../platform/call-failure.ts';
import { pageNumber, useFilters } from '../../platform/filters.ts';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer, useStaffSend } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { clockText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { PAGE_SIZE, PagedList } from '../../ui/paged-list.tsx';
import { Failure } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { Age } from '../../ui/time.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import type { QueuedApplication } from './use-application.ts';

/** What waits for an underwriter, oldest first. */
export function ApplicationsPage() {
  const [filters, change] = useFilters({});
  const page = pageNumber(filters.page);
  const query = useStaffAnswer(
    'listApplications',
    { query: { page, pageSize: PAGE_SIZE } },
    { isRenewed: true, isList: true },
  );
  const { data } = query;
  const mayDecide = usePerson().permissions.includes('decideApplications');
  return (
    <Page
      title="Applications"
      note={data && `${data.total.toLocaleString('en')}${data.isMore ? '+' : ''} wait, oldest first`}
      actions={
        <>
          <ButtonLink to="/applications/decided">Decided ones</ButtonLink>
          {mayDecide && <NextButton />}
          <ListFiles list="listApplications" />
        </>
      }
    >
      <PagedList
        label="Applications"
        query={query}
        empty={[
          'No application waits',
          'An application appears here when the rules leave it to a person, and when a borrower who was declined asks for another look. Those that wait for the borrower come back by themselves.',
        ]}
        columns={COLUMNS}
        keyOf={({ loanId }) => loanId}
        addressOf={({ loanId }) => `/applications/${loanId}`}
        page={page}
        onPage={(next) => change({ page: String(next) })}
      />
    </Page>
  );
}

const COLUMNS: Column<QueuedApplication>[] = [
  { title: 'Application', cell: ({ loanId }) => loanId },
  { title: 'Why it waits', cell: (row) => <Why row={row} /> },
  {
    title: 'Product',
    cell: ({ productName, termDays }) => `${productName}, ${formatDayCount(termDays)}`,
    isExtra: true,
  },
  { title: 'Who has it', cell: (row) => <Holder row={row} /> },
  { title: 'Amount', cell: ({ amount }) => <Money kwacha={amount} />, isRight: true },
  { title: 'Waits', cell: ({ appliedAt }) => <Age since={appliedAt} />, isRight: true },
];

function Why({ row: { reasons, isAnotherLook } }: { row: QueuedApplication }) {
  const [first, ...more] = reasons;
  return (
    <>
      {isAnotherLook && <Badge look="warn">another look</Badge>}{' '}
      {first?.title ?? 'The borrower asked for another look'}
      {more.length > 0 && ` and ${more.length} more`}
    </>
  );
}

function Holder({ row: { holder, isWithChecker } }: { row: QueuedApplication }) {
  if (isWithChecker) return <Badge look="warn">a second person</Badge>;
  if (!holder) return null;
  const until = clockText(holder.until);
  return holder.isMine ? <Badge look="good">you, until {until}</Badge> : `${holder.name}, until ${until}`;
}

function NextButton() {
  const take = useStaffSend('takeNextApplication', ['listApplications']);
  const [, navigate] = useLocation();
  const [isNone, setNone] = useState(false);
  const takeNext = () =>
    take.mutate(
      { body: {} },
      {
        onSuccess: ({ loanId }) => {
          setNone(loanId === null);
          if (loanId !== null) navigate(`/applications/${loanId}`);
        },
      },
    );
  useKeys('Applications', [{ keys: 'n', does: 'Take the next application', run: takeNext }]);
  return (
    <>
      {take.error && <Failure>{sentenceOf(take.error)}</Failure>}
      {isNone && <span role="status">No application waits.</span>}
      <Button look="main" keys="N" isBusy={take.isPending} onClick={takeNext}>
        Take the next
      </Button>
    </>
  );
}
