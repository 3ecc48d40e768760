import { MOST_LIST_BYTES } from '@thumba/contract/staff/calls/cases';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { CallFailure } from '../../platform/call-failure.ts';
import { useSendFile } from '../../platform/send-file.ts';
import { showToast } from '../../platform/toasts.ts';
import { MEGABYTE } from '../../ui/progress.tsx';
import { type CaseRow, LIST_NAMES, peopleText } from './case-words.tsx';

export type Kind = CaseRow['listKind'];
export type Read = StaffAnswer<'readScreeningList'>;
type Problem = { of: 'file' | 'older'; text: string };

export const MOST_TEXT = `${MOST_LIST_BYTES / MEGABYTE} MB`;
const MOST_NAME_LETTERS = 200;

/** Refusals after which what was read of the file counts no more. */
const READ_AGAIN = ['replaced', 'other_file'];

/** The end of a name says more than its beginning: it often has the date. */
function nameOf({ name }: File): string {
  return name.slice(-MOST_NAME_LETTERS);
}

/** Two steps of one form: the file is read, and then imported as it was shown. Another choice goes back to the first. */
export function useListImport(onDone: () => void) {
  const [kind, setKind] = useState<Kind>('un');
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isOlderTaken, setOlderTaken] = useState(false);
  const { read, importing, ...reading } = useSteps({ kind, onDone });
  const forget = () => {
    reading.forget();
    setOlderTaken(false);
    setProblem(null);
  };

  function problemOf(): Problem | null {
    if (file === null) return { of: 'file', text: 'Please choose a file.' };
    if (file.size > MOST_LIST_BYTES) return { of: 'file', text: `The file is larger than ${MOST_TEXT}.` };
    return read?.age === 'older' && !isOlderTaken
      ? { of: 'older', text: 'Please say that the older list comes back into use.' }
      : null;
  }

  return {
    ...{ kind, read, problem, isOlderTaken },
    failure: reading.failure,
    sent: reading.sent,
    isBusy: reading.isBusy,
    chooseKind(chosen: Kind) {
      setKind(chosen);
      forget();
    },
    chooseFile(chosen: File | null) {
      setFile(chosen);
      forget();
    },
    takeOlder(isTaken: boolean) {
      setOlderTaken(isTaken);
      setProblem(null);
    },
    submit() {
      const found = problemOf();
      setProblem(found);
      if (found || reading.isBusy) return;
      if (read) importing(file!, read, isOlderTaken);
      else reading.start(file!);
    },
  };
}

/** The two calls. The digest of the file that was read goes with the second: another file is not imported. */
function useSteps({ kind, onDone }: { kind: Kind; onDone: () => void }) {
  const reading = useSendFile('readScreeningList');
  const importing = useSendFile('importScreeningList', ['getScreeningLists', 'listCases', 'getToday']);
  const [found, setFound] = useState<Read | null>(null);
  const forget = () => {
    setFound(null);
    reading.stop();
    importing.stop();
  };
  return {
    read: found,
    failure: reading.send.error ?? importing.send.error,
    sent: reading.sent ?? importing.sent,
    isBusy: reading.send.isPending || importing.send.isPending,
    forget,
    start(file: File) {
      forget();
      const request = { query: { kind, name: nameOf(file) } };
      reading.send.mutate({ request, file }, { onSuccess: setFound });
    },
    importing(file: File, { digest, inUse, age }: Read, isOlderTaken: boolean) {
      const ifOlder = age === 'older' && isOlderTaken ? ('replace' as const) : ('refuse' as const);
      const query = { kind, name: nameOf(file), digest, replaces: inUse?.revision ?? 0, ifOlder };
      importing.send.mutate(
        { request: { query }, file },
        {
          onSuccess({ people }) {
            onDone();
            showToast(`${LIST_NAMES[kind]}: ${peopleText(people)} now. Every borrower is compared with it.`);
          },
          onError(error) {
            if (error instanceof CallFailure && READ_AGAIN.includes(error.reason ?? '')) setFound(null);
          },
        },
      );
    },
  };
}
