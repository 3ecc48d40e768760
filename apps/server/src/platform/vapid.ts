import { createECDH, generateKeyPairSync } from 'node:crypto';
import { namingFile, ownKeys } from './own-keys.ts';
import { StartFailure } from './start-failure.ts';

/** The keys that identify a sender to push services, and an address where its owner is reached (RFC 8292). */
export type Vapid = { publicKey: string; privateKey: string; subject: string };

type VapidSettings = {
  VAPID_PUBLIC_KEY?: string | undefined;
  VAPID_PRIVATE_KEY?: string | undefined;
  VAPID_SUBJECT?: string | undefined;
  PUBLIC_URL?: string | undefined;
};

export const VAPID_FILE = 'vapid.json';

/** Null where no keys are set: no notifications are sent then. */
export function vapidOf(settings: VapidSettings): Vapid | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = settings;
  if (publicKey === undefined && privateKey === undefined) return null;
  if (publicKey === undefined || privateKey === undefined)
    throw new StartFailure('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are a pair: set both or neither.');
  if (publicKeyOf(privateKey) !== publicKey)
    throw new StartFailure('VAPID_PUBLIC_KEY is not the public key of VAPID_PRIVATE_KEY.');
  const subject = settings.VAPID_SUBJECT ?? settings.PUBLIC_URL ?? '';
  if (!/^(mailto:[^@]+@[^@]+|https:\/\/.+)$/.test(subject))
    throw new StartFailure('The setting VAPID_SUBJECT must begin with mailto: or https://.');
  return { publicKey, privateKey, subject };
}

/** A pair that is made once and kept in the data folder. */
export function ownVapid(VAPID_SUBJECT: string, dataDir: string): Vapid {
  const own = ownKeys(dataDir, VAPID_FILE, freshPair);
  return namingFile(dataDir, VAPID_FILE, () => {
    const vapid = vapidOf({ ...own, VAPID_SUBJECT });
    if (!vapid) throw new StartFailure('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are missing.');
    return vapid;
  });
}

function publicKeyOf(privateKey: string): string | undefined {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(privateKey, 'base64url');
    return pair.getPublicKey('base64url');
  } catch {
    return undefined;
  }
}

function freshPair(): { VAPID_PUBLIC_KEY: string; VAPID_PRIVATE_KEY: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const { d } = privateKey.export({ format: 'jwk' });
  return { VAPID_PUBLIC_KEY: publicKeyOf(d!)!, VAPID_PRIVATE_KEY: d! };
}
