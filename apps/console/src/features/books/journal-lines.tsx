import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { Link } from 'wouter';
import { Money } from '../../ui/money.tsx';
import { type Column, Table } from '../../ui/table.tsx';

type Line = StaffAnswer<'getProposal'>['lines'][number];
type Row = Line & { key: string };

const amount = (kwacha: number | null) => (kwacha === null ? '' : <Money kwacha={kwacha} />);

const columns: readonly Column<Row>[] = [
  {
    title: 'Account',
    cell: ({ code, title }) =>
      code === '' ? (
        title
      ) : (
        <Link href={`/books/accounts/${code}`}>
          {code} {title}
        </Link>
      ),
  },
  { title: 'Debit', isRight: true, cell: ({ debit }) => amount(debit) },
  { title: 'Credit', isRight: true, cell: ({ credit }) => amount(credit) },
];

/** The lines of a journal with the sums of both sides. */
export function JournalLines({ lines }: { lines: readonly Line[] }) {
  const sum = (side: 'debit' | 'credit') =>
    lines.reduce((total, line) => total + Math.round((line[side] ?? 0) * 100), 0) / 100;
  return (
    <Table
      label="Lines"
      rows={lines.map((line, index) => ({ ...line, key: String(index) }))}
      totals={[{ key: 'together', code: '', title: 'Together', debit: sum('debit'), credit: sum('credit') }]}
      columns={columns}
      keyOf={({ key }) => key}
    />
  );
}
