import { bookReports } from '@thumba/contract/staff/books-words';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatCount } from '@thumba/lending/count';
import { useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useDownload } from '../../platform/download.ts';
import { useFilters } from '../../platform/filters.ts';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer, useStaffSend } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { dayText } from '../../platform/time.ts';
import { showToast } from '../../platform/toasts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { Steps } from '../../ui/paging.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';

type Schedule = StaffAnswer<'listSchedules'>['items'][number];
type Run = StaffAnswer<'listScheduleRuns'>['items'][number];

const CHANGED = ['listSchedules', 'listScheduleRuns'] as const;

const titleOf = (report: string) => bookReports[report as keyof typeof bookReports]?.title ?? report;
const daysOf = ({ from, to }: Run) => (from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`);

/** Reports that are written as files by themselves, and the files. */
export function SchedulesPage() {
  const mayKeep = usePerson().permissions.includes('keepBooks');
  const [isAsking, setAsking] = useState(false);
  const [ended, setEnded] = useState<Schedule | null>(null);
  const query = useStaffAnswer('listSchedules', {}, { isRenewed: true });
  useKeys(
    'Schedules',
    mayKeep ? [{ keys: 'n', does: 'Ask for a schedule', run: () => setAsking(true) }] : [],
  );
  return (
    <Page
      title="Schedules"
      note="reports as files after each day, week or month"
      actions={
        <>
          <ButtonLink to="/books">Books</ButtonLink>
          {mayKeep && (
            <Button look="main" keys="N" onClick={() => setAsking(true)}>
              Ask for one
            </Button>
          )}
        </>
      }
    >
      <Cards>
        <Card title="Schedules" actions={<ListFiles list="listSchedules" />} isFlush>
          <Answer query={query}>
            {({ items }) =>
              items.length === 0 ? (
                <Empty title="There is no schedule">
                  One person asks for a report on a schedule, and another one approves it. Its files are
                  written to the folder “exports” of the program.
                </Empty>
              ) : (
                <Table
                  label="Schedules"
                  rows={items}
                  columns={scheduleColumns(mayKeep ? setEnded : undefined)}
                  keyOf={({ scheduleId }) => scheduleId}
                />
              )
            }
          </Answer>
        </Card>
        <RunsCard mayKeep={mayKeep} />
      </Cards>
      {isAsking && <ScheduleDialog onClose={() => setAsking(false)} />}
      {ended && <EndDialog schedule={ended} onClose={() => setEnded(null)} />}
    </Page>
  );
}

function scheduleColumns(onEnd: ((schedule: Schedule) => void) | undefined): Column<Schedule>[] {
  return [
    { title: 'Report', cell: ({ report }) => titleOf(report) },
    { title: 'Each', cell: ({ every, format }) => `${every}, ${format.toUpperCase()}` },
    { title: 'Days after', cell: ({ daysAfter }) => daysAfter, isRight: true, isExtra: true },
    { title: 'Made by', cell: ({ madeBy }) => madeBy, isExtra: true },
    {
      title: 'Last file',
      cell: ({ lastRun }) => (lastRun === null ? 'none yet' : <RunState run={lastRun} />),
    },
    {
      title: 'State',
      cell: (schedule) =>
        schedule.endedAt === null ? (
          onEnd ? (
            <Button look="link" onClick={() => onEnd(schedule)}>
              End<span className="visually-hidden"> {titleOf(schedule.report)}</span>
            </Button>
          ) : (
            'goes on'
          )
        ) : (
          `ended by ${schedule.endedBy}`
        ),
    },
  ];
}

function RunState({ run }: { run: Run }) {
  if (run.madeAt === null)
    return run.failure === null ? <Badge look="warn">waits</Badge> : <Badge look="bad">failed</Badge>;
  return run.openChecks === 0 ? (
    <Badge look="good">made</Badge>
  ) : (
    <Badge look="bad">{`made, ${run.openChecks} checks fail`}</Badge>
  );
}

function RunsCard({ mayKeep }: { mayKeep: boolean }) {
  const [filters, change] = useFilters({ before: '' });
  const before = /^\d{1,15}$/.test(filters.before) ? Number(filters.before) : undefined;
  const query = useStaffAnswer('listScheduleRuns', { query: { before } }, { isRenewed: true, isList: true });
  const { save } = useDownload('downloadScheduleRun');
  const again = useStaffSend('tryScheduleRunAgain', CHANGED);
  const columns: Column<Run>[] = [
    { title: 'Report', cell: ({ report }) => titleOf(report) },
    { title: 'Days', cell: daysOf },
    { title: 'State', cell: (run) => <RunState run={run} /> },
    { title: 'Rows', cell: ({ rows }) => rows !== null && formatCount(rows), isRight: true },
    { title: 'Made', cell: ({ madeAt }) => madeAt && <Time at={madeAt} />, isExtra: true },
    { title: 'Hash', cell: ({ sha256 }) => sha256 && <code>{sha256.slice(0, 12)}</code>, isExtra: true },
    {
      title: 'File',
      cell: ({ runId, madeAt, failure }) => {
        if (madeAt !== null)
          return (
            <Button look="link" onClick={() => save({ params: { runId } })}>
              Download<span className="visually-hidden"> file {runId}</span>
            </Button>
          );
        return failure !== null && mayKeep ? (
          <Button
            look="link"
            onClick={() =>
              again.mutate(
                { params: { runId } },
                {
                  onSuccess: () => showToast('The file is being made.'),
                  onError: ({ message }) => showToast(message),
                },
              )
            }
          >
            Try again<span className="visually-hidden"> file {runId}</span>
          </Button>
        ) : (
          failure
        );
      },
    },
  ];
  return (
    <Card title="Files" actions={<ListFiles list="listScheduleRuns" />} isFlush>
      <Answer query={query}>
        {({ items, isMore }) => (
          <>
            {items.length === 0 ? (
              <Empty title="No file was made yet">
                A file is made some days after the end of its day, week or month.
              </Empty>
            ) : (
              <Table label="Files" rows={items} columns={columns} keyOf={({ runId }) => runId} />
            )}
            <Steps
              names={['Newest files', 'Older files']}
              onBefore={before === undefined ? undefined : () => change({ before: '' })}
              onNext={isMore ? () => change({ before: String(items.at(-1)!.runId) }) : undefined}
            />
          </>
        )}
      </Answer>
    </Card>
  );
}

function EndDialog({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const { scheduleId, report, every } = schedule;
  const { send, sending } = useDialogSend('endSchedule', CHANGED, {
    onClose,
    says: () => 'The schedule has ended. Its files stay.',
  });
  return (
    <ConfirmDialog
      title={`End “${titleOf(report)}”`}
      effect={[{ title: 'Files', before: `one each ${every}`, after: 'no further ones' }]}
      action="End it"
      look="danger"
      {...sending}
      onConfirm={(reason) => send({ params: { scheduleId }, body: { reason } })}
    />
  );
}
