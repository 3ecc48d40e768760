import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { addDays, type Day } from '@thumba/lending/day';
import { toKwacha } from '@thumba/lending/money';
import { debitBalanceThrough, movementsByDay } from '../../accounting/daily-total/balances.ts';
import { runOfAllowance } from '../../accounting/impairment/queries.ts';
import { statement, type Transaction } from '../../platform/database.ts';
import { readAllowanceOn } from './loan-book.ts';
import { type InsightPeriod, pointsOf } from './period.ts';

const sumStagesStatement = statement<
  { stage: number; loans: number; gross_ngwee: number; expected_loss_ngwee: number },
  { runId: number }
>(
  'insight: stages of a run',
  `select stage, count(*)::integer as loans, sum(gross_ngwee)::bigint as gross_ngwee,
     sum(expected_loss_ngwee)::bigint as expected_loss_ngwee
   from impairment_loan where run_id = $runId::bigint group by stage order by stage`,
);

/** The allowance at the end of each point, and the loans of the last run by stage. */
export async function readAllowance(
  book: Transaction,
  { days, comparedDays }: InsightPeriod,
): Promise<StaffAnswer<'getAllowance'>> {
  const run = await runOfAllowance(book, days.through);
  const stages = run && (await book.rows(sumStagesStatement, { runId: run.runId }));
  return {
    days,
    comparedDays,
    allowance: await readAllowanceOn(book, days.through),
    comparedAllowance: comparedDays && (await readAllowanceOn(book, comparedDays.through)),
    points: await readPoints(book, days),
    run: run
      ? {
          cutOn: run.cutOn,
          stages: stages!.map(({ stage, loans, gross_ngwee: gross, expected_loss_ngwee: expectedLoss }) => ({
            stage,
            loans,
            gross: toKwacha(gross),
            expectedLoss: toKwacha(expectedLoss),
          })),
        }
      : null,
  };
}

async function readPoints(
  book: Transaction,
  days: InsightPeriod['days'],
): Promise<{ on: Day; allowance: number }[]> {
  const opening = 0 - (await debitBalanceThrough(book, 'loss_allowance', addDays(days.from, -1)));
  const movements = (await movementsByDay(book, days.from, days.through)).filter(
    ({ account }) => account === 'loss_allowance',
  );
  return pointsOf(days).map(({ through }) => ({
    on: through,
    allowance: toKwacha(
      movements
        .filter(({ on }) => on <= through)
        .reduce((sum, { creditNgwee, debitNgwee }) => sum + creditNgwee - debitNgwee, opening),
    ),
  }));
}
