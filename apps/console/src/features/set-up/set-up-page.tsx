import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useStaffAnswer } from '../../platform/query.ts';
import { dayText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { offerAddress, setUpPages } from './set-up-pages.ts';
import { peopleText } from './versions-card.tsx';

type Item = StaffAnswer<'listOfferItems'>['items'][number];

const COLUMNS: readonly Column<Item>[] = [
  { title: 'Part', cell: ({ title }) => title },
  { title: 'Version', cell: ({ running }) => running?.version ?? '–', isRight: true },
  { title: 'Since', cell: ({ running }) => (running ? dayText(running.effectiveOn) : '–') },
  { title: 'Made by', cell: ({ running }) => (running ? peopleText(running) : '–'), isExtra: true },
  { title: 'Next', cell: (item) => <Next item={item} /> },
];

function Next({ item: { planned, waitingRequestId, withheld } }: { item: Item }) {
  return (
    <>
      {planned && (
        <Badge look="warn">{`version ${planned.version} from ${dayText(planned.effectiveOn)}`}</Badge>
      )}
      {waitingRequestId !== null && <Badge look="warn">waits for a second person</Badge>}
      {withheld.length > 0 && <Badge look="bad">not offered in full</Badge>}
    </>
  );
}

/** What the lender offers and decides by, each with the version that counts. */
export function SetUpPage() {
  const query = useStaffAnswer('listOfferItems', {});
  return (
    <Page title="Set-up" note={query.data && `policy in force: ${query.data.policyInForce}`}>
      <Cards>
        <Card title="Offer" isFlush>
          <Answer query={query}>
            {({ items }) => (
              <Table
                label="Parts of the offer"
                rows={items}
                columns={COLUMNS}
                keyOf={({ part, item }) => `${part} ${item}`}
                addressOf={offerAddress}
              />
            )}
          </Answer>
        </Card>
        <Card title="Other parts" isFlush>
          <Table
            label="Other parts"
            rows={setUpPages}
            columns={[
              { title: 'Part', cell: ({ title }) => title },
              { title: 'What it shows', cell: ({ shows }) => shows },
            ]}
            keyOf={({ path }) => path}
            addressOf={({ path }) => path}
          />
        </Card>
      </Cards>
    </Page>
  );
}
