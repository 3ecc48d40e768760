import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findForbiddenCode } from './code-rules.ts';
import { findCircles, findForbiddenImports } from './import-rules.ts';
import { readSources } from './source-files.ts';

/* Checks the rules of the project's own that no tool checks, and prints a line for each place that breaks one. */

const root = join(import.meta.dirname, '../..');
const folders = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(join(root, folder)).map((name) => `${folder}/${name}/src`),
);
const files = readSources(root, folders);
const findings = [...findForbiddenImports(files), ...findCircles(files), ...findForbiddenCode(files)];
for (const finding of findings) console.error(finding);
process.exitCode = findings.length === 0 ? 0 : 1;
