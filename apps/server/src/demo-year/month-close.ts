import type { Month } from '@thumba/accounting/month';
import type { Period } from '@thumba/accounting/period';
import { parsePeriod } from '@thumba/accounting/period';
import { runImpairment } from '../accounting/impairment/run-impairment.ts';
import { runMonthEnd } from '../accounting/month-end/month-end.ts';
import { closeByTwo } from '../accounting/period/change-period.ts';
import { describePeriodRefusal } from '../accounting/period/refusal-text.ts';
import { staffActor } from '../book/actor.ts';
import { closeHolds } from '../staff/closing/close-holds.ts';
import type { YearLender } from './year-lender.ts';

const MAKER = staffActor('lweendo');
const CHECKER = staffActor('suwilanji');

/** Runs the end of a month and closes it. After December two people close the adjustments of the year too. */
export async function endMonth(lender: YearLender, month: string): Promise<void> {
  const run = await runMonthEnd(
    {
      ...lender,
      steps: [
        async (of, actor) => {
          const losses = await runImpairment(lender, { month: of, actor });
          return { done: losses.ok, lines: losses.ok ? [] : [losses.refusal.kind] };
        },
      ],
    },
    { month: month as Month, actor: MAKER },
  );
  if (!run.done) throw new Error(`the end of ${month}: ${run.lines.join(' ')}`);
  await close(lender, month);
  if (month.endsWith('-12')) await close(lender, `${month.slice(0, 4)}-13`);
}

async function close(lender: YearLender, text: string): Promise<void> {
  const period = parsePeriod(text) as Period;
  for (const actor of [MAKER, CHECKER]) {
    const closed = await closeByTwo(
      { ...lender, holds: closeHolds },
      { period, reason: 'End of the month', actor },
    );
    if (!closed.ok)
      throw new Error(`${text} was not closed: ${describePeriodRefusal(closed.refusal).join(' ')}`);
  }
}
