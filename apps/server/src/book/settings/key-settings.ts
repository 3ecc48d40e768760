import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { namingFile, ownKeys } from '../../platform/own-keys.ts';
import type { NumberedKey, SealingKeys } from '../../platform/sealing.ts';
import { BadSetting } from './refused-settings.ts';

/** The settings with keys. `.env.example` explains each. */
export const keySettings = {
  DATA_KEYS: z.string().optional(),
  LOOKUP_KEYS: z.string().optional(),
  CALLBACK_SECRET: z.string().optional(),
  /** Keys of earlier versions, each as number 1. */
  DATA_KEY: z.string().optional(),
  LOOKUP_KEY: z.string().optional(),
};

const KEYS_FILE = 'keys.json';
const SECRET_FILE = 'callback-secret.json';

type KeyTexts = { [Name in keyof typeof keySettings]?: string | undefined };

type OwnKeyTexts = KeyTexts & { DATA_DIR: string };

/** With the files of the data folder where no setting gives these keys. */
export type KeptKeys = SealingKeys & { files?: { data?: string; lookup?: string } };

export type Keys = KeptKeys & {
  /** The last part of the addresses at which operators call back is derived from it. */
  callbackSecret: Buffer;
};

/** The keys of these settings. Refuses keys that are missing, short, simple or equal. */
export function keysOf(settings: KeyTexts): Keys {
  return unequal({
    data: dataKeysOf(settings),
    lookup: lookupKeysOf(settings),
    callbackSecret: callbackSecretOf(settings),
  });
}

const dataKeysOf = ({ DATA_KEYS, DATA_KEY }: KeyTexts) =>
  numberedKeys('DATA_KEYS', DATA_KEYS, 'DATA_KEY', DATA_KEY);
const lookupKeysOf = ({ LOOKUP_KEYS, LOOKUP_KEY }: KeyTexts) =>
  numberedKeys('LOOKUP_KEYS', LOOKUP_KEYS, 'LOOKUP_KEY', LOOKUP_KEY);
const callbackSecretOf = ({ CALLBACK_SECRET }: KeyTexts) => keyOf('CALLBACK_SECRET', CALLBACK_SECRET);

function unequal(keys: Keys): Keys {
  const all = [...keys.data, ...keys.lookup].map(({ key }) => key).concat(keys.callbackSecret);
  if (new Set(all.map((key) => key.toString('hex'))).size < all.length) {
    throw new BadSetting('DATA_KEYS, LOOKUP_KEYS and CALLBACK_SECRET must be different keys.');
  }
  return keys;
}

/**
 * Outside production, missing keys are made once and kept in the data folder. A folder that has a database, as after a
 * restore, gets no keys with which the program would not fit what the database and the operators have.
 */
export function keysOrOwn(settings: OwnKeyTexts, warn: (line: string) => void = console.error): Keys {
  const { DATA_DIR, CALLBACK_SECRET } = settings;
  const isSecretGiven = CALLBACK_SECRET !== undefined;
  const sealingKeys = sealingKeysOrOwn(settings);
  if (!isSecretGiven) refuseNewSecret(DATA_DIR);
  return unequal({
    ...sealingKeys,
    callbackSecret: isSecretGiven ? callbackSecretOf(settings) : ownCallbackSecret(DATA_DIR, warn),
  });
}

/** The same without the callback secret, for a program that only opens what is stored. */
export function sealingKeysOrOwn({ DATA_DIR, ...settings }: OwnKeyTexts): KeptKeys {
  refuseNewSealingKeys({ DATA_DIR, ...settings });
  const { hasData, hasLookup } = given(settings);
  const kept = hasData && hasLookup ? {} : ownKeys(DATA_DIR, KEYS_FILE, newKeysForFile);
  const inFile = <Result>(read: () => Result) => namingFile(DATA_DIR, KEYS_FILE, read);
  const file = path.join(DATA_DIR, KEYS_FILE);
  return {
    data: hasData ? dataKeysOf(settings) : inFile(() => dataKeysOf(kept)),
    lookup: hasLookup ? lookupKeysOf(settings) : inFile(() => lookupKeysOf(kept)),
    files: { ...(hasData ? {} : { data: file }), ...(hasLookup ? {} : { lookup: file }) },
  };
}

function given({ DATA_KEYS, DATA_KEY, LOOKUP_KEYS, LOOKUP_KEY }: KeyTexts) {
  return {
    hasData: DATA_KEYS !== undefined || DATA_KEY !== undefined,
    hasLookup: LOOKUP_KEYS !== undefined || LOOKUP_KEY !== undefined,
  };
}

