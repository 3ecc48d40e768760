import { z } from 'zod';
import { said } from '../contract-words.ts';
import { nothing } from '../fields.ts';

/** Bytes in base64 for URLs without padding, as a browser writes them into JSON. */
const bytes = (length: number) =>
  z
    .string(said('notifications'))
    .regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((length * 4) / 3)}}$`), said('notifications'));

const browserSubscription = z.object({
  endpoint: z.url(said('notifications')).max(2000, said('notifications')),
  p256dh: bytes(65),
  auth: bytes(16),
});

const appSubscription = z.object({
  fcmToken: z
    .string(said('notifications'))
    .regex(/^[!-~]{1,4096}$/, said('notifications'))
    .meta({ description: 'The registration token of the Android app at Firebase Cloud Messaging' }),
});

export const notifications = {
  getPushKey: {
    output: z.object({
      publicKey: z
        .string()
        .nullable()
        .meta({ description: 'The applicationServerKey. null when the lender sends no notifications' }),
      sendsToAndroidApp: z.boolean().meta({
        description: 'Whether the Android app gets notifications, through Firebase Cloud Messaging',
      }),
    }),
  },
  savePushSubscription: {
    body: z.union([browserSubscription, appSubscription], said('notifications')),
    output: nothing,
  },
  deletePushSubscription: { output: nothing },
};
