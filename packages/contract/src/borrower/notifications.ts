import { z } from 'zod';
import { nothing } from '../fields.ts';

const UNUSABLE = 'This browser takes notifications in a way that we cannot use';

/** Bytes in base64 for URLs without padding, as a browser writes them into JSON. */
const bytes = (length: number) =>
  z.string(UNUSABLE).regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((length * 4) / 3)}}$`), UNUSABLE);

export const notifications = {
  getPushKey: {
    output: z.object({
      publicKey: z
        .string()
        .nullable()
        .meta({ description: 'The applicationServerKey. null when the lender sends no notifications' }),
    }),
  },
  savePushSubscription: {
    body: z.object({
      endpoint: z.url(UNUSABLE).max(2000, UNUSABLE),
      p256dh: bytes(65),
      auth: bytes(16),
    }),
    output: nothing,
  },
  deletePushSubscription: { output: nothing },
};
