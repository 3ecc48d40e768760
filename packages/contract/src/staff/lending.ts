import { z } from 'zod';
import { day, id, instant, kwacha, kwachaOut } from '../fields.ts';
import { reason } from './people.ts';

const lendingChange = z.object({
  isStopped: z.boolean(),
  reason: z.string(),
  /** The full name of the person. */
  by: z.string(),
  at: instant,
  requestId: id.nullable(),
});

const ceilingChange = z.object({
  /** `null`: there is no ceiling. */
  amount: kwachaOut.nullable(),
  /** The only day that it is for. */
  onlyOn: day.nullable(),
  reason: z.string(),
  /** The full name of the person. */
  by: z.string(),
  at: instant,
  requestId: id.nullable(),
});

export const lending = {
  lendingState: {
    output: z.object({
      isStopped: z.boolean(),
      /** The stop that stands. */
      stop: lendingChange.nullable(),
      /** The request for the start that waits for a second person. */
      startRequestId: id.nullable(),
    }),
  },
  lendingHistory: {
    output: z.object({ changes: z.array(lendingChange), ceilings: z.array(ceilingChange) }),
  },
  stopLending: { body: z.object({ reason }), output: z.object({ stoppedAt: instant }) },
  startLending: { body: z.object({ reason }), output: z.object({ requestId: id }) },
  setPayoutCeiling: {
    body: z.object({
      /** `null`: no ceiling any more. */
      amount: kwacha.nullable(),
      /** For today only. */
      isForToday: z.boolean(),
      reason,
    }),
    /** `requestId` is null where it was set at once. */
    output: z.object({ requestId: id.nullable() }),
  },
};
