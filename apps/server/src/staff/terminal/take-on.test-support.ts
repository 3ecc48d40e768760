import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import type { AppServer } from '../../../test/app-server.ts';
import { command, runTakeOn } from './commands/take-on.ts';
import { deskBeside } from './staff-desk.test-support.ts';

export const HEADER =
  'loan_no,mobile,first_name,last_name,id_number,birth_date,gender,product,term_days,paid_out_on,due_on,principal,interest,fee,penalty,principal_paid,interest_paid,fee_paid,penalty_paid,days_late';
const MARTHA = '0966111222,Martha,Zulu,111222/10/1,1990-05-05,F';
const PETER = '0977333444,Peter,Mwale,333444/10/1,1985-01-31,M';
/** K1,000 in three plans: the first was paid two days late, the second is 28 days late on 19 November. */
export const LOAN_OF_MARTHA = [
  `L-1,${MARTHA},Quick loan,90,2026-08-23,2026-09-22,333.33,120,10,2.27,333.33,120,10,2.27,2`,
  'L-1,,,,,,,,,,2026-10-22,333.33,120,10,"30.00",0,0,10,0,28',
  'L-1,,,,,,,,,,2026-11-21,333.34,120,10,0,0,0,0,0,0',
];
/** K500 for 30 days, due on 1 December. */
const LOAN_OF_PETER = `L-2,${PETER},Quick loan,30,2026-11-01,2026-12-01,500,60,15,0,0,0,0,0,0`;
export const GOOD = [HEADER, ...LOAN_OF_MARTHA, LOAN_OF_PETER];
export const ON = '2026-11-19';
/** The last day of the month whose income is run on the way. */
export const AFTER_RUN = '2026-11-30';

/** The command beside a server, and the folder of its files. */
export async function openTakeOn(server: AppServer) {
  const folder = await mkdtemp(path.join(tmpdir(), 'thumba-take-on-'));
  async function runAs(staffName: string, ...words: string[]): Promise<{ done: boolean; text: string }> {
    const desk = { ...(await deskBeside(server)), staffName: () => staffName };
    const { done, lines } = await command.atDesk(desk, words);
    return { done, text: lines.join('\n') };
  }
  return {
    folder,
    runAs,
    run: (...words: string[]) => runAs('mary', ...words),
    async fileOf(lines: readonly string[], name = 'loans.csv'): Promise<string> {
      const file = path.join(folder, name);
      await writeFile(file, `${lines.join('\n')}\n`);
      return file;
    },
    /** Everything that a take-on writes. */
    everything: () =>
      server.query(
        `select (select count(*)::int from loan) as loans, (select count(*)::int from borrower) as borrowers,
           (select count(*)::int from ledger_transfer) as rows, (select count(*)::int from taken_on_loan) as taken_on,
           (select count(*)::int from loan_take_on) as files`,
      ),
    /** Runs the command and answers the lines of its progress, one for each loan. */
    async progressOf(...words: string[]): Promise<string[]> {
      const lines: string[] = [];
      const progress = { write: (line: string) => lines.push(line) > 0 };
      const desk = { ...(await deskBeside(server)), staffName: () => 'john' };
      expect((await runTakeOn(desk, words, progress, 1)).done).toBe(true);
      return lines;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
