import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { useStaffAnswer } from '../../platform/query.ts';
import { dayText } from '../../platform/time.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { STATE_WORDS } from './what-if-words.ts';

type Run = StaffAnswer<'listWhatIfs'>['items'][number];

const COLUMNS: readonly Column<Run>[] = [
  { title: 'What-if', cell: ({ runId }) => runId },
  { title: 'Started', cell: ({ startedAt }) => <Time at={startedAt} /> },
  { title: 'By', cell: ({ startedBy }) => startedBy.name },
  { title: 'Period', cell: ({ fromOn, throughOn }) => `${dayText(fromOn)} to ${dayText(throughOn)}` },
  { title: 'Applications', cell: ({ applications }) => formatCount(applications), isRight: true },
  { title: 'State', cell: ({ state }) => STATE_WORDS[state] },
];

/** The drafts that were tried in the last days. */
export function WhatIfsPage() {
  const query = useStaffAnswer('listWhatIfs', {}, { isRenewed: true });
  return (
    <Page
      title="What-ifs"
      note="drafts that were tried over past applications; they are kept for seven days"
      actions={<ButtonLink to="/set-up/decisions">Rules and scorecard</ButtonLink>}
    >
      <Card isFlush>
        <Answer query={query}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="No draft was tried in the last seven days">
                A draft is tried on the page of the rules and the scorecard.
              </Empty>
            ) : (
              <Table
                label="What-ifs"
                rows={items}
                columns={COLUMNS}
                keyOf={({ runId }) => runId}
                addressOf={({ runId }) => `/set-up/what-ifs/${runId}`}
              />
            )
          }
        </Answer>
      </Card>
    </Page>
  );
}
