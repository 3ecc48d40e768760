import { catchUp } from '@thumba/lending/catch-up';
import { isEmptyChange } from '@thumba/lending/change';
import { addDays, type Day } from '@thumba/lending/day';
import type { PostingLine } from '../loan/posting-line.ts';
import { type Database, statement } from '../platform/database.ts';

export type EndOfDayDeps = { db: Database; line: PostingLine };

const BATCH_SIZE = 256;

const listLoansWhoseDayCameStatement = statement<{ borrower_id: number; loan_id: number }>(
  'end of day: loans whose day came',
  `select borrower_id, loan_id from loan
   where next_event_on <= $1::date and (borrower_id, loan_id) > ($2::bigint, $3::bigint)
   order by borrower_id, loan_id limit $4`,
);

const findLastEndedDayStatement = statement<{ day_ended_through: Day }>(
  'end of day: last ended day',
  'select day_ended_through from business_calendar',
);

const noteEndedDayStatement = statement<never>(
  'end of day: note ended day',
  'update business_calendar set day_ended_through = greatest(day_ended_through, $1::date)',
);

/**
 * Brings every loan whose day has come up to `today`, one business day after another since the last one that was
 * finished. It takes the road of every other change, so a run that is late, repeated or killed ends the same.
 */
export async function runEndOfDay(deps: EndOfDayDeps, today: Day): Promise<void> {
  const ended = await deps.db.row(findLastEndedDayStatement, []);
  if (!ended) throw new Error('the business calendar is empty');
  for (let on = addDays(ended.day_ended_through, 1); on <= today; on = addDays(on, 1)) {
    await catchUpLoans(deps, on);
    await deps.db.rows(noteEndedDayStatement, [on]);
  }
}

async function catchUpLoans(deps: EndOfDayDeps, on: Day): Promise<void> {
  let after: [number, number] = [0, 0];
  for (;;) {
    const due = await deps.db.rows(listLoansWhoseDayCameStatement, [on, ...after, BATCH_SIZE]);
    const last = due.at(-1);
    if (!last) return;
    after = [last.borrower_id, last.loan_id];
    await Promise.all(due.map((loan) => catchUpLoan(deps.line, loan.borrower_id, loan.loan_id, on)));
  }
}

async function catchUpLoan(line: PostingLine, borrowerId: number, loanId: number, on: Day): Promise<void> {
  const outcome = await line.post<null, never>({
    borrowerId,
    loanId,
    actor: 'end_of_day',
    decide({ loan }) {
      const change = catchUp(loan, on);
      const nothingToKeep = isEmptyChange(change) && change.loan.nextEventOn === loan.nextEventOn;
      if (nothingToKeep) return { ok: true, unchanged: true, answer: null };
      return { ok: true, value: { change, on, answer: null } };
    },
  });
  if (!outcome.ok) throw new Error(`a loan vanished at the end of day: ${outcome.refusal.kind}`);
}
