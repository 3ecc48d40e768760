import { z } from 'zod';
import { day, id, instant, kwachaOut, operatorName } from '../fields.ts';
import { reason } from './people.ts';
import { WALLET_DIRECTIONS } from './treasury-words.ts';

const operatorChange = z.object({
  isStopped: z.boolean(),
  reason: z.string(),
  /** The full name of the person. */
  by: z.string(),
  at: instant,
  requestId: id.nullable(),
});

const account = z.object({
  direction: z.enum(WALLET_DIRECTIONS),
  /** Where its instructions are sent, and as whom. `null` where the lender is not connected. */
  route: z.object({ platform: z.string(), environment: z.string(), apiUser: z.string() }).nullable(),
  /** What lies there as our book has it. Below zero where more was paid out than lay there. */
  balance: z.number(),
  lastSuccessAt: instant.nullable(),
  /** Payments of the days that are counted, by how they went. */
  succeeded: z.int(),
  failed: z.int(),
  underWay: z.int(),
});

export const operators = {
  listOperators: {
    output: z.object({
      /** The days on which the counted payments were begun. */
      from: day,
      through: day,
      items: z.array(
        z.object({
          operator: operatorName,
          isConnected: z.boolean(),
          isStopped: z.boolean(),
          /** The request for the start that waits for a second person. */
          startRequestId: id.nullable(),
          /** Stops and starts, newest first. */
          changes: z.array(operatorChange),
          accounts: z.array(account),
          heldPayouts: z.int(),
          heldAmount: kwachaOut,
          /** The address at which the operator calls back, without its secret part. `null` where it does not call back. */
          callback: z.string().nullable(),
        }),
      ),
    }),
  },
  readCallbackAddress: {
    params: z.object({ operator: operatorName }),
    output: z.object({ address: z.string() }),
  },
  stopOperator: {
    params: z.object({ operator: operatorName }),
    body: z.object({ reason }),
    output: z.object({ stoppedAt: instant }),
  },
  startOperator: {
    params: z.object({ operator: operatorName }),
    body: z.object({ reason }),
    output: z.object({ requestId: id }),
  },
};
