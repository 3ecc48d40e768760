import type { FloatMovementKind } from '@thumba/contract/staff/treasury-words';
import type { Day } from '@thumba/lending/day';
import {
  floatAccount,
  type LedgerAccount,
  type OperatorName,
  type PaymentDirection,
  type Transfer,
  transfer,
} from '@thumba/lending/ledger';
import type { Ngwee } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { FIRST_BOOKED_ON, postAgainIfClosed } from '../../book/ledger/booking-day.ts';
import { insertTransfers, NO_BORROWER, transferRecords } from '../../book/ledger/transfers.ts';
import { checkReason, type ReasonRefusal } from '../../book/staff-action.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement, type Transaction } from '../../platform/database.ts';
import { findWalletOpening, type WalletOpening } from './wallet-opening.ts';

export type FloatMovement = {
  operator: OperatorName;
  direction: PaymentDirection;
  kind: FloatMovementKind;
  amountNgwee: Ngwee;
  reason: string;
  actor: Actor;
  /** The second person, without whom only the charges of a statement are posted. */
  approvedBy: Actor;
  /** The request that was approved. A movement is declared once for it. */
  requestId?: number;
  /** The day on which it happened, which is today where it is not given. */
  on?: Day | undefined;
};

/** What is asked for before a second person has approved it. */
export type WantedFloatMovement = Omit<FloatMovement, 'actor' | 'approvedBy' | 'requestId'>;

export type FloatMovementRefusal =
  | ReasonRefusal
  | { kind: 'day_not_begun'; today: Day }
  | { kind: 'period_closed'; closedThroughOn: Day }
  /** What moved in the wallet before is in the balance that was taken on. */
  | { kind: 'before_take_on'; takenOnOn: Day }
  | { kind: 'before_book'; beginsOn: Day }
  /** Its balance was taken on before, and a second opening would count it twice. */
  | { kind: 'opened_before'; opening: WalletOpening };

/** What was taken on in the wallet, or in the book where nothing was taken on in this wallet. */
const readBoundsStatement = statement<
  { closed_through_on: Day | null; taken_on_on: Day | null; begins_on: Day | null },
  { float: LedgerAccount }
>(
  'reconciliation: read bounds of a float movement',
  `with taken_on as (
     select t.debit_account, t.credit_account, t.business_on
     from (select entry_id from float_movement where kind = 'opening'
       union all select entry_id from journal where kind = 'take_on') taken
     join ledger_transfer t on t.borrower_id = ${NO_BORROWER} and t.entry_id = taken.entry_id
   )
   select c.closed_through_on,
     coalesce((select min(business_on) from taken_on where $float in (debit_account::text, credit_account::text)),
       (select min(business_on) from taken_on)) as taken_on_on,
     date_trunc('month', ${FIRST_BOOKED_ON})::date as begins_on
   from book_closing c`,
);

const declareMovementStatement = statement<
  { movement_id: number },
  {
    operator: OperatorName;
    direction: PaymentDirection;
    kind: FloatMovementKind;
    amountNgwee: number;
    reason: string;
    actor: Actor;
    approvedBy: Actor;
    requestId: number | null;
    now: Date;
    transfers: string;
  }
>(
  'reconciliation: declare float movement',
  `with declared as (
     insert into float_movement (operator, direction, kind, amount_ngwee, reason, actor, recorded_at, entry_id,
       posted_against, approved_by, request_id)
     values ($operator, $direction, $kind, $amountNgwee, $reason, $actor, $now::timestamptz, nextval('ledger_entry_id'),
       case when $kind in ('top_up', 'withdrawal') then 'in_transit' else 'other' end, $approvedBy, $requestId::bigint)
     on conflict (request_id) where request_id is not null do nothing
     returning movement_id, entry_id, recorded_at
   ),
   entries as (
     select ${NO_BORROWER}::bigint as borrower_id, entry_id, recorded_at from declared
   ),
   inserted_transfers as (
     ${insertTransfers({ records: 'transfers', entries: 'entries' })}
   )
   select movement_id from declared`,
);

const findDeclaredStatement = statement<{ movement_id: number }, { requestId: number }>(
  'reconciliation: find float movement of a request',
  'select movement_id from float_movement where request_id = $requestId',
);

