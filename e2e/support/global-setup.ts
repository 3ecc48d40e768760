import { rm } from 'node:fs/promises';
import { makeRunFolder } from '../../apps/server/test/run-folder.ts';
import { RUN_FOLDER } from './begun-programs.ts';

/** Where the programs of a run have their data, and those that have begun, which its files share. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await makeRunFolder('thumba-e2e-run-');
  process.env[RUN_FOLDER] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
