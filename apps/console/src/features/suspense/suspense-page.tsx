import { day, formatDay } from '@thumba/lending/day';
import type { ReactNode } from 'react';
import { pageNumber, useFilters } from '../../platform/filters.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { Card, Cards } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FilterBar, FilterTabs } from '../../ui/filter-bar.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { PAGE_SIZE, PagedList } from '../../ui/paged-list.tsx';
import type { Column } from '../../ui/table.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import { type PieceRow, sourceText } from './suspense-words.ts';
import { UnusedCreditList } from './unused-credit-list.tsx';

type Direction = PieceRow['direction'];

const TABS: readonly { value: Direction | 'unused'; text: string }[] = [
  { value: 'came', text: 'Money that came' },
  { value: 'left', text: 'Money that left' },
  { value: 'unused', text: 'Unused wallet credit' },
];

const EMPTY: Record<Direction, readonly [title: string, why: string]> = {
  came: [
    'No money waits for a place',
    'A piece appears here when money came and no loan or wallet can be named for it.',
  ],
  left: [
    'No money left without a place',
    'A piece appears here when money went out twice, or went out without the program. Money that comes back covers it.',
  ],
};

const columns: readonly Column<PieceRow>[] = [
  { title: 'Piece', cell: ({ pieceId }) => pieceId },
  { title: 'How it came here', cell: (piece) => sourceText(piece) },
  { title: 'Operator', cell: ({ operator }) => (operator ? OPERATOR_TITLES[operator] : '–'), isExtra: true },
  { title: 'Borrower', cell: ({ borrowerId }) => borrowerId ?? 'not known', isRight: true },
  { title: 'Moved', cell: ({ movedOn }) => formatDay(day(movedOn)), isRight: true },
  { title: 'Amount', cell: ({ amount }) => <Money kwacha={amount} />, isRight: true, isExtra: true },
  { title: 'Without a place', cell: ({ left }) => <Money kwacha={left} />, isRight: true },
];

/** Money whose place is not known: what came and what left, the oldest first, and wallet credit that was not used. */
export function SuspensePage() {
  const [filters, change] = useFilters({ tab: 'came' });
  const tab = TABS.find(({ value }) => value === filters.tab)?.value ?? 'came';
  const bar = (
    <FilterBar>
      <FilterTabs label="Which money" value={tab} choices={TABS} onChange={(next) => change({ tab: next })} />
    </FilterBar>
  );
  return tab === 'unused' ? (
    <Page title="Suspense" actions={<ListFiles list="listUnusedCredit" />}>
      {bar}
      <UnusedCreditList />
    </Page>
  ) : (
    <Pieces direction={tab} bar={bar} />
  );
}

function Pieces({ direction, bar }: { direction: Direction; bar: ReactNode }) {
  const [filters, change] = useFilters({ tab: 'came' });
  const page = pageNumber(filters.page);
  const query = useStaffAnswer(
    'listSuspense',
    { query: { direction, page, pageSize: PAGE_SIZE } },
    { isList: true },
  );
  const { data } = query;
  return (
    <Page
      title="Suspense"
      note={data && <Money kwacha={data.ledger} />}
      actions={<ListFiles list="listSuspense" filter={{ direction }} />}
    >
      {bar}
      <Cards>
        <PagedList
          label="Pieces of money in suspense"
          query={query}
          empty={EMPTY[direction]}
          columns={columns}
          keyOf={({ pieceId }) => pieceId}
          addressOf={({ pieceId }) => `/suspense/${pieceId}`}
          page={page}
          onPage={(next) => change({ page: String(next) })}
        />
        {data && (
          <Card title="What makes up the account">
            <Facts
              facts={[
                ['Came, without a place', <Money key="came" kwacha={data.came} />],
                ['Left, not covered', <Money key="left" kwacha={-data.left} />],
                ['Being sent back', <Money key="under" kwacha={data.underWay} />],
                ['Being paid out of wallets', <Money key="wallets" kwacha={data.walletPayouts} />],
                ['In the ledger', <Money key="ledger" kwacha={data.ledger} />],
              ]}
            />
          </Card>
        )}
      </Cards>
    </Page>
  );
}
