import { type LadderRule, limitOf } from '@thumba/lending/ladder';
import type { LadderPlace } from '@thumba/lending/loan';
import { formatKwacha } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { type LadderStepOutcome, paymentUnderWay, setLadderStep } from '../../book/loan/ladder-step.ts';
import type { AskedRequest, Execution } from '../../book/staff-request.ts';
import { type Database, statement } from '../../platform/database.ts';

export type LimitDeps = { db: Database; ladderRule(): LadderRule };

export type LimitRefusal = { kind: 'no_such_step' | 'same_limit' | 'payment_under_way' | 'no_account' };

const readPlaceStatement = statement<
  { ladder_step: number; on_time_loans: number; is_deleted: boolean; is_payment_under_way: boolean },
  { borrowerId: number }
>(
  'limit override: place on the ladder',
  `select s.ladder_step, s.on_time_loans, s.deleted_at is not null as is_deleted,
     ${paymentUnderWay('s.borrower_id')} as is_payment_under_way
   from borrower_standing s where s.borrower_id = $borrowerId`,
);

/** A place from an older, longer ladder is shown as the top step. */
export async function readPlace({ db, ladderRule }: LimitDeps, borrowerId: number): Promise<LadderPlace> {
  const row = (await db.row(readPlaceStatement, { borrowerId }))!;
  const step = Math.min(row.ladder_step, ladderRule().steps.length);
  return { step, onTimeLoans: row.on_time_loans };
}

/** What a second person is asked for: another step of the ladder. Rule: docs/rules/limit-ladder.md. */
export async function askForLimit(
  { db, ladderRule }: LimitDeps,
  { borrowerId, step, reason }: { borrowerId: number; step: number; reason: string },
): Promise<Outcome<AskedRequest, LimitRefusal>> {
  const rule = ladderRule();
  if (step > rule.steps.length) return refuse({ kind: 'no_such_step' });
  const place = await db.row(readPlaceStatement, { borrowerId });
  if (!place || place.is_deleted) return refuse({ kind: 'no_account' });
  if (place.is_payment_under_way) return refuse({ kind: 'payment_under_way' });
  const { ladder_step: stepBefore, on_time_loans: onTimeLoans } = place;
  if (Math.min(stepBefore, rule.steps.length) === step) return refuse({ kind: 'same_limit' });
  const limitText = (of: number) => formatKwacha(limitOf(rule, { step: of, onTimeLoans: 0 }));
  return allow({
    kind: 'limit_override',
    title: `Borrower ${borrowerId}: limit of ${limitText(step)}`,
    subject: `limit of borrower ${borrowerId}`,
    borrowerId,
    loanId: null,
    ofStaffId: null,
    payload: { step, stepBefore },
    effect: [
      { title: 'Limit', before: limitText(stepBefore), after: limitText(step) },
      { title: 'Step of the ladder', before: String(stepBefore), after: String(step) },
      { title: 'Loans on time on this step', before: String(onTimeLoans), after: '0' },
    ],
    message: null,
    reason,
  });
}

/** Sets the step that was approved. A second time it finds that it is done. */
export async function setLimitAsApproved(
  db: Database,
  { borrowerId, requestId, payload }: { borrowerId: number; requestId: number; payload: unknown },
): Promise<Execution> {
  const { step, stepBefore } = payload as { step: number; stepBefore: number };
  const outcome = await setLadderStep(db, { borrowerId, requestId, step, stepBefore });
  return { isDone: outcome === 'done', sentence: SENTENCES[outcome] };
}

const SENTENCES: Record<LadderStepOutcome, string> = {
  done: 'The borrower has the new limit, and sees it in the app.',
  payment_under_way: 'A payment of the borrower is under way. Ask again once it has ended.',
  moved_on: 'The limit of the borrower has changed since this was asked for.',
};
