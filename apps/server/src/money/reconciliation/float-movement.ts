import type { Day } from '@thumba/lending/day';
import {
  floatAccount,
  type OperatorName,
  type PaymentDirection,
  type Transfer,
  transfer,
} from '@thumba/lending/ledger';
import type { Ngwee } from '@thumba/lending/money';
import { allow, type Outcome } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { insertTransfers, NO_BORROWER, transferRecords } from '../../book/ledger/transfers.ts';
import { checkReason, type ReasonRefusal } from '../../book/staff-action.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';

export type FloatMovementKind = 'opening' | 'top_up' | 'withdrawal' | 'charge';

export type FloatMovement = {
  operator: OperatorName;
  direction: PaymentDirection;
  kind: FloatMovementKind;
  amountNgwee: Ngwee;
  reason: string;
  actor: Actor;
};

const declareMovementStatement = statement<
  { movement_id: number },
  {
    operator: OperatorName;
    direction: PaymentDirection;
    kind: FloatMovementKind;
    amountNgwee: number;
    reason: string;
    actor: Actor;
    now: Date;
    transfers: string;
  }
>(
  'reconciliation: declare float movement',
  `with declared as (
     insert into float_movement (operator, direction, kind, amount_ngwee, reason, actor, recorded_at, entry_id,
       posted_against)
     values ($operator, $direction, $kind, $amountNgwee, $reason, $actor, $now::timestamptz, nextval('ledger_entry_id'),
       case when $kind in ('top_up', 'withdrawal') then 'in_transit' else 'other' end)
     returning movement_id, entry_id, recorded_at
   ),
   entries as (
     select ${NO_BORROWER}::bigint as borrower_id, entry_id, recorded_at from declared
   ),
   inserted_transfers as (
     ${insertTransfers({ records: '$transfers', entries: 'entries' })}
   )
   select movement_id from declared`,
);

/**
 * Posts what the lender moved between the bank and the float, or what the operator charged. Moved money stands in transit
 * until a statement of the bank has it. Rule: docs/rules/bank.md.
 */
export async function declareFloatMovement(
  { db, clock, today }: { db: Database; clock: Clock; today(): Day },
  movement: FloatMovement,
): Promise<Outcome<{ movementId: number }, ReasonRefusal>> {
  const reason = checkReason(movement.reason);
  if (!reason.ok) return reason;
  const declared = await db.row(declareMovementStatement, {
    ...movement,
    reason: reason.value,
    now: toDate(clock.nowMs()),
    transfers: JSON.stringify(transferRecords(transfersOf(movement), { loanId: null, on: today() })),
  });
  return allow({ movementId: declared!.movement_id });
}

function transfersOf({ operator, direction, kind, amountNgwee }: FloatMovement): Transfer[] {
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
