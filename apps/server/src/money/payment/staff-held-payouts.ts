import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatKwacha, type Ngwee, toKwacha } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { IS_HELD } from '../../book/payment-attempt/attempt-statements.ts';
import { readStaffNames } from '../../book/staff-names.ts';
import type { ApprovedRequest, AskedRequest, EffectLine, Execution } from '../../book/staff-request.ts';
import { OPERATOR_TITLES } from '../../people/borrower/accounts.ts';
import { type Clock, lusakaDay, lusakaTime, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { releasePayouts, type StandingHold, standingHolds } from './restored-book.ts';

export type HeldPayoutsDeps = {
  db: Database;
  clock: Clock;
  /** Whether the program reads statements of this operator. */
  hasStatement(operator: StandingHold['uncovered'][number]['operator']): boolean;
};

const sumWaitingStatement = statement<{ count: number; ngwee: Ngwee }>(
  'payment: sum payouts held since a restore',
  `select count(*)::integer as count, coalesce(sum(amount_ngwee), 0)::bigint as ngwee from payment_attempt
   where next_step_at is not null and direction = 'payout' and ${IS_HELD} and held_reason = 'book_restored'`,
);

/** Why payouts are held since the book was restored, and what waits. */
export async function readHeldPayouts({
  db,
  hasStatement,
}: HeldPayoutsDeps): Promise<Omit<StaffAnswer<'getHeldPayouts'>, 'openRequest'>> {
  const [holds, waiting] = await Promise.all([standingHolds(db), db.row(sumWaitingStatement, {})]);
  const nameOf = await readStaffNames(
    db,
    holds.flatMap((hold) => hold.released_by),
  );
  return {
    holds: holds.map((hold) => ({
      restoredAt: hold.restored_at.toISOString(),
      dataUntil: hold.data_until.toISOString(),
      uncovered: hold.uncovered.map(({ operator, from_ms, until_ms }) => ({
        operator,
        from: toDate(from_ms).toISOString(),
        until: toDate(until_ms).toISOString(),
        hasStatement: hasStatement(operator),
      })),
      openDifferences: hold.open_differences,
      releasedBy: hold.released_by.map(nameOf),
    })),
    count: waiting!.count,
    amount: toKwacha(waiting!.ngwee),
  };
}

/** One request for this waits at a time. */
export const RELEASE_SUBJECT = 'payouts held since a restore';

type NothingIsHeld = { kind: 'nothing_is_held' };

export const NOTHING_IS_HELD_TEXT = 'No payouts are held after a restore.';

/** Asks for releasing the payouts that are held now, although statements do not show what happened. */
export async function askForRelease(
  { db }: HeldPayoutsDeps,
  reason: string,
): Promise<Outcome<AskedRequest, NothingIsHeld>> {
  const [holds, waiting] = await Promise.all([standingHolds(db), db.row(sumWaitingStatement, {})]);
  if (holds.length === 0) return refuse({ kind: 'nothing_is_held' });
  return allow({
    kind: 'payout_release',
    title: 'Release the payouts that are held since a restore',
    subject: RELEASE_SUBJECT,
    ...{ borrowerId: null, loanId: null, ofStaffId: null, message: null },
    payload: { restoredAt: holds.map((hold) => hold.restored_at.toISOString()) } satisfies Payload,
    effect: [
      ...holds.flatMap(linesOfHold),
      { title: 'Payouts that wait', before: String(waiting!.count), after: 'sent' },
      { title: 'Their sum', before: formatKwacha(waiting!.ngwee), after: null },
    ],
    reason,
  });
}

function linesOfHold({ restored_at, data_until, uncovered, open_differences }: StandingHold): EffectLine[] {
  const operators = uncovered.map(({ operator }) => OPERATOR_TITLES[operator]).join(', ');
  return [
    { title: `Payouts since the restore of ${momentOf(restored_at)}`, before: 'held', after: 'sent' },
    { title: 'The book has everything until', before: momentOf(data_until), after: null },
    {
      title: 'Statements of two people do not show the time after it',
      before: operators || 'none is missing',
      after: null,
    },
    { title: 'Differences that wait', before: String(open_differences), after: null },
  ];
}

function momentOf(at: Date): string {
  return `${lusakaDay(at.getTime())} ${lusakaTime(at.getTime())}`;
}

type Payload = { restoredAt: string[] };

/**
 * Releases the payouts that were held when it was asked for, in the names of both people. A hold that was declared since
 * stands. A second time nothing of it is held any more.
 */
export async function releaseAsApproved(
  { db, clock }: Pick<HeldPayoutsDeps, 'db' | 'clock'>,
  { payload, reason, madeBy }: ApprovedRequest,
  approvedBy: Actor,
): Promise<Execution> {
  const asked = (payload as Payload).restoredAt;
  const restoredAt = asked.map((at) => new Date(at));
  for (const actor of [madeBy, approvedBy])
    await releasePayouts({ db, clock }, { actor, reason, restoredAt });
  const standing = await standingHolds(db);
  return standing.length === 0
    ? { isDone: true, sentence: 'The payouts are released. They are sent from now on.' }
    : {
        isDone: false,
        sentence:
          'The book was restored again since this was asked for. Payouts are held until that is released too.',
      };
}
