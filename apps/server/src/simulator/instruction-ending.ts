import { scheduleOutcomeCallbacks } from './callbacks.ts';
import type { Faults } from './faults.ts';
import { type FailureReason, type Instruction, instructionColumns } from './instruction.ts';
import { endingText } from './operator-messages.ts';
import { deliverMessage } from './phones.ts';
import type { Simulator } from './settings.ts';
import { instant, type Statements } from './store.ts';

export type Ending = 'succeeded' | { failure: FailureReason };

// The caller holds the lock of the instruction's row, and the instruction is pending. The money, the message and the
// callbacks are written in the same transaction.
export async function endInstruction(
  simulator: Simulator,
  db: Statements,
  instruction: Instruction,
  wanted: Ending,
  faults: Faults,
): Promise<Instruction> {
  const moved = wanted === 'succeeded' ? await moveMoney(db, instruction) : undefined;
  const ending: Ending =
    wanted === 'succeeded' && moved === undefined ? { failure: 'not_enough_funds' } : wanted;
  const ended = await closeInstruction(simulator, db, instruction, ending);
  if (moved) {
    const text = endingText(ended, moved.balanceNgwee, simulator.settings.lenderName);
    await deliverMessage(simulator, db, { mobile: ended.mobile, ...text });
  }
  await scheduleOutcomeCallbacks(simulator, db, ended, faults);
  return ended;
}

// The phone's row is always locked before the float's. Otherwise a collection and a payout could wait for each other.
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
  ending: Ending,
): Promise<Instruction> {
  const failure = ending === 'succeeded' ? null : ending.failure;
  const outcome = failure === null ? 'succeeded' : failure === 'expired' ? 'expired' : 'failed';
  const { rows } = await db.query<Instruction>(
    `update instruction set outcome = $2, failure = $3, settled_at = $4 where id = $1 and outcome = 'pending'
     returning ${instructionColumns}`,
    [id, outcome, failure, instant(simulator.now())],
  );
  if (!rows[0]) throw new Error(`Instruction ${id} was ended twice`);
  return rows[0];
}
