import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { Link } from 'wouter';
import { pageNumber, useFilters } from '../../platform/filters.ts';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { dayText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { PAGE_SIZE, PagedList } from '../../ui/paged-list.tsx';
import { Answer } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { ClosingCard } from './closing-card.tsx';
import { HeldPayoutsCard } from './held-payouts-card.tsx';
import { MovementDialog } from './movement-dialog.tsx';
import { kwachaText, walletText } from './treasury-words.ts';
import { WalletsCard } from './wallets-card.tsx';

type Piece = StaffAnswer<'listTransit'>['items'][number];

/** The lender's money at the operators, and what is on the way to and from it. */
export function FloatPage() {
  const mayMove = usePerson().permissions.includes('moveFloat');
  const [isMoving, setMoving] = useState(false);
  const query = useStaffAnswer('getFloat', {}, { isRenewed: true });
  useKeys('Float', mayMove ? [{ keys: 'n', does: 'Move money', run: () => setMoving(true) }] : []);
  return (
    <Page
      title="Float"
      actions={
        mayMove && (
          <Button look="main" keys="N" onClick={() => setMoving(true)}>
            Move money
          </Button>
        )
      }
    >
      <Cards>
        <HeldPayoutsCard />
        <Card title="Wallets" note="as our book has them" isFlush>
          <Answer query={query}>{({ wallets }) => <WalletsCard wallets={wallets} />}</Answer>
        </Card>
        <TransitList />
        <ClosingCard />
      </Cards>
      {isMoving && query.data && (
        <MovementDialog today={query.data.businessDate} onClose={() => setMoving(false)} />
      )}
    </Page>
  );
}

const LONG_DAYS = 3;

const columns: readonly Column<Piece>[] = [
  { title: 'Wallet', cell: walletText },
  { title: 'Amount', isRight: true, cell: ({ amount }) => <Money kwacha={amount} /> },
  { title: 'Way', cell: ({ isToWallet }) => (isToWallet ? 'to the wallet' : 'to the bank') },
  {
    title: 'Where it is known',
    isExtra: true,
    cell: ({ seenAt }) =>
      seenAt === 'bank' ? 'on the statement of the bank only' : 'declared at the wallet only',
  },
  { title: 'Since', isExtra: true, cell: ({ since }) => dayText(since) },
  { title: 'Age', isRight: true, cell: ({ days }) => <DaysOld days={days} /> },
];

function DaysOld({ days }: { days: number }) {
  const text = days === 1 ? '1 day' : `${days} days`;
  return days > LONG_DAYS ? <Badge look="bad">{text}</Badge> : text;
}

function TransitList() {
  const [filters, change] = useFilters({});
  const page = pageNumber(filters.page);
  const query = useStaffAnswer(
    'listTransit',
    { query: { page, pageSize: PAGE_SIZE } },
    { isList: true, isRenewed: true },
  );
  const balance = query.data?.balance;
  return (
    <PagedList
      label="In transit"
      isTitled
      note={
        balance === undefined || balance === 0 ? (
          'between the bank and the wallets'
        ) : (
          <>
            the account has {kwachaText(balance)}; rows of the bank are on the{' '}
            <Link href="/bank">page of the bank</Link>
          </>
        )
      }
      query={query}
      empty={[
        'Nothing is in transit',
        'A top-up or a sweep stands here from its approval until the statement of the bank has it, and a row of the bank until it is declared at the wallet.',
      ]}
      columns={columns}
      keyOf={({ seenAt, recordId }) => `${seenAt} ${recordId}`}
      page={page}
      onPage={(next) => change({ page: String(next) })}
    />
  );
}
