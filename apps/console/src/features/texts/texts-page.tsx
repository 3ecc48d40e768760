import { TEXT_GROUPS, type TextGroup } from '@thumba/contract/staff/text-groups';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useFilters } from '../../platform/filters.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { dayOfText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { FilterBar, FilterTabs } from '../../ui/filter-bar.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import { ENCODING_TITLES, GROUP_TITLES, textTitle } from './text-words.ts';
import styles from './texts.module.css';

type Row = StaffAnswer<'listTexts'>['items'][number];

const columns: readonly Column<Row>[] = [
  { title: 'Message', cell: ({ kind }) => textTitle(kind) },
  { title: 'Text', cell: ({ text }) => <span className={styles.text}>{text}</span> },
  {
    title: 'SMS',
    cell: ({ parts, mostParts }) => (parts === mostParts ? parts : `${parts} to ${mostParts}`),
    isRight: true,
    isExtra: true,
  },
  {
    title: 'Letters',
    cell: ({ encoding }) => <span className={styles.whole}>{ENCODING_TITLES[encoding]}</span>,
    isExtra: true,
  },
  { title: 'Version', cell: ({ version }) => version, isRight: true, isExtra: true },
  { title: 'Since', cell: ({ savedAt }) => dayOfText(savedAt), isExtra: true },
  { title: 'State', cell: (row) => <State row={row} /> },
];

function State({ row: { waitingRequestId, isOwn } }: { row: Row }) {
  if (waitingRequestId !== null) return <Badge look="warn">waits for a second person</Badge>;
  return isOwn ? <Badge look="good">own words</Badge> : <Badge>as delivered</Badge>;
}

const TABS = TEXT_GROUPS.map((value) => ({ value, text: GROUP_TITLES[value] }));

function groupOf(text: string): TextGroup {
  return TEXT_GROUPS.find((group) => group === text) ?? TEXT_GROUPS[0];
}

/** The words of every message that borrowers get, by what it is about. */
export function TextsPage() {
  const [filters, change] = useFilters({ about: TEXT_GROUPS[0] });
  const about = groupOf(filters.about);
  const query = useStaffAnswer('listTexts', {});
  return (
    <Page
      title="Messages"
      note="what borrowers read as SMS and in the app, with the figures of a sample loan"
      actions={<ListFiles list="listTexts" />}
    >
      <FilterBar>
        <FilterTabs label="About" value={about} choices={TABS} onChange={(next) => change({ about: next })} />
      </FilterBar>
      <Card isFlush>
        <Answer query={query}>
          {({ items }) => (
            <Table
              label="Messages"
              rows={items.filter(({ group }) => group === about)}
              columns={columns}
              keyOf={({ kind }) => kind}
              addressOf={({ kind }) => `/set-up/texts/${kind}`}
            />
          )}
        </Answer>
      </Card>
    </Page>
  );
}
