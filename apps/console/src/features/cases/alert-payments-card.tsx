import { Link } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import type { AlertCase } from './alert-words.tsx';

type Payment = AlertCase['payments'][number];

const PURPOSES: Readonly<Record<string, string>> = {
  repayment: 'repayment',
  extension: 'extension',
  settlement: 'early settlement',
  cooling_off: 'money given back',
  loan_payout: 'payout of the loan',
  wallet_payout: 'payout of wallet credit',
  suspense_return: 'money sent back',
};

const COLUMNS: readonly Column<Payment>[] = [
  { title: 'When', cell: ({ at }) => <Time at={at} /> },
  {
    title: 'What',
    cell: ({ purpose, loanId }) => (
      <>
        {PURPOSES[purpose] ?? purpose}
        {loanId !== null && (
          <>
            , <Link href={`/loans/${loanId}`}>loan {loanId}</Link>
          </>
        )}
      </>
    ),
  },
  {
    title: 'Number',
    cell: ({ otherNumber, maskedMobile, operator }) =>
      otherNumber === null ? (
        <>of the borrower, {operator}</>
      ) : (
        <>
          <Badge look="warn">other {otherNumber}</Badge> {maskedMobile}, {operator}
        </>
      ),
  },
  {
    title: 'Alerts',
    cell: ({ alertIds }) => (alertIds.length === 0 ? '–' : alertIds.join(', ')),
    isExtra: true,
  },
  {
    title: 'In',
    cell: ({ direction, amount }) => direction === 'collection' && <Money kwacha={amount} />,
    isRight: true,
  },
  {
    title: 'Out',
    cell: ({ direction, amount }) => direction === 'payout' && <Money kwacha={amount} />,
    isRight: true,
  },
];

/** All payments of the borrower in the order of time, and what the ledger says of them. */
export function AlertPaymentsCard({ one: { payments, sums, isMore } }: { one: AlertCase }) {
  return (
    <>
      <Card title="Payments" note={isMore ? 'the newest ones' : 'the oldest first'} isFlush>
        {payments.length === 0 ? (
          <Empty title="No payment">The payments of the borrower stand here.</Empty>
        ) : (
          <Table label="Payments" rows={payments} columns={COLUMNS} keyOf={({ paymentId }) => paymentId} />
        )}
      </Card>
      <Card title="By the ledger">
        <Facts
          facts={[
            ['Came in', <Money key="in" kwacha={sums.cameIn} />],
            ['Went out', <Money key="out" kwacha={sums.wentOut} />],
          ]}
        />
      </Card>
    </>
  );
}