/** Whether the program's own PostgreSQL has a database in this folder. */
export function hasOwnDatabase(dataDir: string): boolean {
  return existsSync(path.join(dataDir, 'postgres/cluster/PG_VERSION'));
}

function refuseNewSealingKeys({ DATA_DIR: dataDir, ...settings }: OwnKeyTexts): void {
  const { hasData, hasLookup } = given(settings);
  if ((hasData && hasLookup) || !hasOwnDatabase(dataDir) || existsSync(path.join(dataDir, KEYS_FILE))) return;
  throw new BadSetting(
    `${dataDir} has a database and no ${KEYS_FILE}: put the file back, or give DATA_KEYS and LOOKUP_KEYS. New keys would not open what the database holds.`,
  );
}

/**
 * Versions that made no callback secret made no password of the program either. So a database with this password was used
 * with a callback secret.
 */
function refuseNewSecret(dataDir: string): void {
  if (existsSync(path.join(dataDir, SECRET_FILE)) || !hasOwnDatabase(dataDir)) return;
  if (!existsSync(path.join(dataDir, 'postgres/program-password'))) return;
  throw new BadSetting(
    `${dataDir} has a database and no ${SECRET_FILE}: put the file back, or give CALLBACK_SECRET. With a new one the addresses at which operators call back would be others.`,
  );
}

/** In a file of its own, because the folders of earlier versions have the other keys only. */
function ownCallbackSecret(dataDir: string, warn: (line: string) => void): Buffer {
  const file = path.join(dataDir, SECRET_FILE);
  const isLacking = hasOwnDatabase(dataDir) && !existsSync(file);
  const own = ownKeys(dataDir, SECRET_FILE, () => ({ CALLBACK_SECRET: newKeys().CALLBACK_SECRET }));
  if (isLacking)
    warn(`A new ${file} was made: "npm run callbacks" shows the addresses to give to operators.`);
  return namingFile(dataDir, SECRET_FILE, () => callbackSecretOf(own));
}

function newKeysForFile(): { DATA_KEYS: string; LOOKUP_KEYS: string } {
  const { DATA_KEYS, LOOKUP_KEYS } = newKeys();
  return { DATA_KEYS, LOOKUP_KEYS };
}

/** Random keys, one of each kind. */
export function newKeys(): { DATA_KEYS: string; LOOKUP_KEYS: string; CALLBACK_SECRET: string } {
  const newKey = () => randomBytes(32).toString('hex');
  return { DATA_KEYS: `1:${newKey()}`, LOOKUP_KEYS: `1:${newKey()}`, CALLBACK_SECRET: newKey() };
}

/** `2:<64 hexadecimal digits>,1:<…>`, in the order in which they are used, and then the key of earlier versions as 1. */
function numberedKeys(
  name: string,
  text: string | undefined,
  earlierName: string,
  earlier: string | undefined,
): readonly NumberedKey[] {
  const keys = (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => numberedKey(name, entry));
  if (earlier !== undefined) {
    const key = keyOf(earlierName, earlier);
    const first = keys.find(({ number }) => number === 1);
    if (first && !first.key.equals(key)) {
      throw new BadSetting(`${earlierName} is key number 1, and ${name} has another key with this number.`);
    }
    if (!first) keys.push({ number: 1, key });
  }
  if (keys.length === 0) throw new BadSetting(`The setting ${name} must have at least one key.`);
  if (new Set(keys.map(({ number }) => number)).size < keys.length) {
    throw new BadSetting(`The setting ${name} has two keys with the same number.`);
  }
  return keys;
}

function numberedKey(name: string, entry: string): NumberedKey {
  const match = /^([1-9]\d{0,2}):(.*)$/.exec(entry);
  const number = Number(match?.[1]);
  if (!match || number > 255) {
    throw new BadSetting(
      `The setting ${name} must be numbered keys, as 1:<64 hexadecimal digits>, with numbers from 1 to 255.`,
    );
  }
  return { number, key: keyOf(name, match[2]) };
}

/** Random bytes have about 30 different values among 32. A key with fewer than 16 was not made at random. */
const LEAST_DIFFERENT_BYTES = 16;

function keyOf(name: string, text = ''): Buffer {
  if (!/^[0-9a-f]{64}$/i.test(text)) {
    throw new BadSetting(`The setting ${name} must have keys of 64 hexadecimal digits.`);
  }
  const bytes = Buffer.from(text, 'hex');
  if (new Set(bytes).size < LEAST_DIFFERENT_BYTES) {
    throw new BadSetting(
      `The setting ${name} has a key that is not random: "openssl rand -hex 32" makes one.`,
    );
  }
  return bytes;
}
