import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { type Offer, occasionText } from './coupon-words.ts';
import { OfferDialog } from './offer-dialog.tsx';

type Version = StaffAnswer<'listOfferHistory'>['items'][number];

const columns: readonly Column<Version>[] = [
  { title: 'Version', cell: ({ version }) => version },
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Takes off', cell: ({ worth }) => worth },
  {
    title: 'For plans from',
    cell: ({ minPlan }) => (minPlan === null ? 'any' : <Money kwacha={minPlan} />),
    isRight: true,
  },
  { title: 'Days', cell: ({ validDays }) => validDays, isRight: true },
  { title: 'Given', cell: ({ occasion }) => occasionText(occasion), isExtra: true },
  { title: 'Asked by', cell: ({ madeBy }) => madeBy ?? 'the program' },
  { title: 'Approved by', cell: ({ checkedBy }) => checkedBy ?? '' },
  { title: 'Since', cell: ({ savedAt }) => <Time at={savedAt} /> },
];

/** One coupon offer: what became of its coupons, what they cost, and its versions. */
export function OfferPage({ code }: { code: string }) {
  const offers = useStaffAnswer('listOffers', {});
  const history = useStaffAnswer('listOfferHistory', { params: { offerCode: code } });
  const offer = offers.data?.items.find((one) => one.code === code);
  return (
    <Page title={offer ? `Coupon ${offer.name}` : 'Coupon'} note={code}>
      <Cards>
        <Answer query={offers}>
          {() => (offer ? <OfferCard offer={offer} /> : <Empty title="There is no such coupon offer" />)}
        </Answer>
        <Card title="Versions" note="a coupon that was given keeps the terms of its version" isFlush>
          <Answer query={history}>
            {({ items }) => (
              <Table label="Versions" rows={items} columns={columns} keyOf={({ version }) => version} />
            )}
          </Answer>
        </Card>
      </Cards>
    </Page>
  );
}

function OfferCard({ offer }: { offer: Offer }) {
  const mayChange = usePerson().permissions.includes('changeCampaigns') && offer.waitingRequestId === null;
  const [isAsking, setAsking] = useState(false);
  useKeys(
    'This coupon offer',
    mayChange ? [{ keys: 'w', does: 'Ask for other terms', run: () => setAsking(true) }] : [],
  );
  return (
    <Card
      title="Coupons of this offer"
      note={`version ${offer.version}`}
      actions={
        mayChange && (
          <Button keys="W" onClick={() => setAsking(true)}>
            Other terms
          </Button>
        )
      }
    >
      <Facts
        facts={[
          ['A coupon takes off', offer.worth],
          ['At most', <Money key="most" kwacha={offer.greatestWorth} />],
          ['Given', offer.given],
          ['Can be used', offer.usable],
          ['Used', offer.used],
          ['Expired', offer.expired],
          ['Cost so far', <Money key="cost" kwacha={offer.cost} />],
          ['Left on the wheel', offer.wheelLeft],
          [
            'Other terms',
            offer.waitingRequestId === null ? null : (
              <Badge key="waits" look="warn">
                request {offer.waitingRequestId} waits for a second person
              </Badge>
            ),
          ],
        ]}
      />
      {isAsking && <OfferDialog offer={offer} onClose={() => setAsking(false)} />}
    </Card>
  );
}
