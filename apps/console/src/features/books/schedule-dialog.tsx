import {
  BOOK_REPORTS,
  type BookReport,
  bookReports,
  REPORT_FILE_FORMATS,
} from '@thumba/contract/staff/books-words';
import { SCHEDULE_STEPS, type ScheduleStep } from '@thumba/contract/staff/return-words';
import { useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { checkersOf } from '../requests/request-words.tsx';

const REPORTS = BOOK_REPORTS.filter((name) => !('isOfAccount' in bookReports[name]));
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Asks a second person for a report on a schedule. */
export function ScheduleDialog({ onClose }: { onClose: () => void }) {
  const [report, setReport] = useState<BookReport>('regulator-return');
  const [every, setEvery] = useState<ScheduleStep>('month');
  const [format, setFormat] = useState<(typeof REPORT_FILE_FORMATS)[number]>('xlsx');
  const [daysAfter, setDaysAfter] = useState('5');
  const [begins, setBegins] = useState('');
  const [isChecked, setChecked] = useState(false);
  const days = Number(daysAfter);
  const hasDays = Number.isInteger(days) && days >= 1 && days <= 28;
  const { send, sending } = useDialogSend('askForSchedule', ['listRequests', 'getToday'], {
    onClose,
    says: ({ requestId }) => `Request ${requestId} is filed: a second person decides on it.`,
  });
  return (
    <ConfirmDialog
      title="A report on a schedule"
      checkers={`A second person approves it: ${checkersOf('export_schedule')}. One person can end it at any time.`}
      action="Ask a second person"
      {...sending}
      check={() => {
        setChecked(true);
        return hasDays && isDay(begins);
      }}
      onConfirm={(reason) => send({ body: { report, every, format, daysAfter: days, begins, reason } })}
    >
      <Select
        label="Report"
        value={report}
        choices={REPORTS.map((value) => ({ value, text: bookReports[value].title }))}
        onChange={(chosen) => setReport(chosen as BookReport)}
      />
      <Select
        label="A file for each"
        value={every}
        choices={Object.entries(SCHEDULE_STEPS).map(([value, text]) => ({ value, text }))}
        onChange={(chosen) => setEvery(chosen as ScheduleStep)}
      />
      <Select
        label="Format"
        value={format}
        choices={REPORT_FILE_FORMATS.map((value) => ({ value, text: value.toUpperCase() }))}
        onChange={(chosen) => setFormat(chosen as typeof format)}
      />
      <TextField
        label="Days after its last day"
        inputMode="numeric"
        value={daysAfter}
        onChange={setDaysAfter}
        hint="From 1 to 28. Later payments of the days are in a later file."
        problem={isChecked && !hasDays ? 'Write a number from 1 to 28.' : undefined}
      />
      <TextField
        label="First file is of the days with"
        type="date"
        value={begins}
        onChange={setBegins}
        problem={isChecked && !isDay(begins) ? 'Choose a day.' : undefined}
      />
    </ConfirmDialog>
  );
}
