import { scheduleOutcomeCallbacks } from './callbacks.ts';
import type { Faults } from './faults.ts';
import { type FailureReason, type Instruction, instructionColumns } from './instruction.ts';
import { settlementText } from './operator-messages.ts';
import { deliverMessage } from './phones.ts';
import type { Simulator } from './settings.ts';
import { instant, type Statements } from './store.ts';

export type Settlement = 'succeeded' | { failure: FailureReason };

// The caller holds the instruction's row (it just inserted it, or selected it for update) and it is
// still pending. Money, message and callbacks follow in the same transaction.
export async function settle(
  simulator: Simulator,
  db: Statements,
  instruction: Instruction,
  wanted: Settlement,
  faults: Faults,
): Promise<Instruction> {
  const moved = wanted === 'succeeded' ? await moveMoney(db, instruction) : undefined;
  const settlement: Settlement =
    wanted === 'succeeded' && moved === undefined ? { failure: 'not_enough_funds' } : wanted;
  const settled = await closeInstruction(simulator, db, instruction, settlement);
  if (moved) {
    const text = settlementText(settled, moved.balanceNgwee, simulator.settings.lenderName);
    await deliverMessage(simulator, db, { mobile: settled.mobile, ...text });
  }
  await scheduleOutcomeCallbacks(simulator, db, settled, faults);
  return settled;
}

// The phone's row is always locked before the float's, so that collections and payouts never wait in a
// circle.
async function moveMoney(
  db: Statements,
  { operator, direction, mobile, amountNgwee }: Instruction,
): Promise<{ balanceNgwee: number } | undefined> {
  const phone = await db.query<{ balanceNgwee: number }>(
    'select balance_ngwee as "balanceNgwee" from phone where mobile = $1 for update',
    [mobile],
  );
  const toFloatNgwee = direction === 'collect' ? amountNgwee : -amountNgwee;
  const balanceNgwee = phone.rows[0]!.balanceNgwee - toFloatNgwee;
  if (balanceNgwee < 0) return undefined;
  const float = await db.query(
    `update float_account set balance_ngwee = balance_ngwee + $3
     where operator = $1 and direction = $2 and balance_ngwee + $3 >= 0`,
    [operator, direction, toFloatNgwee],
  );
  if (float.rowCount === 0) return undefined;
  await db.query('update phone set balance_ngwee = $2 where mobile = $1', [mobile, balanceNgwee]);
  return { balanceNgwee };
}

async function closeInstruction(
  simulator: Simulator,
  db: Statements,
  { id }: Instruction,
  settlement: Settlement,
): Promise<Instruction> {
  const failure = settlement === 'succeeded' ? null : settlement.failure;
  const outcome = failure === null ? 'succeeded' : failure === 'expired' ? 'expired' : 'failed';
  const { rows } = await db.query<Instruction>(
    `update instruction set outcome = $2, failure = $3, settled_at = $4 where id = $1 and outcome = 'pending'
     returning ${instructionColumns}`,
    [id, outcome, failure, instant(simulator.now())],
  );
  if (!rows[0]) throw new Error(`Instruction ${id} was settled twice`);
  return rows[0];
}
