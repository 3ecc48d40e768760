import { z } from 'zod';
import { StartFailure } from '../../platform/start-failure.ts';
import { seal, unseal } from './sealed-parts.ts';
import type { BackupTarget } from './take-backup.ts';

/*
 * The list of deleted accounts, stored apart from the database: a restored database has accounts that were deleted after
 * the backup. It holds no personal data, and it is sealed so that no other person can add to it.
 */

const FOLDER = 'erasures';

const erasure = z.object({
  borrowerId: z.number().int().positive(),
  deletedAt: z.iso.datetime(),
  deletedOn: z.iso.date(),
  keptUntil: z.iso.date(),
});

export type Erasure = z.output<typeof erasure>;

export async function storeErasure({ storage, key }: BackupTarget, one: Erasure): Promise<void> {
  const name = `${FOLDER}/${one.borrowerId}`;
  await storage.put(name, await seal(key, name, Buffer.from(JSON.stringify(one))));
}

/** The borrowers in the list. */
export async function listedBorrowers({ storage }: BackupTarget): Promise<Set<number>> {
  const names = await storage.list(FOLDER);
  return new Set(names.map((name) => Number(name.slice(FOLDER.length + 1))));
}

export async function readErasures({ storage, key }: BackupTarget): Promise<Erasure[]> {
  const erasures: Erasure[] = [];
  for (const name of await storage.list(FOLDER)) {
    const sealed = await storage.get(name);
    const opened = sealed && (await unseal(key, name, sealed));
    if (!opened) {
      throw new StartFailure(
        `${name} in the list of deleted accounts was changed or does not open with BACKUP_KEY.`,
      );
    }
    erasures.push(erasure.parse(JSON.parse(opened.toString())));
  }
  return erasures;
}
