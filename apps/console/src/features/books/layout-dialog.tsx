import type { StaffAnswer, StaffBody } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { fieldsOf } from '../../platform/call-failure.ts';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Checks, TextArea, TextField } from '../../ui/field.tsx';
import { checkersOf, filedText } from '../requests/request-words.tsx';

type Layout = StaffAnswer<'getReturnLayout'>['versions'][number];
type Lines = StaffBody<'askForReturnLayout'>['lines'];

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** The lines that a text has. Undefined where it is no list in JSON. The server checks each line. */
function linesIn(text: string): Lines | undefined {
  try {
    const lines: unknown = JSON.parse(text);
    return Array.isArray(lines) ? (lines as Lines) : undefined;
  } catch {
    return undefined;
  }
}

/** Asks a second person for another layout of the return, which begins as the latest one. */
export function LayoutDialog({ layout, onClose }: { layout: Layout; onClose: () => void }) {
  const [source, setSource] = useState(layout.source);
  const [startsOn, setStartsOn] = useState('');
  const [compared, setCompared] = useState<'compared'[]>(layout.isConfirmed ? ['compared'] : []);
  const [text, setText] = useState(() => JSON.stringify(layout.lines, null, 1));
  const [isChecked, setChecked] = useState(false);
  const { send, sending } = useDialogSend('askForReturnLayout', ['listRequests', 'getToday'], {
    onClose,
    says: filedText,
  });
  const lines = linesIn(text);
  const refused = fieldsOf(sending.failure);
  return (
    <ConfirmDialog
      title="Another layout of the return"
      checkers={`A second person approves it: ${checkersOf('return_layout')}. Returns of earlier days keep their layout.`}
      action="Ask a second person"
      {...sending}
      check={() => {
        setChecked(true);
        return lines !== undefined && isDay(startsOn);
      }}
      onConfirm={(reason) =>
        lines && send({ body: { source, startsOn, isConfirmed: compared.length > 0, lines, reason } })
      }
    >
      <TextField
        label="Counts from"
        type="date"
        value={startsOn}
        onChange={setStartsOn}
        problem={isChecked && !isDay(startsOn) ? 'Choose a day.' : refused.startsOn}
      />
      <TextField label="Taken from" value={source} onChange={setSource} problem={refused.source} />
      <Checks
        label="Form of the regulator"
        choices={[{ value: 'compared', text: 'We compared the layout with it' }]}
        chosen={compared}
        onChange={setCompared}
      />
      <TextArea
        label="Lines, as JSON"
        rows={14}
        spellCheck={false}
        value={text}
        onChange={setText}
        hint="Each account of the chart stands in one line. The second person sees which lines differ."
        problem={lines === undefined ? 'This is no list in JSON.' : refused.lines}
      />
    </ConfirmDialog>
  );
}
