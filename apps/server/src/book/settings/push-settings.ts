import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type ServiceAccount, serviceAccountOf } from '../../platform/service-account.ts';
import { ownVapid, VAPID_FILE, type Vapid, vapidOf } from '../../platform/vapid.ts';
import { hasOwnDatabase } from './key-settings.ts';
import { listed } from './listed.ts';
import { BadSetting } from './refused-settings.ts';

/** Notifications of browsers, and of the Android app. */
export const pushSettings = {
  /** Unset, a demo makes its own pair, and a lender sends no notifications to browsers. */
  VAPID_PUBLIC_KEY: z.string().optional(),
  VAPID_PRIVATE_KEY: z.string().optional(),
  VAPID_SUBJECT: z.string().optional(),
  /** The hosts of the browsers' push services, to which notifications are sent. */
  PUSH_SERVICES: listed(
    'fcm.googleapis.com,*.push.services.mozilla.com,*.notify.windows.com,*.push.apple.com',
  ),
  PUSH_TIMEOUT_MS: z.coerce.number().int().min(1).max(10_000).default(10_000),
  /** The JSON file of the service account of a Firebase project. Unset, the Android app gets no notifications. */
  FCM_SERVICE_ACCOUNT: z.string().optional(),
  FCM_URL: z.url({ protocol: /^https?$/ }).default('https://fcm.googleapis.com'),
};

type Settings = {
  NODE_ENV: string;
  DATA_DIR: string;
  VAPID_PUBLIC_KEY?: string | undefined;
  VAPID_PRIVATE_KEY?: string | undefined;
  VAPID_SUBJECT?: string | undefined;
  PUBLIC_URL?: string | undefined;
  FCM_SERVICE_ACCOUNT?: string | undefined;
};

const DEMO_VAPID_SUBJECT = 'mailto:demo@thumba.example';

/** Pairs that are given are checked at once. */
export function vapidFrom(settings: Settings, warn: (line: string) => void): () => Vapid | null {
  const { NODE_ENV, DATA_DIR } = settings;
  const isProduction = NODE_ENV === 'production';
  const VAPID_SUBJECT = settings.VAPID_SUBJECT ?? (isProduction ? undefined : DEMO_VAPID_SUBJECT);
  const given = vapidOf({ ...settings, VAPID_SUBJECT });
  if (given || isProduction) return () => given;
  return () => {
    const file = path.join(DATA_DIR, VAPID_FILE);
    const isLacking = hasOwnDatabase(DATA_DIR) && !existsSync(file);
    const vapid = ownVapid(VAPID_SUBJECT ?? DEMO_VAPID_SUBJECT, DATA_DIR);
    if (isLacking)
      warn(
        `A new ${file} was made: a phone that took notifications gets none until the app is opened on it. If you have the earlier file, put it back and start again.`,
      );
    return vapid;
  };
}

export function serviceAccountFrom(settings: Settings): ServiceAccount | null {
  if (settings.FCM_SERVICE_ACCOUNT === undefined) return null;
  const account = serviceAccountOf(settings.FCM_SERVICE_ACCOUNT, 'FCM_SERVICE_ACCOUNT');
  if (settings.NODE_ENV === 'production' && !account.tokenUrl.startsWith('https://')) {
    throw new BadSetting(
      'NODE_ENV=production needs an FCM_SERVICE_ACCOUNT whose token_uri begins with https://.',
    );
  }
  return account;
}
