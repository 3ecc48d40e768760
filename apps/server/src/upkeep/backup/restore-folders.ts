import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartFailure } from '../../platform/start-failure.ts';

const BACKUPS = 'backups';
const MANIFEST = 'manifest';

/** Refuses folders with which a restore would find nothing, or would write into the backups. */
export async function refuseWrongFolders(from: string, into: string): Promise<void> {
  if (!(await hasBackups(from))) throw await withoutBackups(from);
  if (isInside(into, from))
    throw new StartFailure(`The folder ${into} lies in the place of the backups, ${from}: give another one.`);
  if (isInside(from, into))
    throw new StartFailure(
      `The place of the backups, ${from}, lies in the folder ${into}: give another one.`,
    );
}

async function withoutBackups(from: string): Promise<StartFailure> {
  const names = await readdir(from).catch(() => undefined);
  if (names === undefined) return new StartFailure(`There is no folder ${from}.`);
  if (await isThere(path.join(from, MANIFEST))) return partOf(path.resolve(from, '../..'), from);
  for (const name of names) {
    const inside = path.join(from, name);
    if (await isThere(path.join(inside, MANIFEST))) return partOf(path.dirname(from), from);
    if (await hasBackups(inside))
      return new StartFailure(
        `The folder ${from} has no backups, but the folder ${inside} has some: say --from ${inside}.`,
      );
  }
  return new StartFailure(`The folder ${from} has no backups.`);
}

function isInside(folder: string, outer: string): boolean {
  const way = path.relative(outer, folder);
  return way === '' || !(way === '..' || way.startsWith(`..${path.sep}`) || path.isAbsolute(way));
}

function partOf(place: string, from: string): StartFailure {
  return new StartFailure(`The folder ${from} is a part of the place of the backups: say --from ${place}.`);
}

function hasBackups(place: string): Promise<boolean> {
  return isThere(path.join(place, BACKUPS));
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
