import { useState } from 'react';
import { pageNumber, useFilters } from '../../platform/filters.ts';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { dayOfText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { PAGE_SIZE, PagedList } from '../../ui/paged-list.tsx';
import { Answer } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import { CampaignDialog } from './campaign-dialog.tsx';
import { type Campaign, type Offer, occasionText } from './coupon-words.ts';
import { OfferDialog } from './offer-dialog.tsx';
import { StopDialog } from './stop-dialog.tsx';

const offerColumns: readonly Column<Offer>[] = [
  { title: 'Offer', cell: ({ name }) => name },
  { title: 'Takes off', cell: ({ worth }) => worth },
  {
    title: 'At most',
    cell: ({ greatestWorth }) => <Money kwacha={greatestWorth} />,
    isRight: true,
    isExtra: true,
  },
  { title: 'Given', cell: ({ given }) => given, isRight: true, isExtra: true },
  { title: 'Used', cell: ({ used }) => used, isRight: true, isExtra: true },
  { title: 'Expired', cell: ({ expired }) => expired, isRight: true, isExtra: true },
  { title: 'Left on the wheel', cell: ({ wheelLeft }) => wheelLeft ?? '', isRight: true, isExtra: true },
  { title: 'Cost so far', cell: ({ cost }) => <Money kwacha={cost} />, isRight: true },
  { title: 'Given by itself', cell: ({ occasion }) => occasionText(occasion), isExtra: true },
];

/** Coupon offers with what they cost, and the campaigns that give their coupons. */
export function CouponsPage() {
  const mayChange = usePerson().permissions.includes('changeCampaigns');
  const [asked, setAsked] = useState<'offer' | 'campaign' | null>(null);
  const query = useStaffAnswer('listOffers', {});
  useKeys('Coupons', [
    ...(mayChange
      ? [
          { keys: 'n', does: 'New coupon offer', run: () => setAsked('offer') },
          { keys: 'h', does: 'New campaign', run: () => setAsked('campaign') },
        ]
      : []),
  ]);
  const close = () => setAsked(null);
  return (
    <Page
      title="Coupons"
      note="what they take off, and what they cost"
      actions={
        mayChange && (
          <>
            <Button keys="N" onClick={() => setAsked('offer')}>
              New offer
            </Button>
            <Button keys="H" onClick={() => setAsked('campaign')}>
              New campaign
            </Button>
          </>
        )
      }
    >
      <Cards>
        <Card title="Offers" actions={<ListFiles list="listOffers" />} isFlush>
          <Answer query={query}>
            {({ items }) => (
              <Table
                label="Offers"
                rows={items}
                columns={offerColumns}
                keyOf={({ code }) => code}
                addressOf={({ code }) => `/set-up/coupons/${code}`}
              />
            )}
          </Answer>
        </Card>
        <Card title="Cost in the ledger">
          <Answer query={query}>
            {({ cost, otherCost }) => (
              <Facts
                facts={[
                  ['All coupons', <Money key="cost" kwacha={cost} />],
                  ['Of these in no offer', <Money key="other" kwacha={otherCost} />],
                ]}
              />
            )}
          </Answer>
        </Card>
        <Campaigns />
      </Cards>
      {asked === 'offer' && <OfferDialog onClose={close} />}
      {asked === 'campaign' && <CampaignDialog offers={query.data?.items ?? []} onClose={close} />}
    </Page>
  );
}

function Campaigns() {
  const mayChange = usePerson().permissions.includes('changeCampaigns');
  const [filters, change] = useFilters({});
  const [stopped, setStopped] = useState<Campaign | null>(null);
  const page = pageNumber(filters.page);
  const request = { query: { page, pageSize: PAGE_SIZE } };
  const query = useStaffAnswer('listCampaigns', request, { isList: true, isRenewed: true });
  const columns: readonly Column<Campaign>[] = [
    { title: 'Campaign', cell: ({ name }) => name },
    { title: 'For', cell: ({ audience }) => audience },
    { title: 'Coupon', cell: ({ offerName, worth }) => `${offerName}, ${worth}`, isExtra: true },
    { title: 'Given', cell: ({ given, mostCoupons }) => `${given} of ${mostCoupons}`, isRight: true },
    { title: 'Used', cell: ({ used }) => used, isRight: true },
    { title: 'Cost so far', cell: ({ cost }) => <Money kwacha={cost} />, isRight: true },
    { title: 'Asked by', cell: ({ madeBy }) => madeBy ?? '', isExtra: true },
    { title: 'Approved by', cell: ({ checkedBy }) => checkedBy ?? '', isExtra: true },
    { title: 'Since', cell: ({ startedAt }) => dayOfText(startedAt), isExtra: true },
    {
      title: 'State',
      cell: (campaign) => (
        <State campaign={campaign} onStop={mayChange ? () => setStopped(campaign) : undefined} />
      ),
    },
  ];
  return (
    <>
      <PagedList
        label="Campaigns"
        isTitled
        note="each goes once through all borrowers"
        query={query}
        empty={[
          'There was no campaign yet',
          'A campaign gives a coupon of an offer to many borrowers at once.',
        ]}
        columns={columns}
        keyOf={({ campaignId }) => campaignId}
        page={page}
        onPage={(next) => change({ page: String(next) })}
      />
      {stopped && <StopDialog campaign={stopped} onClose={() => setStopped(null)} />}
    </>
  );
}

type StateProps = { campaign: Campaign; onStop: (() => void) | undefined };

function State({ campaign: { state, waitingRequestId }, onStop }: StateProps) {
  if (state === 'finished') return <Badge look="good">has ended</Badge>;
  if (state === 'stopped') return <Badge look="bad">stopped</Badge>;
  if (waitingRequestId !== null) return <Badge look="warn">end waits for a second person</Badge>;
  return (
    <>
      <Badge look="warn">gives coupons</Badge>{' '}
      {onStop && (
        <Button look="link" onClick={onStop}>
          Stop
        </Button>
      )}
    </>
  );
}
