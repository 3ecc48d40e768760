import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { badField, refusal } from './airtel-callers.ts';
import { airtelMoneyId, successEnvelope } from './airtel-wire.ts';
import { type Instruction, instructionColumns } from './instruction.ts';
import { groupedKwacha } from './money.ts';
import { type Answer, jsonOf } from './operator-answer.ts';
import { deliverMessage } from './phones.ts';
import type { Simulator } from './settings.ts';
import { instant, inTransaction, type Statements } from './store.ts';

const refundBody = z.object({
  transaction: z.object({ airtel_money_id: z.string().regex(/^MP.+\.\d{4}\.[A-Z]\d{5}$/) }),
});

const notRefunded = refusal(200, { message: 'No transaction found to refund.', result: 'ESB000045' });

/** Gives a collection back in full, once. */
export async function refund(simulator: Simulator, request: FastifyRequest): Promise<Answer> {
  const body = refundBody.safeParse(jsonOf(request.body));
  if (!body.success) return badField;
  const { airtel_money_id } = body.data.transaction;
  return inTransaction(simulator.pool, async (client) => {
    const collection = await markRefunded(simulator, client, airtel_money_id);
    if (!collection) return notRefunded;
    await moveBack(simulator, client, collection);
    return { status: 200, body: successEnvelope({ transaction: { airtel_money_id, status: 'SUCCESS' } }) };
  });
}

async function markRefunded(
  simulator: Simulator,
  db: Statements,
  moneyId: string,
): Promise<Instruction | undefined> {
  const { rows } = await db.query<Instruction>(
    `select ${instructionColumns} from instruction
     where operator = 'airtel' and direction = 'collect' and outcome = 'succeeded' and refunded_at is null
       and id % 100000 = $1
     for update`,
    [Number(moneyId.slice(-5))],
  );
  const collection = rows.find((instruction) => airtelMoneyId(instruction) === moneyId);
  if (collection) {
    await db.query('update instruction set refunded_at = $2 where id = $1', [
      collection.id,
      instant(simulator.now()),
    ]);
  }
  return collection;
}

async function moveBack(
  simulator: Simulator,
  db: Statements,
  { mobile, amountNgwee }: Instruction,
): Promise<void> {
  await db.query('update phone set balance_ngwee = balance_ngwee + $2 where mobile = $1', [
    mobile,
    amountNgwee,
  ]);
  await db.query(
    `update float_account set balance_ngwee = balance_ngwee - $1
     where operator = 'airtel' and direction = 'collect'`,
    [amountNgwee],
  );
  const text = `${simulator.settings.lenderName} has given back ZMW ${groupedKwacha(amountNgwee)}.`;
  await deliverMessage(simulator, db, { mobile, from: 'AirtelMoney', text });
}
