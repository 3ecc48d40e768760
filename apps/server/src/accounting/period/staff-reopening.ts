import { isOfAdjustments, type Period, reopenPeriod, yearOf } from '@thumba/accounting/period';
import { type Day, formatDay } from '@thumba/lending/day';
import { allow, type Outcome } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { checkReason } from '../../book/staff-action.ts';
import type { ApprovedRequest, AskedRequest, Execution } from '../../book/staff-request.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type PeriodRefusal, reopenAsApproved } from './change-period.ts';
import { readBook } from './queries.ts';
import { describePeriodRefusal } from './refusal-text.ts';

export type ReopeningDeps = { db: Database; clock: Clock; today(): Day };

const NOTHING_CLOSED = 'nothing';

/** What a second person is asked for: a closed period that is opened again. Rule: docs/rules/periods.md. */
export async function askForReopening(
  { db, today }: Pick<ReopeningDeps, 'db' | 'today'>,
  { period, reason }: { period: Period; reason: string },
): Promise<Outcome<AskedRequest, PeriodRefusal>> {
  const book = await readBook(db, today());
  const closing = reopenPeriod(book, period);
  if (!closing.ok) return closing;
  const checkedReason = checkReason(reason);
  if (!checkedReason.ok) return checkedReason;
  const through = (on: Day | null) => (on === null ? NOTHING_CLOSED : `through ${formatDay(on)}`);
  return allow({
    kind: 'period_reopening',
    title: `Open ${period} again`,
    subject: `period ${period}`,
    borrowerId: null,
    loanId: null,
    ofStaffId: null,
    payload: { period },
    effect: [
      { title: `Period ${period}`, before: 'closed', after: 'open' },
      isOfAdjustments(period)
        ? {
            title: `Profit or loss of ${yearOf(period)} in retained earnings`,
            before: 'posted',
            after: 'taken back by the opposite journal',
          }
        : {
            title: 'Closed in the book',
            before: through(book.closedThroughOn),
            after: through(closing.value.closedThroughOn),
          },
      { title: 'Requests for a closing that wait', before: null, after: 'declined: to be asked for anew' },
    ],
    message: null,
    reason: checkedReason.value,
  });
}

/** Opens the period as it was approved. */
export async function reopenPeriodAsApproved(
  deps: ReopeningDeps,
  { requestId, payload, reason, madeBy }: ApprovedRequest,
  approvedBy: Actor,
): Promise<Execution> {
  const { period } = payload as { period: Period };
  const opened = await reopenAsApproved(deps, { period, requestId, reason, madeBy, approvedBy });
  if (!opened.ok) return { isDone: false, sentence: describePeriodRefusal(opened.refusal).join(' ') };
  const { journalId } = opened.value;
  const posted = journalId === null ? '' : ` Journal ${journalId} is posted.`;
  return { isDone: true, sentence: `${period} is open again.${posted}` };
}
