import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { kwachaOf } from './money.ts';
import { jsonOf } from './operator-answer.ts';
import type { Simulator } from './settings.ts';

const floatOf = z.object({
  operator: z.enum(['mtn', 'airtel', 'zamtel']),
  direction: z.enum(['collect', 'payout']),
});
const balanceBody = z.strictObject({ balance: z.number().min(0).max(10_000_000_000).multipleOf(0.01) });

type FloatRow = { operator: string; direction: string; balanceNgwee: number };

/** The balances of the lender's accounts at the operators, which can be read and set. */
export function registerFloats(app: FastifyInstance, { pool }: Simulator): void {
  app.get('/floats', async () => {
    const { rows } = await pool.query<FloatRow>(
      `select operator, direction, balance_ngwee as "balanceNgwee" from float_account order by operator, direction`,
    );
    return {
      floats: rows.map(({ balanceNgwee, ...float }) => ({ ...float, balance: kwachaOf(balanceNgwee) })),
    };
  });

  app.put('/floats/:operator/:direction', async (request, reply) => {
    const float = floatOf.safeParse(request.params);
    const body = balanceBody.safeParse(jsonOf(request.body));
    if (!float.success) return reply.code(404).send({ error: 'There is no such float.' });
    if (!body.success) return reply.code(400).send({ error: z.prettifyError(body.error) });
    const { operator, direction } = float.data;
    const { balance } = body.data;
    await pool.query('update float_account set balance_ngwee = $3 where operator = $1 and direction = $2', [
      operator,
      direction,
      Math.round(balance * 100),
    ]);
    return { operator, direction, balance };
  });
}
