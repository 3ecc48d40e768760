import { lenderSettings, startOfSetting } from '@thumba/contract/staff/lender-settings';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useStaffAnswer } from '../../platform/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { byText, instantText, START_WORDS, settingAddress, valuesText } from './setting-words.ts';

type Row = StaffAnswer<'listSettings'>['items'][number];

const columns: readonly Column<Row>[] = [
  { title: 'Setting', cell: ({ setting }) => lenderSettings[setting].title },
  { title: 'Now', cell: ({ values }) => valuesText(values) },
  {
    title: 'Since',
    cell: ({ setting, running }) =>
      running ? (
        <Time at={running.effectiveFrom} />
      ) : startOfSetting(setting) === 'nothing' ? (
        'not set up yet'
      ) : (
        'the server started'
      ),
    isExtra: true,
  },
  {
    title: 'By',
    cell: ({ setting, running }) => (running ? byText(running) : START_WORDS[startOfSetting(setting)].by),
    isExtra: true,
  },
  { title: 'Next', cell: (row) => <Next row={row} /> },
];

function Next({ row: { planned, waiting } }: { row: Row }) {
  return (
    <>
      {planned && (
        <Badge look="warn">{`version ${planned.version} from ${instantText(planned.effectiveFrom)}`}</Badge>
      )}
      {waiting && <Badge look="warn">waits for a second person</Badge>}
    </>
  );
}

/** The settings of the lender that two people change: what counts now, since when and by whom. */
export function SettingsPage() {
  const query = useStaffAnswer('listSettings', {});
  return (
    <Page title="Settings" note="each is changed by two people, and counts in every server within seconds">
      <Card isFlush>
        <Answer query={query}>
          {({ items }) => (
            <Table
              label="Settings"
              rows={items}
              columns={columns}
              keyOf={({ setting }) => setting}
              addressOf={({ setting }) => settingAddress(setting)}
            />
          )}
        </Answer>
      </Card>
    </Page>
  );
}