export type FloatMovementDeps = { db: Database; clock: Clock; today(): Day };

/**
 * Posts what the lender moved between the bank and the float, or what the operator charged, on the day on which it
 * happened. Moved money stands in transit until a statement of the bank has it. Refuses, in this order: no reason; a day
 * that has not begun; a closed period; a day before the take-on; a day before the first month of the book; an opening of
 * a wallet that has one. A movement that was declared for the same request before stays as it is. Rule: docs/rules/bank.md.
 */
export async function declareFloatMovement(
  { db, clock, today }: FloatMovementDeps,
  movement: FloatMovement,
): Promise<Outcome<void, FloatMovementRefusal>> {
  const reason = checkReason(movement.reason);
  if (!reason.ok) return reason;
  const { on = today(), requestId = null } = movement;
  return postAgainIfClosed(() =>
    db.inTransaction(async (transaction) => {
      if (requestId !== null && (await transaction.row(findDeclaredStatement, { requestId })))
        return allow(undefined);
      const refusal = await refuseMovement(transaction, movement, on, today());
      if (refusal) return refuse(refusal);
      await transaction.row(declareMovementStatement, {
        ...movement,
        requestId,
        reason: reason.value,
        now: toDate(clock.nowMs()),
        transfers: JSON.stringify(transferRecords(transfersOfMovement(movement), { loanId: null, on })),
      });
      return allow(undefined);
    }),
  );
}

/** Whether a movement could be declared now, with its reason and day as they would be kept. */
export async function previewFloatMovement(
  { db, today }: Pick<FloatMovementDeps, 'db' | 'today'>,
  movement: WantedFloatMovement,
): Promise<Outcome<{ reason: string; on: Day }, FloatMovementRefusal>> {
  const reason = checkReason(movement.reason);
  if (!reason.ok) return reason;
  const { on = today() } = movement;
  const refusal = await db.inTransaction((transaction) => refuseMovement(transaction, movement, on, today()));
  return refusal ? refuse(refusal) : allow({ reason: reason.value, on });
}

async function refuseMovement(
  transaction: Transaction,
  movement: WantedFloatMovement,
  on: Day,
  today: Day,
): Promise<FloatMovementRefusal | undefined> {
  return (await refuseDay(transaction, movement, on, today)) ?? (await refuseOpening(transaction, movement));
}

async function refuseOpening(
  transaction: Transaction,
  { operator, direction, kind }: WantedFloatMovement,
): Promise<FloatMovementRefusal | undefined> {
  if (kind !== 'opening') return undefined;
  const opening = await findWalletOpening(transaction, floatAccount(operator, direction));
  return opening && { kind: 'opened_before', opening };
}

async function refuseDay(
  db: Transaction,
  { operator, direction, kind }: WantedFloatMovement,
  on: Day,
  today: Day,
): Promise<FloatMovementRefusal | undefined> {
  if (on > today) return { kind: 'day_not_begun', today };
  const {
    closed_through_on: closedThroughOn,
    taken_on_on: takenOnOn,
    begins_on: beginsOn,
  } = (await db.row(readBoundsStatement, { float: floatAccount(operator, direction) }))!;
  if (closedThroughOn !== null && on <= closedThroughOn) return { kind: 'period_closed', closedThroughOn };
  if (kind !== 'opening' && takenOnOn !== null && on < takenOnOn)
    return { kind: 'before_take_on', takenOnOn };
  return beginsOn !== null && on < beginsOn ? { kind: 'before_book', beginsOn } : undefined;
}

export function transfersOfMovement({
  operator,
  direction,
  kind,
  amountNgwee,
}: Pick<FloatMovement, 'operator' | 'direction' | 'kind' | 'amountNgwee'>): Transfer[] {
  const float = floatAccount(operator, direction);
  switch (kind) {
    case 'opening':
      return transfer(float, 'opening_balance', amountNgwee);
    case 'top_up':
      return transfer(float, 'in_transit', amountNgwee);
    case 'withdrawal':
      return transfer('in_transit', float, amountNgwee);
    case 'charge':
      return transfer('operator_charge_expense', float, amountNgwee);
  }
}
