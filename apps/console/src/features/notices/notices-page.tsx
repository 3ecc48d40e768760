import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { dayText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import { NoticeDialog } from './notice-dialog.tsx';
import { KIND_TITLES, type Notice } from './notice-words.ts';

type Answered = StaffAnswer<'listNotices'>;

const columns: readonly Column<Notice>[] = [
  { title: 'Title', cell: ({ title }) => title },
  { title: 'Kind', cell: ({ kind }) => KIND_TITLES[kind], isExtra: true },
  { title: 'Text', cell: ({ body }) => body, isExtra: true },
  { title: 'From', cell: ({ shownFrom }) => dayText(shownFrom), isExtra: true },
  { title: 'Until', cell: ({ shownUntil }) => dayText(shownUntil) },
  { title: 'State', cell: (notice) => <State notice={notice} /> },
];

function State({ notice: { state, waitingRequestId } }: { notice: Notice }) {
  if (waitingRequestId !== null) return <Badge look="warn">waits for a second person</Badge>;
  if (state === 'shown') return <Badge look="good">shown</Badge>;
  return <Badge>{state === 'planned' ? 'planned' : 'over'}</Badge>;
}

/** What all borrowers are told, and the holidays of the coming year. */
export function NoticesPage() {
  const mayChange = usePerson().permissions.includes('changeTexts');
  const [isAsking, setAsking] = useState(false);
  const query = useStaffAnswer('listNotices', {});
  useKeys('Notices', [
    ...(mayChange ? [{ keys: 'n', does: 'New notice, offer or holiday', run: () => setAsking(true) }] : []),
  ]);
  return (
    <Page
      title="Notices and holidays"
      note="what all borrowers are told, and when"
      actions={
        <>
          <ListFiles list="listNotices" />
          {mayChange && (
            <Button keys="N" onClick={() => setAsking(true)}>
              New notice
            </Button>
          )}
        </>
      }
    >
      <Answer query={query}>{(answered) => <NoticeCards answered={answered} />}</Answer>
      {isAsking && query.data && (
        <NoticeDialog today={query.data.businessDate} onClose={() => setAsking(false)} />
      )}
    </Page>
  );
}

function NoticeCards({ answered: { items, holidays, isTold } }: { answered: Answered }) {
  return (
    <Cards>
      {!isTold && <p>The settings of this lender show borrowers none of it (NOTICES).</p>}
      <Card title="Notices, offers and declared holidays" isFlush>
        {items.length === 0 ? (
          <Empty title="Borrowers are told nothing">
            A notice stands on home, an offer opens after signing in, and a holiday is told on its day.
          </Empty>
        ) : (
          <Table
            label="Notices"
            rows={items}
            columns={columns}
            keyOf={({ noticeCode }) => noticeCode}
            addressOf={({ noticeCode }) => `/set-up/notices/${noticeCode}`}
          />
        )}
      </Card>
      <Card title="Public holidays" note="of the coming year; no due date moves">
        <Facts facts={holidays.map(({ on, name }) => [dayText(on), name] as const)} />
      </Card>
    </Cards>
  );
}
