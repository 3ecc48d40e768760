import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { Link } from 'wouter';
import { dayText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Money } from '../../ui/money.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import styles from './treasury.module.css';
import { keyOf, walletText } from './treasury-words.ts';

type Row = StaffAnswer<'getFloat'>['wallets'][number];

/** Each wallet with a bar. The line on the bar of a wallet for payouts is what payouts need. */
export function WalletsCard({ wallets }: { wallets: readonly Row[] }) {
  const most = Math.max(1, ...wallets.flatMap(({ balance, needed }) => [balance, needed ?? 0]));
  const columns: readonly Column<Row>[] = [
    { title: 'Wallet', cell: walletText },
    { title: 'Balance', isRight: true, cell: ({ balance }) => <Money kwacha={balance} /> },
    { title: 'Beside the others', isExtra: true, cell: (row) => <Bar row={row} most={most} /> },
    {
      title: 'Payouts need',
      isRight: true,
      cell: ({ needed }) => (needed === null ? '' : <Money kwacha={needed} />),
    },
    { title: 'Enough', cell: (row) => <Enough row={row} /> },
    {
      title: 'Held payouts',
      isRight: true,
      cell: ({ heldPayouts, needed }) => (needed === null ? '' : heldPayouts),
    },
    {
      title: 'Signed through',
      isExtra: true,
      cell: ({ signedThrough }) => (signedThrough === null ? 'no day' : dayText(signedThrough)),
    },
    {
      title: 'Not signed',
      isRight: true,
      cell: ({ unsignedDays }) =>
        unsignedDays === 0 ? '0 days' : <Link href="/wallets">{daysText(unsignedDays)}</Link>,
    },
  ];
  return <Table label="Wallets" rows={wallets} columns={columns} keyOf={keyOf} />;
}

const daysText = (count: number) => (count === 1 ? '1 day' : `${count} days`);

function Enough({ row: { balance, needed } }: { row: Row }) {
  if (needed === null) return '';
  return balance < needed ? <Badge look="bad">too little</Badge> : <Badge look="good">enough</Badge>;
}

const WIDTH = 100;
const HEIGHT = 8;

/** It repeats what the columns beside it say. */
function Bar({ row: { balance, needed }, most }: { row: Row; most: number }) {
  const at = (kwacha: number) => (Math.max(0, kwacha) / most) * WIDTH;
  const isShort = needed !== null && balance < needed;
  return (
    <svg
      className={styles.bar}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className={styles.barAll} width={WIDTH} height={HEIGHT} />
      <rect className={isShort ? styles.barShort : styles.barPart} width={at(balance)} height={HEIGHT} />
      {needed !== null && needed > 0 && (
        <rect className={styles.barNeed} x={Math.max(0, at(needed) - 1)} width={1} height={HEIGHT} />
      )}
    </svg>
  );
}
