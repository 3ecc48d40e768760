import { MOST_JOURNAL_FILE_BYTES } from '@thumba/contract/staff/calls/journals';
import { PROPOSABLE_KINDS, type ProposableKind } from '@thumba/contract/staff/journal-words';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { sentenceOf } from '../../platform/call-failure.ts';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { useSendFile } from '../../platform/send-file.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { FileField, Form, Select, TextArea, TextField } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import { CHECKERS_OF_BOOKS, JOURNAL_CALLS } from './books-words.ts';
import { LinesField } from './lines-field.tsx';
import { emptyLine, problemsOf, sumsOf, type TypedLine, writtenLines } from './typed-lines.ts';

const KIND_TEXTS: Record<ProposableKind, string> = {
  manual: 'Journal',
  take_on: 'Opening balances from another system',
};
const KIND_CHOICES = PROPOSABLE_KINDS.map((value) => ({ value, text: KIND_TEXTS[value] }));
const MEGABYTES = MOST_JOURNAL_FILE_BYTES / 1024 / 1024;

type ReadFile = StaffAnswer<'readJournalFile'>;

const linesOfFile = ({ lines }: ReadFile): TypedLine[] =>
  lines.map(({ code, debit, credit }, key) => ({
    ...{ key, code },
    debit: debit === null ? '' : String(debit),
    credit: credit === null ? '' : String(credit),
  }));

/** What is typed of a journal, and what is still wrong with it. */
function useTypedJournal() {
  const [kind, setKind] = useState<ProposableKind>('manual');
  const [lines, setLines] = useState<TypedLine[]>([emptyLine(0), emptyLine(1)]);
  const [bookedOn, setBookedOn] = useState('');
  const [valueOn, setValueOn] = useState('');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const problems = problemsOf(lines);
  const written = writtenLines(lines);
  const { apart } = sumsOf(lines);
  const isReasonMissing = reason.trim().length < 3;
  const isRight = problems.size === 0 && written.length >= 2 && apart === 0 && !isReasonMissing;
  return {
    ...{ kind, setKind, lines, setLines, bookedOn, setBookedOn, valueOn, setValueOn, reason, setReason },
    isRight,
    tryIt: () => setTried(true),
    problems: isTried ? problems : new Map(),
    isTooShort: isTried && written.length < 2,
    reasonProblem: isTried && isReasonMissing ? 'Please give a reason of 3 to 200 characters.' : undefined,
    takeFile(read: ReadFile) {
      setLines(linesOfFile(read));
      setBookedOn(read.bookedOn ?? '');
      setValueOn(read.valueOn ?? '');
    },
    body: {
      ...{ kind, lines: written, reason: reason.trim() },
      bookedOn: bookedOn === '' ? undefined : bookedOn,
      valueOn: valueOn === '' ? undefined : valueOn,
    },
  };
}

/** Proposes a journal that is typed or read from a file. */
export function ProposeDialog({ onClose }: { onClose: () => void }) {
  const journal = useTypedJournal();
  const chart = useStaffAnswer('listChart', {});
  const reading = useSendFile('readJournalFile');
  const { send, sending } = useDialogSend('proposeJournal', JOURNAL_CALLS, {
    onClose,
    says: ({ proposalId }) =>
      `Proposal ${proposalId} is kept and posts nothing yet: another person posts it.`,
  });
  const failure = sending.failure ?? chart.error ?? reading.send.error;
  const accounts = (chart.data?.accounts ?? []).filter(({ takes }) => takes.includes(journal.kind));
  return (
    <Dialog title="Propose a journal" isWide onClose={onClose}>
      <Form
        onSubmit={() => {
          journal.tryIt();
          if (journal.isRight && !sending.isBusy) send({ body: journal.body });
        }}
      >
        <Select
          label="What it is"
          value={journal.kind}
          choices={KIND_CHOICES}
          onChange={(chosen) => journal.setKind(chosen as ProposableKind)}
        />
        <FileField
          label="Lines from a file"
          hint={`CSV with the columns account, debit and credit, or JSON, of at most ${MEGABYTES} MB. What is typed below is replaced.`}
          accept=".csv,.json"
          onChange={(file) => {
            reading.stop();
            if (file) reading.send.mutate({ request: {}, file }, { onSuccess: journal.takeFile });
          }}
        />
        <LinesField
          lines={journal.lines}
          accounts={accounts}
          problems={journal.problems}
          isTooShort={journal.isTooShort}
          onChange={journal.setLines}
        />
        <DaysFields journal={journal} />
        <TextArea
          label="Reason, kept with the journal"
          value={journal.reason}
          maxLength={200}
          problem={journal.reasonProblem}
          onChange={journal.setReason}
        />
        <p>It is posted once a second person approves it: {CHECKERS_OF_BOOKS}.</p>
        {failure && <Failure>{sentenceOf(failure)}</Failure>}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" isBusy={sending.isBusy} keys="Ctrl Enter">
            Propose
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

/** Without days it is booked today. Adjustments of the year before are booked as its month 13, while that is open. */
function DaysFields({ journal }: { journal: ReturnType<typeof useTypedJournal> }) {
  const { bookedOn, setBookedOn, valueOn, setValueOn } = journal;
  const isAdjustment = /^\d{4}-13$/.test(bookedOn);
  const year = new Date().getUTCFullYear() - 1;
  return (
    <>
      {isAdjustment ? (
        <p>It is booked among the adjustments of {bookedOn.slice(0, 4)}.</p>
      ) : (
        <TextField
          label="Booked on"
          hint="Without a day it is booked today."
          type="date"
          value={bookedOn}
          onChange={setBookedOn}
        />
      )}
      <p>
        <Button look="link" onClick={() => setBookedOn(isAdjustment ? '' : `${year}-13`)}>
          {isAdjustment ? 'Book it on a day' : `Book it among the adjustments of ${year}`}
        </Button>
      </p>
      <TextField
        label="Value day"
        hint="The day for which it counts, if it is another one."
        type="date"
        value={valueOn}
        onChange={setValueOn}
      />
    </>
  );
}
