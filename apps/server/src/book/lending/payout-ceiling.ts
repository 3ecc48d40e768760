import type { Day } from '@thumba/lending/day';
import type { Ngwee } from '@thumba/lending/money';
import { brokenConstraint, type Database, statement, type Transaction } from '../../platform/database.ts';
import type { Actor } from '../actor.ts';

/** The ceiling on the payouts of a day. Rule: docs/running/lending-switch.md. */
export type PayoutCeiling = {
  /** `null`: there is no ceiling. */
  amountNgwee: Ngwee | null;
  /** The only day that it is for; `null`: every day from then on. */
  onlyOn: Day | null;
};

export type CeilingChange = PayoutCeiling & {
  reason: string;
  actor: Actor;
  setAt: Date;
  requestId: number | null;
};

/** A payout whose amount counts to its day: it was sent, or is being sent. */
export const COUNTS_TO_DAY = `counted_on is not null and state in ('sent', 'pending', 'unknown', 'succeeded')`;

const readStatement = statement<
  { ceiling_ngwee: Ngwee | null; paid_out_ngwee: Ngwee; lasting_ngwee: Ngwee | null },
  { on: Day }
>(
  'payout ceiling: read',
  `select payout_ceiling_of($on::date) as ceiling_ngwee,
     (select amount_ngwee from payout_ceiling where only_on is null order by ceiling_id desc limit 1) as lasting_ngwee,
     (select coalesce(sum(amount_ngwee), 0)::bigint from payment_attempt
      where counted_on = $on::date and ${COUNTS_TO_DAY}) as paid_out_ngwee`,
);

export type CeilingOfDay = {
  ceilingNgwee: Ngwee | null;
  /** The ceiling of every day, without one that is for this day only. */
  lastingNgwee: Ngwee | null;
  paidOutNgwee: Ngwee;
};

/** The ceiling of a day, and what was paid out on it. */
export async function readCeiling(db: Transaction, on: Day): Promise<CeilingOfDay> {
  const row = (await db.row(readStatement, { on }))!;
  return {
    ceilingNgwee: row.ceiling_ngwee,
    lastingNgwee: row.lasting_ngwee,
    paidOutNgwee: row.paid_out_ngwee,
  };
}

const listStatement = statement<
  {
    amount_ngwee: Ngwee | null;
    only_on: Day | null;
    reason: string;
    actor: Actor;
    set_at: Date;
    request_id: number | null;
  },
  { limit: number }
>(
  'payout ceiling: list',
  `select amount_ngwee, only_on, reason, actor, set_at, request_id from payout_ceiling
   order by ceiling_id desc limit $limit`,
);

/** The ceilings, newest first. */
export async function listCeilings(db: Transaction, limit: number): Promise<CeilingChange[]> {
  const rows = await db.rows(listStatement, { limit });
  return rows.map((row) => ({
    amountNgwee: row.amount_ngwee,
    onlyOn: row.only_on,
    reason: row.reason,
    actor: row.actor,
    setAt: row.set_at,
    requestId: row.request_id,
  }));
}

const setStatement = statement<
  never,
  {
    amountNgwee: Ngwee | null;
    onlyOn: Day | null;
    reason: string;
    actor: string;
    now: Date;
    requestId: number | null;
  }
>(
  'payout ceiling: set',
  `insert into payout_ceiling (amount_ngwee, only_on, reason, actor, set_at, request_id)
   values ($amountNgwee, $onlyOn, $reason, $actor, $now, $requestId) on conflict (request_id) do nothing`,
);

const IS_APPROVED = 'payout_ceiling_is_approved';

/**
 * Sets a ceiling. False where it needs a second person and has no approved request: a higher one, one for a day, or the
 * end of all ceilings. For one request it is set once.
 */
export async function setPayoutCeiling(
  db: Database,
  {
    requestId = null,
    ...ceiling
  }: PayoutCeiling & { reason: string; actor: Actor; now: Date; requestId?: number | null },
): Promise<boolean> {
  try {
    await db.rows(setStatement, { ...ceiling, requestId });
    return true;
  } catch (error) {
    if (brokenConstraint(error) === IS_APPROVED) return false;
    throw error;
  }
}

const admitStatement = statement<
  { refusal: 'lending_stopped' | 'payout_ceiling' | null },
  { borrowerId: number; attemptId: string; on: Day }
>('payout ceiling: admit', 'select admit_payout($borrowerId, $attemptId, $on) as refusal');

/** Counts a payout to the payouts of the day before it is sent. Answers why it has to wait instead. */
export async function admitPayout(
  db: Database,
  payout: { borrowerId: number; attemptId: string; on: Day },
): Promise<'lending_stopped' | 'payout_ceiling' | undefined> {
  return (await db.row(admitStatement, payout))?.refusal ?? undefined;
}
