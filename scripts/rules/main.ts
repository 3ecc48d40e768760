import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findForbiddenCode } from './code-rules.ts';
import { findBannedWords, findBannedWordsOnPages, readPages } from './glossary.ts';
import { findCircles, findForbiddenImports } from './import-rules.ts';
import { findContractions } from './migration-rules.ts';
import { findUncatalogued } from './server-words.ts';
import { findLongPieces } from './size-rules.ts';
import { readSources } from './source-files.ts';
import { findForeignWrites, findTablesInPlatform, tablesIn } from './sql-rules.ts';
import { findUnknownParameters } from './statement-rules.ts';

/* Checks the project's own rules and prints one line for each place that breaks one. */

const root = join(import.meta.dirname, '../..');
const folders = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(join(root, folder)).map((name) => `${folder}/${name}/src`),
);
/** The program. Its imports, its SQL and its code have rules. */
const files = readSources(root, folders);
/** The program and all that tests, measures and builds it. Sizes and words have rules everywhere. */
const allFiles = [
  ...files,
  ...readSources(root, ['apps/server/test', 'apps/web/service-worker', 'bench', 'e2e', 'scripts']),
];
const migrationFolder = join(root, 'apps/server/migrations');
const migrations = readdirSync(migrationFolder).map((name) => ({
  name,
  text: readFileSync(join(migrationFolder, name), 'utf8'),
}));
const tables = tablesIn(migrations.map(({ text }) => text));
const findings = [
  ...findForbiddenImports(files),
  ...findCircles(files),
  ...findForbiddenCode(files),
  ...findUncatalogued(files),
  ...findForeignWrites(files, tables),
  ...findTablesInPlatform(files, tables),
  ...findUnknownParameters(files),
  ...findContractions(migrations),
  ...findLongPieces(allFiles),
  ...findBannedWords(allFiles),
  ...findBannedWordsOnPages(readPages(root)),
];
for (const finding of findings) console.error(finding);
process.exitCode = findings.length === 0 ? 0 : 1;
