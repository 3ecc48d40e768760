import type { Day } from '@thumba/lending/day';
import { floatAccount, type OperatorName, type PaymentDirection, transfer } from '@thumba/lending/ledger';
import { ngwee } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { bookingDayOf, postAgainIfClosed } from '../../book/ledger/booking-day.ts';
import { insertTransfers, NO_BORROWER, transferRecords } from '../../book/ledger/transfers.ts';
import { checkReason, type ReasonRefusal } from '../../book/staff-action.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement, type Transaction } from '../../platform/database.ts';

/** Charges that the statements show and the book does not have. A row that is no payment belongs to either wallet. */
const UNPOSTED_CHARGES = `select r.operator, r.row_hash, r.charge_ngwee,
    (r.happened_at at time zone 'Africa/Lusaka')::date + c.offset_days as charged_on
  from operator_statement_row r cross join business_calendar c
  where r.operator = $operator and r.charge_ngwee > 0
    and (r.direction is null or (r.direction = $direction and r.outcome = 'succeeded'))
    and not exists (select from operator_charge_posting p where p.operator = r.operator and p.row_hash = r.row_hash)`;

const chargesByDayStatement = statement<
  { charged_on: Day; booked_on: Day; charges_ngwee: number },
  { operator: OperatorName; direction: PaymentDirection; fromOn: Day; throughOn: Day; today: Day }
>(
  'reconciliation: charges by day',
  `select charged_on, sum(charge_ngwee)::bigint as charges_ngwee,
     ${bookingDayOf('charged_on', '$today::date')} as booked_on
   from (${UNPOSTED_CHARGES}
     and r.happened_at >= ($fromOn::date - c.offset_days)::timestamp at time zone 'Africa/Lusaka'
     and r.happened_at < ($throughOn::date - c.offset_days + 1)::timestamp at time zone 'Africa/Lusaka') charge
   where charged_on between $fromOn::date and $throughOn::date group by charged_on order by charged_on`,
);

const postChargesStatement = statement<
  { movement_id: number },
  {
    operator: OperatorName;
    direction: PaymentDirection;
    chargedOn: Day;
    amountNgwee: number;
    reason: string;
    actor: Actor;
    now: Date;
    transfers: string;
  }
>(
  'reconciliation: post charges',
  `with charges as (${UNPOSTED_CHARGES}),
   declared as (
     insert into float_movement (operator, direction, kind, amount_ngwee, reason, actor, recorded_at, entry_id)
     select $operator, $direction, 'charge', $amountNgwee::bigint, $reason, $actor, $now::timestamptz, nextval('ledger_entry_id')
     where $amountNgwee::bigint = (select sum(charge_ngwee) from charges where charged_on = $chargedOn::date)
     returning movement_id, entry_id, recorded_at
   ),
   posted as (
     insert into operator_charge_posting (operator, row_hash, movement_id)
     select c.operator, c.row_hash, d.movement_id from charges c cross join declared d where c.charged_on = $chargedOn::date
   ),
   entries as (
     select ${NO_BORROWER}::bigint as borrower_id, entry_id, recorded_at from declared
   ),
   inserted_transfers as (
     ${insertTransfers({ records: 'transfers', entries: 'entries' })}
   )
   select movement_id from declared`,
);

type ChargesPosting = {
  operator: OperatorName;
  direction: PaymentDirection;
  fromOn: Day;
  throughOn: Day;
  reason: string;
  actor: Actor;
  /** Their sum as a person was shown it. Another sum is not posted. */
  shownNgwee?: number;
  now: Date;
  today: Day;
};

const ownImportStatement = statement<
  { is_own: boolean },
  { operator: OperatorName; direction: PaymentDirection; fromOn: Day; throughOn: Day; actor: Actor }
>(
  'reconciliation: charges of an own import',
  `select exists (
     select from (${UNPOSTED_CHARGES}) charge
       join operator_statement_row r on r.operator = charge.operator and r.row_hash = charge.row_hash
       join operator_statement s on s.statement_id = coalesce(r.charge_statement_id, r.statement_id)
     where charge.charged_on between $fromOn::date and $throughOn::date
       and person_of(s.actor) = person_of($actor::text)
   ) as is_own`,
);

/** The charges on the statements of these days that the book does not have, a day each. */
export async function readUnpostedCharges(
  db: Transaction,
  wanted: Pick<ChargesPosting, 'operator' | 'direction' | 'fromOn' | 'throughOn' | 'today'>,
): Promise<{ on: Day; amountNgwee: number }[]> {
  const days = await db.rows(chargesByDayStatement, wanted);
  return days.map(({ charged_on: on, charges_ngwee: amountNgwee }) => ({ on, amountNgwee }));
}

/** Another sum than was shown, or the person imported a statement with these charges. */
export type ChargesRefusal = { kind: 'other_amount' } | { kind: 'own_import' };

export type PostedCharges = { days: number; amountNgwee: number };

/**
 * Posts what an operator's own statements say that it charged, one entry for each day, each row once. The person
 * who imported one of the rows is refused, so that a forged file alone posts nothing. Rule: docs/rules/bank.md.
 */
export async function postCharges(
  { db, clock, today }: { db: Database; clock: Clock; today(): Day },
  charges: Omit<ChargesPosting, 'now' | 'today'>,
): Promise<Outcome<PostedCharges, ReasonRefusal | ChargesRefusal>> {
  const reason = checkReason(charges.reason);
  if (!reason.ok) return reason;
  const posting = { ...charges, reason: reason.value, now: toDate(clock.nowMs()), today: today() };
  const posted = await postAgainIfClosed(() =>
    db.inTransaction((transaction) => postDays(transaction, posting)),
  );
  return 'kind' in posted ? refuse(posted) : allow(posted);
}

async function postDays(
  transaction: Transaction,
  posting: ChargesPosting,
): Promise<PostedCharges | ChargesRefusal> {
  const { operator, direction, fromOn, throughOn, reason, actor, now, today } = posting;
  const wanted = { operator, direction, fromOn, throughOn, today };
  const days = await transaction.rows(chargesByDayStatement, wanted);
  const { shownNgwee } = posting;
  if ((await transaction.row(ownImportStatement, { ...wanted, actor }))!.is_own)
    return { kind: 'own_import' };
  const foundNgwee = days.reduce((sum, { charges_ngwee }) => sum + charges_ngwee, 0);
  if (shownNgwee !== undefined && shownNgwee !== foundNgwee) return { kind: 'other_amount' };
  const posted: PostedCharges = { days: 0, amountNgwee: 0 };
  for (const { charged_on: chargedOn, booked_on: bookedOn, charges_ngwee: amountNgwee } of days) {
    const transfers = transfer(
      'operator_charge_expense',
      floatAccount(operator, direction),
      ngwee(amountNgwee),
    );
    const movement = await transaction.row(postChargesStatement, {
      operator,
      direction,
      chargedOn,
      amountNgwee,
      reason,
      actor,
      now,
      transfers: JSON.stringify(
        transferRecords(transfers, { loanId: null, on: bookedOn, valueOn: chargedOn }),
      ),
    });
    if (!movement) continue;
    posted.days += 1;
    posted.amountNgwee += amountNgwee;
  }
  return posted;
}
