import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AppServer } from '../../../test/app-server.ts';
import type { ListKind } from '../../people/screening/listed-entry.ts';
import { command } from './commands/screening.ts';
import { runOf } from './staff-desk.test-support.ts';

/** Where a list lies when it is imported. */
export function fileOfList(server: AppServer, kind: ListKind): string {
  return path.join(server.dataDir, `${kind}.txt`);
}

export async function importText(server: AppServer, kind: ListKind, text: string) {
  const file = fileOfList(server, kind);
  await writeFile(file, text);
  return runOf(server, command, 'import', kind, file);
}

/** Imports a list in CSV. Each person is a reference, a name and a birth date. */
export function importPeople(server: AppServer, kind: 'domestic' | 'pep', ...people: string[]) {
  return importText(server, kind, `reference,name,birth_date\n${people.join('\n')}`);
}
