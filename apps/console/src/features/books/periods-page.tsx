import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { Link } from 'wouter';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { dayText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import styles from './books.module.css';
import { periodText } from './books-days.ts';
import { type AskedPeriod, PeriodDialog } from './period-dialog.tsx';

type Periods = StaffAnswer<'listPeriods'>;
type Next = Periods['next'][number];
type Event = Periods['events'][number];
type Asked = Periods['asked'][number];
type Ask = (asked: AskedPeriod) => void;

/** Periods of the book: what is closed, what holds up the next close, and what was done. */
export function PeriodsPage() {
  const query = useStaffAnswer('listPeriods', { query: {} }, { isRenewed: true });
  const [asked, setAsked] = useState<AskedPeriod | null>(null);
  return (
    <Page
      title="Periods"
      note={query.data && closedText(query.data)}
      actions={
        <>
          <ButtonLink to="/books">Books</ButtonLink>
          <ListFiles list="listPeriods" />
        </>
      }
    >
      <Answer query={query}>
        {(periods) => (
          <Cards>
            {periods.asked.length > 0 && <AskedCard asked={periods.asked} onAsk={setAsked} />}
            {periods.next.map((next) => (
              <NextCard key={next.period} next={next} periods={periods} onAsk={setAsked} />
            ))}
            <OpenCard periods={periods} onAsk={setAsked} />
            <EventsCard events={periods.events} />
          </Cards>
        )}
      </Answer>
      {asked && <PeriodDialog asked={asked} onClose={() => setAsked(null)} />}
    </Page>
  );
}

function closedText({ closedThrough }: Periods): string {
  return closedThrough === null ? 'no period is closed' : `closed through ${dayText(closedThrough)}`;
}

function AskedCard({ asked, onAsk }: { asked: readonly Asked[]; onAsk: Ask }) {
  const { permissions } = usePerson();
  const mayCheck = permissions.includes('checkBooks');
  return (
    <Card title="Wait for a second person" note={<Badge look="warn">waiting</Badge>}>
      <ul className={styles.pages}>
        {asked.map(({ eventId, period, by, isOwn, at, reason }) => (
          <li key={eventId}>
            Close of {periodText(period)}, asked for by <bdi>{by}</bdi> <Time at={at} />
            {reason !== '' && <span className={styles.purpose}>{reason}</span>}
            <span className={styles.choices}>
              {mayCheck && !isOwn && (
                <Button look="main" onClick={() => onAsk({ what: 'close', period })}>
                  Close {period}
                </Button>
              )}
              {permissions.includes('keepBooks') && (isOwn || mayCheck) && (
                <Button onClick={() => onAsk({ what: 'decline', period })}>
                  Decline the close of {period}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function NextCard({ next, periods, onAsk }: { next: Next; periods: Periods; onAsk: Ask }) {
  const mayKeep = usePerson().permissions.includes('keepBooks');
  const { period, holds } = next;
  const isAsked = periods.asked.some((one) => one.period === period);
  const note =
    holds.length === 0 ? <Badge look="good">can be closed</Badge> : <Badge look="warn">held up</Badge>;
  return (
    <Card
      title={`Close of ${periodText(period)}`}
      note={note}
      actions={
        mayKeep &&
        holds.length === 0 &&
        !isAsked && <Button onClick={() => onAsk({ what: 'ask', period })}>Ask to close {period}</Button>
      }
    >
      {holds.length === 0 ? (
        <p>Nothing holds it up. One person asks for the close, and another one closes.</p>
      ) : (
        <ul className={styles.ties}>
          {holds.map((hold) => (
            <li key={hold}>{hold}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function OpenCard({ periods, onAsk }: { periods: Periods; onAsk: Ask }) {
  const mayKeep = usePerson().permissions.includes('keepBooks');
  const { waiting, current, reopenable } = periods;
  return (
    <Card title="Open">
      <p>
        {[...waiting, current].map(periodText).join(', ')}. {periodText(current)} is not over.
      </p>
      {reopenable.length > 0 && mayKeep && (
        <p className={styles.choices}>
          {reopenable.map((period) => (
            <Button key={period} onClick={() => onAsk({ what: 'reopen', period })}>
              Ask to open {period} again
            </Button>
          ))}
        </p>
      )}
    </Card>
  );
}

const KINDS: Readonly<Record<Event['kind'], string>> = {
  close_asked: 'close asked for',
  closed: 'closed',
  reopen_asked: 'opening asked for',
  reopened: 'opened again',
  declined: 'request declined',
};

const columns: readonly Column<Event>[] = [
  { title: 'Period', cell: ({ period }) => periodText(period) },
  { title: 'What', cell: ({ kind }) => KINDS[kind] },
  {
    title: 'By',
    cell: ({ by, askedBy, kind }) => (
      <bdi>{askedBy === null || kind === 'declined' ? by : `${askedBy} and ${by}`}</bdi>
    ),
  },
  { title: 'Reason', cell: ({ reason }) => <bdi>{reason}</bdi>, isExtra: true },
  {
    title: 'Journal',
    cell: ({ journalId }) =>
      journalId === null ? '' : <Link href={`/books/journals/${journalId}`}>{journalId}</Link>,
  },
  { title: 'When', cell: ({ at }) => <Time at={at} /> },
];

function EventsCard({ events }: { events: readonly Event[] }) {
  return (
    <Card title="Done last" isFlush>
      {events.length === 0 ? (
        <Empty title="No period was closed yet">
          A period is closed once its month is over and everything that holds it up is done.
        </Empty>
      ) : (
        <Table
          label="What was done with periods"
          rows={events}
          columns={columns}
          keyOf={({ eventId }) => eventId}
        />
      )}
    </Card>
  );
}
