import type { OperatorName } from '@thumba/lending/ledger';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import type { OperatorRoute } from '../../book/payment-attempt/operator-routes.ts';
import { checkReason, type ReasonRefusal } from '../../book/staff-action.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement, type Transaction } from '../../platform/database.ts';
import { AGREES_NOW } from './agreed-differences.ts';

/*
 * A database that was restored from a backup does not know what happened after the backup. A payout that the operator
 * made since then would be made again. So no payout is sent until the operators' statements show what happened, or two
 * people say that payouts may be sent.
 */

const recordRestoreStatement = statement<never, RestoredData & { historyId: string; now: Date }>(
  'payment: record restore',
  `insert into restored_book (restored_at, backup_id, data_until, history_id)
   values ($now::timestamptz, $backupId, least($dataUntil::timestamptz, $now::timestamptz), $historyId)`,
);

/** What a restore brought back. */
export type RestoredData = {
  backupId: string;
  /** Everything that was committed before this instant is in the restored database. */
  dataUntil: Date;
};

/**
 * Holds the payouts of a database that was restored, and gives it the name of its history from here on. Only the owner of
 * the tables may do it.
 */
export async function recordRestore(
  owner: Transaction,
  data: RestoredData & { historyId: string },
  now: Date,
): Promise<void> {
  await owner.rows(recordRestoreStatement, { ...data, now });
}

/** Stands for the backup where the program did not restore the database itself. */
export const RESTORED_ELSEWHERE = 'of other means';

const readRecordedStatement = statement<{ is_recorded: boolean }, RestoredData>(
  'payment: read recorded restore',
  `select exists (select from restored_book where backup_id = $backupId and data_until = $dataUntil::timestamptz)
     as is_recorded`,
);

/** Whether this restore was recorded, and so is in the database. */
export async function isRestoreRecorded(owner: Transaction, data: RestoredData): Promise<boolean> {
  return (await owner.row(readRecordedStatement, data))!.is_recorded;
}

/** What a restore means for one payout. */
export type PayoutHold = {
  /** No payout may be sent. */
  isHeld: boolean;
  /** The payout may have been sent before the restore, after this instant. Undefined where it cannot have been. */
  maybeSentSince: Date | undefined;
};

const readHoldStatement = statement<{ is_held: boolean; maybe_sent_since: Date | null }, { createdAt: Date }>(
  'payment: read hold after restore',
  `select coalesce(bool_or(held_until is null), false) as is_held,
     min(data_until) filter (where restored_at > $createdAt::timestamptz) as maybe_sent_since
   from restored_book`,
);

/** The differences that hold payouts. One that agrees needs no other import to let them go. */
const WAITING_DIFFERENCES = `reconciliation_difference d where d.state <> 'resolved' and not ${AGREES_NOW}`;

/** What statements do not show of the time that the book lost. */
const NOT_SHOWN = 'restored_book_time_not_shown n where n.restored_at = h.restored_at';

/**
 * Ends the hold of a restore where the rows of statements of each operator that was ever served show the time which the
 * book lost, as two people imported them, and no difference waits. One person could leave rows out of a file, and the
 * book does not know the payments that it lost.
 */
const endCoveredHoldsStatement = statement<{ restored_at: Date }, { now: Date }>(
  'payment: end covered holds after restore',
  `update restored_book h set held_until = $now::timestamptz, ended_by = 'statements'
   where held_until is null
     and not exists (select from ${WAITING_DIFFERENCES})
     and exists (select from operator_route)
     and not exists (select from ${NOT_SHOWN})
   returning restored_at`,
);

const findGoneRouteStatement = statement<{ is_there: boolean }, { operator: OperatorName; served: string }>(
  'payment: find gone route of restored book',
  `select exists (
     select from operator_route r
     where r.operator = $operator and r.first_served_at < (select max(restored_at) from restored_book)
       and not exists (
         select from json_to_recordset($served::json) as s(platform text, environment text, "apiUser" text)
         where s.platform = r.platform and s.environment = r.environment and s."apiUser" = r.api_user)
   ) as is_there`,
);

/** Whether a restored book knows a route of an operator that no setting connects to. A payout may have been sent there. */
export async function hasGoneRoute(
  db: Database,
  operator: OperatorName,
  served: readonly OperatorRoute[],
): Promise<boolean> {
  return (await db.row(findGoneRouteStatement, { operator, served: JSON.stringify(served) }))!.is_there;
}

