import { MOST_STATEMENT_BYTES } from '@thumba/contract/staff/calls/treasury';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { useSendFile } from '../../platform/send-file.ts';
import { showToast } from '../../platform/toasts.ts';

export type StatementRead = StaffAnswer<'readBankStatement'>;

export const MOST_TEXT = `${MOST_STATEMENT_BYTES / 1024 / 1024} MB`;

const CHANGED = ['getBank', 'listBankRows', 'listBankEntries', 'listTransit', 'getFloat'] as const;

type Days = { from: string; to: string };
type Account = StaffAnswer<'getBank'>['accounts'][number]['account'];

/** Two steps: the file is read, and then imported as it was shown. Another file or other days go back to the first. */
export function useStatementImport(onDone: () => void) {
  const [file, setFile] = useState<File | null>(null);
  const [account, setAccount] = useState<Account>('bank_account');
  const [days, setDays] = useState<Days>({ from: '', to: '' });
  const [read, setRead] = useState<StatementRead | null>(null);
  const [problem, setProblem] = useState<string>();
  const reading = useSendFile('readBankStatement');
  const importing = useSendFile('importBankStatement', CHANGED);
  const forget = () => {
    setRead(null);
    setProblem(undefined);
    reading.stop();
    importing.stop();
  };
  const isBusy = reading.send.isPending || importing.send.isPending;

  function problemOf(): string | undefined {
    if (file === null) return 'Please choose a file.';
    return file.size > MOST_STATEMENT_BYTES ? `The file is larger than ${MOST_TEXT}.` : undefined;
  }

  function submit() {
    const found = problemOf();
    setProblem(found);
    if (found || isBusy) return;
    if (read === null) {
      forget();
      reading.send.mutate({ request: { query: { ...days, account } }, file: file! }, { onSuccess: setRead });
      return;
    }
    importing.send.mutate(
      { request: { query: { ...days, account, digest: read.digest } }, file: file! },
      {
        onSuccess({ rows, known, posted }) {
          onDone();
          showToast(`${rows - known} new rows of the bank are imported, and ${posted} are posted.`);
        },
        onError: () => setRead(null),
      },
    );
  }

  return {
    ...{ account, days, read, problem, isBusy, submit },
    failure: reading.send.error ?? importing.send.error,
    chooseFile(chosen: File | null) {
      setFile(chosen);
      forget();
    },
    chooseAccount(chosen: Account) {
      setAccount(chosen);
      forget();
    },
    nameDays(changed: Partial<Days>) {
      setDays({ ...days, ...changed });
      forget();
    },
  };
}
