import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { newPair } from '../../platform/one-way-seal.ts';
import { namingFile, ownKeys } from '../../platform/own-keys.ts';
import { BadSetting } from './refused-settings.ts';
import { readShape } from './setting-files.ts';

/** What an environment variable says about the archive of deleted accounts. */
export const archiveKeyShape = {
  /** Seals the archive. Unset in production: no account is moved to the archive. */
  ARCHIVE_PUBLIC_KEY: z.string().optional(),
  /** Opens the archive. Compliance alone has it, and no server. */
  ARCHIVE_PRIVATE_KEY: z.string().optional(),
};

const ARCHIVE_KEY_FILE = 'archive-key.json';

type ArchiveSettings = {
  NODE_ENV: string;
  DATA_DIR: string;
  ARCHIVE_PUBLIC_KEY?: string | undefined;
  ARCHIVE_PRIVATE_KEY?: string | undefined;
};

/**
 * What answers the public key. Null in production without a setting. Elsewhere a pair is made when it is first needed,
 * and kept in the data folder.
 */
export function archivePublicKeyFrom(settings: ArchiveSettings): () => Buffer | null {
  const { NODE_ENV, DATA_DIR, ARCHIVE_PUBLIC_KEY, ARCHIVE_PRIVATE_KEY } = settings;
  if (ARCHIVE_PRIVATE_KEY !== undefined && NODE_ENV === 'production')
    throw new BadSetting(
      'ARCHIVE_PRIVATE_KEY is for npm run archive alone: take it out of the settings of the server.',
    );
  if (ARCHIVE_PUBLIC_KEY !== undefined) {
    const key = keyOf('ARCHIVE_PUBLIC_KEY', ARCHIVE_PUBLIC_KEY);
    return () => key;
  }
  if (NODE_ENV === 'production') return () => null;
  return () => {
    const own = ownKeys(DATA_DIR, ARCHIVE_KEY_FILE, freshPair);
    return namingFile(DATA_DIR, ARCHIVE_KEY_FILE, () => keyOf('ARCHIVE_PUBLIC_KEY', own.ARCHIVE_PUBLIC_KEY));
  };
}

const settingsOfCommand = z.object({ ...archiveKeyShape, DATA_DIR: z.string().default('.data') });

/** The private key of the settings or of the data folder, for the command of compliance. Undefined where neither has it. */
export function readArchivePrivateKey(variables: Record<string, string | undefined>): Buffer | undefined {
  const { DATA_DIR, ARCHIVE_PRIVATE_KEY } = readShape(settingsOfCommand, variables);
  if (ARCHIVE_PRIVATE_KEY !== undefined) return keyOf('ARCHIVE_PRIVATE_KEY', ARCHIVE_PRIVATE_KEY);
  if (!existsSync(path.join(DATA_DIR, ARCHIVE_KEY_FILE))) return undefined;
  const own = ownKeys(DATA_DIR, ARCHIVE_KEY_FILE, freshPair);
  return namingFile(DATA_DIR, ARCHIVE_KEY_FILE, () => keyOf('ARCHIVE_PRIVATE_KEY', own.ARCHIVE_PRIVATE_KEY));
}

function freshPair(): Record<string, string> {
  const { publicKey, privateKey } = newPair();
  return { ARCHIVE_PUBLIC_KEY: publicKey, ARCHIVE_PRIVATE_KEY: privateKey };
}

function keyOf(name: string, text = ''): Buffer {
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new BadSetting(
      `The setting ${name} must be a key of 64 hexadecimal digits: npm run archive -- make-key makes a pair.`,
    );
  return Buffer.from(text, 'hex');
}
