import type { BureauListingState } from '@thumba/contract/staff/bureau';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { dayText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { FilterBar, FilterTabs } from '../../ui/filter-bar.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Money } from '../../ui/money.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import { DecideDisputeDialog, OpenDisputeDialog } from './bureau-dialogs.tsx';
import { LISTING_TABS, monthText, NO_LISTINGS } from './bureau-words.ts';
import { NextRows } from './next-rows.tsx';

type Listing = StaffAnswer<'listBureauListings'>['items'][number];
type Asked = { listing: Listing; does: 'dispute' | 'uphold' | 'reject' };

/** Loans of which borrowers were warned, that are listed, or whose listing is frozen by a dispute. */
export function ListingsCard({ listed }: { listed: StaffAnswer<'listBureauFiles'> }) {
  const [filters, change] = useFilters({ state: 'warned', after: '' });
  const [asked, setAsked] = useState<Asked | null>(null);
  const state = LISTING_TABS.find(({ value }) => value === filters.state)?.value ?? 'warned';
  const after = Number(filters.after) || 0;
  const query = useStaffAnswer('listBureauListings', { query: { state, after } }, { isList: true });
  return (
    <>
      <FilterBar>
        <FilterTabs
          label="Which listings"
          value={state}
          choices={LISTING_TABS.map((tab) => ({ ...tab, count: listed.counts[tab.value] }))}
          onChange={(next) => change({ state: next, after: '' })}
        />
      </FilterBar>
      <Card
        title="Negative listings"
        note={noteOf(listed)}
        actions={<ListFiles list="listBureauListings" filter={{ state }} />}
        isFlush
      >
        <Answer query={query}>
          {({ items, next }) =>
            items.length === 0 ? (
              <Empty title={NO_LISTINGS[state][0]}>{NO_LISTINGS[state][1]}</Empty>
            ) : (
              <>
                <ListingsTable rows={items} state={state} onAsk={setAsked} />
                <NextRows after={after} next={next} onGo={(place) => change({ after: String(place) })} />
              </>
            )
          }
        </Answer>
      </Card>
      {asked?.does === 'dispute' && (
        <OpenDisputeDialog listing={asked.listing} onClose={() => setAsked(null)} />
      )}
      {asked && asked.does !== 'dispute' && (
        <DecideDisputeDialog
          listing={asked.listing}
          isUpheld={asked.does === 'uphold'}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

function noteOf({ listFromDaysLate, warnDays }: StaffAnswer<'listBureauFiles'>): string {
  return `from ${listFromDaysLate} days late on, warned ${warnDays} days before`;
}

type TableProps = {
  rows: readonly Listing[];
  state: BureauListingState;
  onAsk: (asked: Asked) => void;
};

function ListingsTable({ rows, state, onAsk }: TableProps) {
  const { permissions } = usePerson();
  const choicesOf = (listing: Listing) => [
    ...(listing.dispute === null && permissions.includes('workArrears')
      ? [{ text: 'The borrower disputes it', run: () => onAsk({ listing, does: 'dispute' }) }]
      : []),
    ...(listing.dispute !== null && !listing.dispute.isMine && permissions.includes('checkArrears')
      ? [
          { text: 'The borrower is right', run: () => onAsk({ listing, does: 'uphold' }) },
          { text: 'The listing is right', run: () => onAsk({ listing, does: 'reject' }) },
        ]
      : []),
  ];
  const columns: Column<Listing>[] = [
    { title: 'Loan', cell: ({ loanId }) => loanId },
    { title: 'Owed', cell: ({ owed }) => <Money kwacha={owed} />, isRight: true, isExtra: true },
    { title: 'Warned', cell: ({ warnedOn }) => dayText(warnedOn), isExtra: true },
    state === 'listed'
      ? { title: 'First told', cell: ({ listedIn }) => (listedIn === null ? '–' : monthText(listedIn)) }
      : {
          title: 'May be told from',
          cell: ({ listFromOn }) => dayText(listFromOn),
          isExtra: state === 'disputed',
        },
    ...(state === 'disputed' ? [{ title: 'Why', cell: DisputeText }] : []),
    {
      title: 'Do',
      isRight: true,
      cell: (listing) => {
        const choices = choicesOf(listing);
        return choices.length === 0 ? '–' : <Menu label={`Loan ${listing.loanId}`} choices={choices} />;
      },
    },
  ];
  return (
    <Table
      label="Negative listings"
      rows={rows}
      columns={columns}
      keyOf={({ listingId }) => listingId}
      addressOf={({ loanId }) => `/arrears/${loanId}`}
    />
  );
}

function DisputeText({ dispute, isComplaintOpen }: Listing) {
  return (
    <>
      {dispute && (
        <>
          <bdi>{dispute.reason}</bdi> (<bdi>{dispute.by}</bdi>){' '}
        </>
      )}
      {isComplaintOpen && <Badge>a complaint waits for its answer</Badge>}
    </>
  );
}
