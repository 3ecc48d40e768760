import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { dayText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { MessageToBorrower } from '../../ui/effect.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { NoticeDialog } from './notice-dialog.tsx';
import { KIND_TITLES, type Notice } from './notice-words.ts';

type Version = StaffAnswer<'listNoticeVersions'>['items'][number];

const columns: readonly Column<Version>[] = [
  { title: 'Version', cell: ({ version }) => version },
  { title: 'Text', cell: ({ title, body }) => `${title}: ${body}` },
  { title: 'From', cell: ({ shownFrom }) => dayText(shownFrom) },
  { title: 'Until', cell: ({ shownUntil }) => dayText(shownUntil) },
  { title: 'Asked by', cell: ({ madeBy }) => madeBy ?? 'the program' },
  { title: 'Approved by', cell: ({ checkedBy }) => checkedBy ?? '' },
  { title: 'Since', cell: ({ savedAt }) => <Time at={savedAt} /> },
];

/** One notice: as borrowers read it, its days and its versions. */
export function NoticePage({ noticeCode }: { noticeCode: string }) {
  const notices = useStaffAnswer('listNotices', {});
  const versions = useStaffAnswer('listNoticeVersions', { params: { noticeCode } });
  const notice = notices.data?.items.find((one) => one.noticeCode === noticeCode);
  return (
    <Page title={notice?.title ?? 'Notice'} note={noticeCode}>
      <Cards>
        <Answer query={notices}>
          {({ businessDate }) =>
            notice ? (
              <NoticeCard notice={notice} today={businessDate} />
            ) : (
              <Empty title="There is no such notice" />
            )
          }
        </Answer>
        <Card title="Versions" isFlush>
          <Answer query={versions}>
            {({ items }) => (
              <Table label="Versions" rows={items} columns={columns} keyOf={({ version }) => version} />
            )}
          </Answer>
        </Card>
      </Cards>
    </Page>
  );
}

function NoticeCard({ notice, today }: { notice: Notice; today: string }) {
  const { kind, body, link, shownFrom, shownUntil, waitingRequestId } = notice;
  const mayChange = usePerson().permissions.includes('changeTexts') && waitingRequestId === null;
  const [isAsking, setAsking] = useState(false);
  useKeys(
    'This notice',
    mayChange ? [{ keys: 'w', does: 'Ask for other words or days', run: () => setAsking(true) }] : [],
  );
  return (
    <Card
      title={KIND_TITLES[kind]}
      note={`version ${notice.version}`}
      actions={
        mayChange && (
          <Button keys="W" onClick={() => setAsking(true)}>
            Other words or days
          </Button>
        )
      }
    >
      <Cards>
        <MessageToBorrower text={`${notice.title}\n${body}`} />
        <Facts
          facts={[
            ['From', dayText(shownFrom)],
            ['Until', dayText(shownUntil)],
            ['Leads to', link],
            [
              'Change',
              waitingRequestId === null ? null : (
                <Badge key="waits" look="warn">
                  request {waitingRequestId} waits for a second person
                </Badge>
              ),
            ],
          ]}
        />
      </Cards>
      {isAsking && <NoticeDialog notice={notice} today={today} onClose={() => setAsking(false)} />}
    </Card>
  );
}
