import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { Link } from 'wouter';
import { codeInWords } from '../../platform/code-words.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { dayText } from '../../platform/time.ts';
import { Card, Cards } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ExactTime } from '../../ui/time.tsx';
import { BOOKING_TITLES } from './books-words.ts';

type Entry = StaffAnswer<'readEntry'>;
type EntryRow = Entry['rows'][number];

const accountLink = ({ code, title }: EntryRow['debit'], on: string) => (
  <Link href={`/books/accounts/${code}/${on}`}>
    {code} {title}
  </Link>
);

const columnsOf = (on: string): readonly Column<EntryRow>[] => [
  { title: 'Debit', cell: ({ debit }) => accountLink(debit, on) },
  { title: 'Credit', cell: ({ credit }) => accountLink(credit, on) },
  {
    title: 'Loan',
    cell: ({ loanId }) => (loanId === null ? '' : <Link href={`/loans/${loanId}`}>{loanId}</Link>),
  },
  { title: 'Amount', isRight: true, cell: ({ amount }) => <Money kwacha={amount} /> },
];

/** An entry of the ledger: the rows that were written together. */
export function EntryPage({ payerId, entryId }: { payerId: string; entryId: string }) {
  const query = useStaffAnswer('readEntry', { params: { payerId, entryId } });
  return (
    <Page title={`Entry ${entryId}`} note="of the ledger">
      <Answer query={query}>
        {(entry) => (
          <Cards>
            <EntryFacts entry={entry} />
            <Card title="Rows" isFlush>
              <Table
                label="Rows of the entry"
                rows={entry.rows}
                columns={columnsOf(entry.bookedOn)}
                keyOf={({ line }) => line}
              />
            </Card>
          </Cards>
        )}
      </Answer>
    </Page>
  );
}

function EntryFacts({ entry }: { entry: Entry }) {
  const { bookedOn, valueOn, booking, writtenAt, borrowerId, journal } = entry;
  const mayOpen = usePerson().permissions.includes('seeBorrower');
  return (
    <Card title="Booked">
      <Facts
        facts={[
          ['On', dayText(bookedOn)],
          ['Counts for', valueOn === bookedOn ? null : dayText(valueOn)],
          ['Booking', BOOKING_TITLES[booking]],
          ['Written', <ExactTime key="at" at={writtenAt} />],
          [
            'Journal',
            journal && (
              <Link key="journal" href={`/books/journals/${journal.journalId}`}>
                {journal.journalId}, {codeInWords(journal.kind).toLowerCase()}: {journal.reason}
              </Link>
            ),
          ],
          [
            'Borrower',
            borrowerId !== null &&
              (mayOpen ? <Link href={`/borrowers/${borrowerId}`}>{borrowerId}</Link> : borrowerId),
          ],
        ]}
      />
    </Card>
  );
}
