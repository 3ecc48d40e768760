import { z } from 'zod';
import { StartFailure } from '../../platform/start-failure.ts';
import { seal, unseal } from './sealed-parts.ts';
import type { BackupTarget } from './take-backup.ts';

/*
 * The list of deleted accounts, stored apart from the database: a restored database has accounts that were deleted after
 * the backup. It holds no personal data, and it is sealed so that no other person can add to it. Databases that share a
 * place share the list, so an entry says when its borrower registered: two databases have a borrower of the same number.
 */

const FOLDER = 'erasures';
/** Is stored when a list is begun, so that a list without entries is not taken for no list. */
const BEGINNING = 'erasure-list';

const erasure = z.object({
  borrowerId: z.number().int().positive(),
  /** In the precision of the database. Entries of earlier versions have none. */
  registeredAt: z.iso.datetime().optional(),
  deletedAt: z.iso.datetime(),
  deletedOn: z.iso.date(),
  keptUntil: z.iso.date(),
});

export type Erasure = z.output<typeof erasure>;

export async function beginErasureList({ storage, key }: BackupTarget): Promise<void> {
  if (await storage.get(BEGINNING)) return;
  await storage.put(BEGINNING, await seal(key, BEGINNING, Buffer.from('begun')));
}

export async function storeErasure({ storage, key }: BackupTarget, one: Erasure): Promise<void> {
  const name = erasureName(one);
  await storage.put(name, await seal(key, name, Buffer.from(JSON.stringify(one))));
}

export function erasureName({ borrowerId, registeredAt }: Erasure): string {
  const registered = registeredAt === undefined ? '' : `-${registeredAt.replace(/[-:.]/g, '')}`;
  return `${FOLDER}/${borrowerId}${registered}`;
}

/** The names of the entries. */
export async function listedErasures({ storage }: BackupTarget): Promise<Set<string>> {
  return new Set(await storage.list(FOLDER));
}

/** Undefined where the place has no list. */
export async function readErasures({ storage, key }: BackupTarget): Promise<Erasure[] | undefined> {
  const names = await storage.list(FOLDER);
  if (names.length === 0 && !(await storage.get(BEGINNING))) return undefined;
  const erasures: Erasure[] = [];
  for (const name of names) {
    const sealed = await storage.get(name);
    const opened = sealed && (await unseal(key, name, sealed));
    if (!opened) {
      throw new StartFailure(
        `${name} in the list of deleted accounts was changed or does not open with BACKUP_KEY.`,
      );
    }
    erasures.push(erasure.parse(JSON.parse(opened.toString())));
  }
  return erasures.filter((one) => !isStoredAgain(one, erasures));
}

/** A server adds an entry of today's form for each deletion that an earlier version has listed. */
function isStoredAgain({ borrowerId, registeredAt, deletedAt }: Erasure, erasures: Erasure[]): boolean {
  return (
    registeredAt === undefined &&
    erasures.some(
      (one) => one.registeredAt !== undefined && one.borrowerId === borrowerId && one.deletedAt === deletedAt,
    )
  );
}
