import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { pageNumber, useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { dayText } from '../../platform/time.ts';
import { Page } from '../../ui/page.tsx';
import { PAGE_SIZE, PagedList } from '../../ui/paged-list.tsx';
import type { Column } from '../../ui/table.tsx';
import { dayAddress, keyOf, walletText } from './treasury-words.ts';

type Row = StaffAnswer<'listUnsignedDays'>['items'][number];

const columns: readonly Column<Row>[] = [
  { title: 'Day', cell: ({ on }) => dayText(on) },
  { title: 'Wallet', cell: walletText },
];

/** The days of wallets that wait for a signature. */
export function WalletsPage() {
  const [filters, change] = useFilters({});
  const page = pageNumber(filters.page);
  const query = useStaffAnswer(
    'listUnsignedDays',
    { query: { page, pageSize: PAGE_SIZE } },
    { isList: true, isRenewed: true },
  );
  return (
    <Page title="Days of wallets" note="not signed off, the oldest first">
      <PagedList
        label="Days that are not signed"
        query={query}
        empty={[
          'Every day is signed off',
          'A day on which money moved in a wallet stands here once it is over, until a person signs it with the balance that the operator shows.',
        ]}
        columns={columns}
        keyOf={(row) => `${keyOf(row)} ${row.on}`}
        addressOf={(row) => dayAddress(row, row.on)}
        page={page}
        onPage={(next) => change({ page: String(next) })}
      />
    </Page>
  );
}
