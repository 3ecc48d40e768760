import { addDays, type Day, day, daysBetween } from '@thumba/lending/day';
import { sum } from '@thumba/lending/money';
import { runEndOfDay } from '../../apps/server/src/credit/end-of-day/end-of-day.ts';
import { openBenchDatabase } from '../bench-database.ts';
import { closeMonth, closeYear, packForAuditor, writeReports } from './closing.ts';
import { openTreasury } from './lender-year.ts';
import { beginLoan, type LiveLoan, liveDay } from './live-loan.ts';
import { planLoans } from './loan-plan.ts';
import { openYearBook } from './year-book.ts';

const FIRST_DAY = day('2026-01-01');
const LAST_DAY = day('2026-12-31');

/**
 * Lives through 2026 on a database of its own, and writes the reports of each month and of the year into `folder`.
 */
export async function liveYear({
  loans,
  seed,
  folder,
  tell,
}: {
  loans: number;
  seed: number;
  folder: string;
  tell(line: string): void;
}): Promise<void> {
  const database = await openBenchDatabase();
  try {
    const beganAt = performance.now();
    const plans = planLoans({
      loans,
      fromOn: FIRST_DAY,
      days: daysBetween(FIRST_DAY, LAST_DAY) + 1,
      seed,
    });
    const book = await openYearBook(database, { borrowers: loans, fromOn: FIRST_DAY });
    // Twice of what an average month lends lies in each wallet, so that no month runs out of money.
    const monthlyNgwee = Math.ceil(sum(plans.map((plan) => plan.amountNgwee)) / 6);
    const treasury = openTreasury(folder, monthlyNgwee);
    const running: LiveLoan[] = [];
    let steps = 0;
    for (let on = FIRST_DAY; on <= LAST_DAY; on = addDays(on, 1)) {
      book.setTime(on, '08:00:00');
      await runEndOfDay({ db: book.db, line: book.desk.line }, on);
      if (on > FIRST_DAY) await treasury.signDay(book.desk, addDays(on, -1));
      if (on.endsWith('-01')) await treasury.beginMonth(book.desk, on);
      for (const [index, plan] of plans.entries()) {
        if (plan.takenOn === on) running.push(await beginLoan(plan, book.lives[index]!, on, treasury));
      }
      for (const loan of running) steps += await liveDay(loan, on, book.desk, treasury);
      if (addDays(on, 1).endsWith('-01')) {
        await treasury.endMonth(book.desk, on);
        book.setTime(addDays(on, 1), '06:00:00');
        await runEndOfDay({ db: book.db, line: book.desk.line }, addDays(on, 1));
        await treasury.signDay(book.desk, on);
        await treasury.importStatement(book.desk, monthOf(on));
        await closeMonth(book, on.slice(0, 7));
        await writeReports(book, on, folder);
        tell(`${on.slice(0, 7)} closed after ${seconds(beganAt)} s, ${running.length} loans, ${steps} steps`);
      }
    }
    await closeYear(book, LAST_DAY.slice(0, 4), folder);
    await writeReports(book, LAST_DAY, folder, 'year');
    await packForAuditor(book, LAST_DAY.slice(0, 7), folder);
    await book.close();
  } finally {
    await database.stop();
  }
}

function monthOf(on: Day): { fromOn: Day; throughOn: Day } {
  return { fromOn: day(`${on.slice(0, 7)}-01`), throughOn: on };
}

function seconds(beganAt: number): string {
  return ((performance.now() - beganAt) / 1000).toFixed(0);
}
