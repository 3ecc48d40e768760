import type { FastifyInstance } from 'fastify';
import { type Instruction, instructionColumns } from './instruction.ts';
import { groupedKwacha } from './money.ts';
import { deliverMessage } from './phones.ts';
import type { Simulator } from './settings.ts';
import { instant, inTransaction, type Statements } from './store.ts';

/** A collection that succeeded and was not given back is found by this condition. */
export const IS_REFUNDABLE = `direction = 'collect' and outcome = 'succeeded' and refunded_at is null`;

/** The operator takes a collection back from the lender by itself, for example because its customer complained. */
export function registerRefunds(app: FastifyInstance, simulator: Simulator): void {
  app.post<{ Params: { reference: string } }>('/collections/:reference/refund', async (request, reply) => {
    const { reference } = request.params;
    const isRefunded = await inTransaction(simulator.pool, async (client) => {
      const { rows } = await client.query<Instruction>(
        `select ${instructionColumns} from instruction where reference = $1 and ${IS_REFUNDABLE} for update`,
        [reference],
      );
      const [collection] = rows;
      if (collection) await giveBack(simulator, client, collection);
      return collection !== undefined;
    });
    return isRefunded
      ? { reference }
      : reply.code(404).send({ error: 'There is no such collection, or it was given back before.' });
  });
}

/** Gives a collection back in full. The caller holds the lock of its row. */
export async function giveBack(
  simulator: Simulator,
  db: Statements,
  { id, operator, mobile, amountNgwee }: Instruction,
): Promise<void> {
  await db.query('update instruction set refunded_at = $2 where id = $1', [id, instant(simulator.now())]);
  await db.query('update phone set balance_ngwee = balance_ngwee + $2 where mobile = $1', [
    mobile,
    amountNgwee,
  ]);
  await db.query(
    `update float_account set balance_ngwee = balance_ngwee - $2 where operator = $1 and direction = 'collect'`,
    [operator, amountNgwee],
  );
  const text = `${simulator.settings.lenderName} has given back ZMW ${groupedKwacha(amountNgwee)}.`;
  await deliverMessage(simulator, db, { mobile, from: SENDERS[operator], text });
}

const SENDERS: Record<Instruction['operator'], string> = {
  mtn: 'MTN MoMo',
  airtel: 'AirtelMoney',
  zamtel: 'ZamtelMoney',
};
