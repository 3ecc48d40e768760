import { MOST_STATEMENT_BYTES } from '@thumba/contract/staff/calls/reconciliation';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { CallFailure } from '../../platform/call-failure.ts';
import { useSendFile } from '../../platform/send-file.ts';
import { showToast } from '../../platform/toasts.ts';
import { MEGABYTE } from '../../ui/progress.tsx';
import type { StatementOperator } from './reconciliation-words.tsx';

export type Read = StaffAnswer<'readOperatorStatement'>;
type Imported = StaffAnswer<'importOperatorStatement'>;
type Problem = { of: 'file' | 'days'; text: string };
export type Days = { from: string; to: string };

export const MOST_TEXT = `${MOST_STATEMENT_BYTES / MEGABYTE} MB`;
const NO_DAYS: Days = { from: '', to: '' };

/** Two steps of one form: the file is read, and then imported as it was shown. Another choice goes back to the first. */
export function useStatementImport(onDone: () => void) {
  const [operator, setOperator] = useState<StatementOperator>('mtn');
  const [file, setFile] = useState<File | null>(null);
  const [days, setDays] = useState(NO_DAYS);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [read, setRead] = useState<Read | null>(null);
  const [readDays, setReadDays] = useState(NO_DAYS);
  const reading = useSendFile('readOperatorStatement');
  const importing = useSendFile('importOperatorStatement', ['listStatements', 'listDifferences', 'getToday']);
  const isBusy = reading.send.isPending || importing.send.isPending;
  const forget = () => {
    setRead(null);
    setProblem(null);
    setReadDays(NO_DAYS);
    reading.stop();
    importing.stop();
  };

  const asked = { operator, ...(days.from === '' ? {} : days) };
  const onSuccess = (found: Read) => {
    setRead(found);
    setReadDays(days);
  };

  function start(chosen: File) {
    importing.stop();
    reading.send.mutate({ request: { query: asked }, file: chosen }, { onSuccess });
  }

  function confirm(chosen: File, digest: string) {
    const sent = { request: { query: { ...asked, digest } }, file: chosen };
    importing.send.mutate(sent, {
      onSuccess(imported) {
        onDone();
        showToast(doneText(imported));
      },
      // Another file than was shown is read and shown first.
      onError(error) {
        if (error instanceof CallFailure && error.reason === 'other_file') setRead(null);
      },
    });
  }

  // What other days would mean is shown before it is confirmed.
  const isShown = Boolean(read?.statement) && days.from === readDays.from && days.to === readDays.to;
  return {
    ...{ operator, read, problem, days, isBusy, isShown },
    failure: reading.send.error ?? importing.send.error,
    sent: reading.sent ?? importing.sent,
    chooseOperator(chosen: StatementOperator) {
      setOperator(chosen);
      forget();
    },
    chooseFile(chosen: File | null) {
      setFile(chosen);
      forget();
    },
    nameDays(named: Partial<Days>) {
      setDays({ ...days, ...named });
      setProblem(null);
    },
    submit() {
      const found = problemOf(file, read, days);
      setProblem(found);
      if (found || isBusy) return;
      if (isShown) confirm(file!, read!.statement!.digest);
      else start(file!);
    },
  };
}

function problemOf(file: File | null, read: Read | null, { from, to }: Days): Problem | null {
  if (file === null) return { of: 'file', text: 'Please choose a file.' };
  if (file.size > MOST_STATEMENT_BYTES) return { of: 'file', text: `The file is larger than ${MOST_TEXT}.` };
  if (!read?.statement) return null;
  const isNeeded = read.statement.days === null && from === '' && to === '';
  if (isNeeded) return { of: 'days', text: 'Please give the first and the last day of the statement.' };
  const isHalf = (from === '') !== (to === '');
  return isHalf || from > to ? { of: 'days', text: 'Please give the first day and the last day.' } : null;
}

function doneText({ statementId, isNew, open, otherCharges }: Imported): string {
  const what = isNew
    ? `Statement ${statementId} is imported`
    : `Statement ${statementId} was imported before`;
  const charges = otherCharges === 0 ? '' : ` ${otherChargesText(otherCharges)}.`;
  if (open === 0) return `${what}. No difference of it is open.${charges}`;
  return `${what}. ${open === 1 ? '1 difference of it is open' : `${open} differences of it are open`}.${charges}`;
}

/** Ask the operator which is right. The earlier charge stands in the book. */
export function otherChargesText(otherCharges: number): string {
  const rows = otherCharges === 1 ? '1 row has' : `${otherCharges} rows have`;
  return `${rows} another charge than an earlier statement, whose charge stands`;
}
