import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findForbiddenCode } from './code-rules.ts';
import { findCircles, findForbiddenImports } from './import-rules.ts';
import { readSources } from './source-files.ts';
import { findForeignWrites, findTablesInPlatform, tablesIn } from './sql-rules.ts';

/* Checks the project's own rules and prints one line for each place that breaks one. */

const root = join(import.meta.dirname, '../..');
const folders = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(join(root, folder)).map((name) => `${folder}/${name}/src`),
);
const files = readSources(root, folders);
const migrationFolder = join(root, 'apps/server/migrations');
const tables = tablesIn(
  readdirSync(migrationFolder).map((name) => readFileSync(join(migrationFolder, name), 'utf8')),
);
const findings = [
  ...findForbiddenImports(files),
  ...findCircles(files),
  ...findForbiddenCode(files),
  ...findForeignWrites(files, tables),
  ...findTablesInPlatform(files, tables),
];
for (const finding of findings) console.error(finding);
process.exitCode = findings.length === 0 ? 0 : 1;