/** What restores mean for a payout that was made at this instant. */
export async function readPayoutHold(
  { db, clock }: { db: Database; clock: Clock },
  createdAt: Date,
): Promise<PayoutHold> {
  const hold = (await db.row(readHoldStatement, { createdAt }))!;
  const maybeSentSince = hold.maybe_sent_since ?? undefined;
  if (!hold.is_held) return { isHeld: false, maybeSentSince };
  await endHolds({ db, clock });
  const { is_held: isHeld } = (await db.row(readHoldStatement, { createdAt }))!;
  return { isHeld, maybeSentSince };
}

/** True: a hold ended. */
async function endHolds({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  return (await db.rows(endCoveredHoldsStatement, { now: toDate(clock.nowMs()) })).length > 0;
}

/** What stands after holds may have ended. Payouts go on only where none stands. */
export type HoldsNow = { isAnyEnded: boolean; standing: StandingHold[] };

/** Lets payouts be sent again where statements of two people show the lost time and no difference waits. */
export async function endCoveredHolds({ db, clock }: { db: Database; clock: Clock }): Promise<HoldsNow> {
  const isAnyEnded = await endHolds({ db, clock });
  return { isAnyEnded, standing: await standingHolds(db) };
}

export type StandingHold = {
  restored_at: Date;
  data_until: Date;
  backup_id: string;
  /** The operators whose statements do not show the lost time to two people yet, with the first and last instant of the rest. */
  uncovered: { operator: OperatorName; from_ms: number; until_ms: number }[];
  open_differences: number;
  released_by: Actor[];
};

const standingHoldsStatement = statement<StandingHold>(
  'payment: standing holds after restore',
  `select h.restored_at, h.data_until, h.backup_id,
     coalesce((select json_agg(json_build_object('operator', operator, 'from_ms', extract(epoch from from_at) * 1000,
       'until_ms', extract(epoch from until_at) * 1000) order by operator) from ${NOT_SHOWN}), '[]') as uncovered,
     (select count(*) from ${WAITING_DIFFERENCES}) as open_differences,
     coalesce((select json_agg(r.actor order by r.released_at) from payout_release r
       where r.restored_at = h.restored_at), '[]') as released_by
   from restored_book h where held_until is null order by restored_at`,
);

/** The restores whose payouts are still held. */
export function standingHolds(db: Database): Promise<StandingHold[]> {
  return db.rows(standingHoldsStatement, {});
}

export type ReleaseRefusal =
  | ReasonRefusal
  | { kind: 'nothing_is_held' }
  /** Another person has to say it too. */
  | { kind: 'same_person' };

const RELEASES_NEEDED = 2;

const releaseStatement = statement<
  { restored_at: Date },
  { actor: Actor; reason: string; now: Date; restoredAt: Date[] | null }
>(
  'payment: release payouts after restore',
  `insert into payout_release (restored_at, actor, reason, released_at)
   select restored_at, $actor, $reason, $now::timestamptz from restored_book
   where held_until is null and ($restoredAt::timestamptz[] is null or restored_at = any ($restoredAt::timestamptz[]))
   on conflict do nothing returning restored_at`,
);

const endReleasedHoldsStatement = statement<{ restored_at: Date }, { now: Date; needed: number }>(
  'payment: end released holds after restore',
  `update restored_book h set held_until = $now::timestamptz, ended_by = 'staff'
   where held_until is null and (select count(*) from payout_release r where r.restored_at = h.restored_at) >= $needed::integer
   returning restored_at`,
);

/**
 * One person says that payouts may be sent again. The second person ends the hold. A hold that was declared between the
 * two has one release only, and stands. With `restoredAt` only the holds of these restores are released.
 */
export async function releasePayouts(
  { db, clock }: { db: Database; clock: Clock },
  { actor, reason, restoredAt }: { actor: Actor; reason: string; restoredAt?: Date[] },
): Promise<Outcome<HoldsNow, ReleaseRefusal>> {
  const checked = checkReason(reason);
  if (!checked.ok) return checked;
  const now = toDate(clock.nowMs());
  if ((await standingHolds(db)).length === 0) return refuse({ kind: 'nothing_is_held' });
  const released = await db.rows(releaseStatement, {
    ...{ actor, now },
    reason: checked.value,
    restoredAt: restoredAt ?? null,
  });
  // Also where this person released before: the program may have ended between the two statements.
  const ended = await db.rows(endReleasedHoldsStatement, { now, needed: RELEASES_NEEDED });
  if (ended.length === 0 && released.length === 0) return refuse({ kind: 'same_person' });
  return allow({ isAnyEnded: ended.length > 0, standing: await standingHolds(db) });
}
