import { followedBy, unchanged } from './change.ts';
import { releaseIdleCoupon } from './coupon.ts';
import type { Day } from './day.ts';
import { earnAll } from './earning.ts';
import { countsForLadder, type LadderStanding, placeAfterSettled } from './ladder.ts';
import { type Change, isRunning, type LadderPlace, type Loan } from './loan.ts';
import { owedOnLoan } from './owed.ts';
import { worstDaysLateOf } from './value-day.ts';

/**
 * Closes what a payment or a waiver has cleared. A coupon applied to a cleared instalment goes back to the borrower. A
 * loan that owes nothing becomes `settled`, or `recovered` when it was written off, and the borrower moves on the
 * ladder. It is never refused. Rule: docs/rules/limit-ladder.md.
 */
export function closeWhenCleared(loan: Loan, valueOn: Day, ladder: LadderStanding): Change {
  return followedBy(releaseIdleCoupon(loan, valueOn), (before) => close(before, valueOn, ladder));
}

function close(loan: Loan, valueOn: Day, ladder: LadderStanding): Change {
  if (owedOnLoan(loan).totalNgwee > 0) return unchanged(loan);
  if (isRunning(loan)) return settle(loan, valueOn, ladder);
  return loan.state === 'written_off' ? recover(loan, valueOn, ladder) : unchanged(loan);
}

/**
 * Closes what a payment of `valueOn` has cleared. A loan is closed as of `clearedOn`, the day on which its payments have
 * cleared it in the order of their value days (`null` while they have not, or for a payment that is not late). A loan that
 * another payment had closed later is dated earlier, and its borrower's move on the ladder is made again, unless another
 * loan has moved them since. It is never refused. Rule: docs/rules/value-day.md.
 */
export function closeInOrder(
  loan: Loan,
  { valueOn, clearedOn, wasOnTime }: { valueOn: Day; clearedOn: Day | null; wasOnTime: boolean },
  ladder: LadderStanding,
): Change {
  const { closedOn, state } = loan;
  if (closedOn === null) return closeWhenCleared(loan, clearedOn ?? valueOn, ladder);
  const isEarlier = clearedOn !== null && clearedOn < closedOn && state !== 'cancelled';
  return isEarlier ? closeEarlier(loan, { closedOn: clearedOn, wasOnTime }, ladder) : unchanged(loan);
}

function closeEarlier(
  loan: Loan,
  { closedOn, wasOnTime }: { closedOn: Day; wasOnTime: boolean },
  ladder: LadderStanding,
): Change {
  return {
    ...closeAsOf(loan, closedOn, ladder),
    events: [{ kind: 'closed_earlier', on: closedOn, onTime: loan.worstDaysLate === 0, wasOnTime }],
  };
}

/**
 * Dates a closed loan as of another day. Its borrower's move on the ladder is made again, unless another loan has moved
 * them since. It is never refused. Rules: docs/rules/value-day.md and docs/rules/reversal.md.
 */
export function closeAsOf(loan: Loan, closedOn: Day, { rule, place }: LadderStanding): Change {
  const { ladderMove, worstDaysLate } = loan;
  if (ladderMove === null || !isSamePlace(ladderMove.after, place)) return unchanged({ ...loan, closedOn });
  const counts = countsForLadder({ rule, place: ladderMove.before }, loan, closedOn);
  const after = placeAfterSettled(rule, ladderMove.before, { worstDaysLate, counts });
  return {
    ...unchanged({ ...loan, closedOn, ladderMove: { ...ladderMove, after, isCounted: counts } }),
    ladder: isSamePlace(after, place) ? null : after,
  };
}

/** True for two equal places on the limit ladder. */
export function isSamePlace(one: LadderPlace, other: LadderPlace): boolean {
  return one.step === other.step && one.onTimeLoans === other.onTimeLoans;
}

function settle(loan: Loan, valueOn: Day, ladder: LadderStanding): Change {
  const worstDaysLate = worstDaysLateOf(loan.instalments);
  const earned = earnAll({ ...loan, worstDaysLate });
  return {
    ...closed(earned.loan, 'settled', valueOn, ladder),
    transfers: earned.transfers,
    events: [{ kind: 'settled', on: valueOn, onTime: worstDaysLate === 0 }],
  };
}

function recover(loan: Loan, valueOn: Day, ladder: LadderStanding): Change {
  return {
    ...closed(loan, 'recovered', valueOn, ladder),
    events: [{ kind: 'recovered', on: valueOn }],
  };
}

/** A loan moves its borrower on the ladder once, even when a reversal makes it close twice. */
function closed(loan: Loan, state: 'settled' | 'recovered', closedOn: Day, ladder: LadderStanding): Change {
  const instalments = loan.instalments.map((instalment) => ({ ...instalment, state: 'settled' as const }));
  const isCounted = countsForLadder(ladder, loan, closedOn);
  const after =
    loan.ladderMove === null
      ? placeAfterSettled(ladder.rule, ladder.place, {
          worstDaysLate: loan.worstDaysLate,
          counts: isCounted,
        })
      : null;
  const ladderMove = after === null ? loan.ladderMove : { before: ladder.place, after, isCounted };
  return {
    ...unchanged({ ...loan, state, closedOn, nextEventOn: null, instalments, ladderMove }),
    ladder: after,
  };
}
