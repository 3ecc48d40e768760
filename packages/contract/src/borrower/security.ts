import { z } from 'zod';
import { DEVICE_SECRET_PATTERN, identityDigits, instant, nothing, stepUpCode } from '../fields.ts';

export const STEP_UP_PURPOSES = ['download', 'account', 'payout', 'mobile', 'device'] as const;

/** The calls about devices, sessions and the second code. */
export const security = {
  sendStepUpCode: {
    body: z.object({ purpose: z.enum(STEP_UP_PURPOSES) }),
    output: z.object({
      mobile: z.string().meta({ description: 'Masked; the code was sent to it' }),
      asksIdentity: z.boolean().meta({ description: 'true where the call also needs identityDigits' }),
    }),
  },
  registerDevice: {
    body: z.object({ deviceSecret: z.string().regex(DEVICE_SECRET_PATTERN) }),
    output: nothing,
  },
  confirmDevice: {
    body: z.object({ stepUpCode: stepUpCode.optional(), identityDigits: identityDigits.optional() }),
    output: nothing,
  },
  listSessions: {
    output: z.object({
      isNewDevice: z.boolean().meta({ description: 'Whether this session still has to be confirmed' }),
      sessions: z.array(
        z.object({
          sessionId: z.string(),
          device: z.string().meta({ description: 'As "Chrome on Android"' }),
          place: z.string().meta({ description: 'The network it signed in from' }),
          startedAt: instant,
          lastUsedAt: instant.meta({ description: 'To the day' }),
          isCurrent: z.boolean(),
          isNewDevice: z.boolean(),
        }),
      ),
    }),
  },
  endSessions: {
    body: z
      .object({ sessionId: z.uuid().optional(), all: z.literal(true).optional() })
      .refine(({ sessionId, all }) => (sessionId === undefined) !== (all === undefined)),
    output: nothing,
  },
};
