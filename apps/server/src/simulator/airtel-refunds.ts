import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { badField, refusal } from './airtel-callers.ts';
import { airtelMoneyId, successEnvelope } from './airtel-wire.ts';
import { type Instruction, instructionColumns } from './instruction.ts';
import { type Answer, jsonOf } from './operator-answer.ts';
import { giveBack, IS_REFUNDABLE } from './refunds.ts';
import type { Simulator } from './settings.ts';
import { inTransaction, type Statements } from './store.ts';

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
    const collection = await findRefundable(client, airtel_money_id);
    if (!collection) return notRefunded;
    await giveBack(simulator, client, collection);
    return { status: 200, body: successEnvelope({ transaction: { airtel_money_id, status: 'SUCCESS' } }) };
  });
}

async function findRefundable(db: Statements, moneyId: string): Promise<Instruction | undefined> {
  const { rows } = await db.query<Instruction>(
    `select ${instructionColumns} from instruction
     where operator = 'airtel' and ${IS_REFUNDABLE} and id % 100000 = $1
     for update`,
    [Number(moneyId.slice(-5))],
  );
  return rows.find((instruction) => airtelMoneyId(instruction) === moneyId);
}
