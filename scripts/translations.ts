import { join } from 'node:path';
import { readCatalogue } from './translations/read-catalogue.ts';

/* Checks that every sentence of the catalogues can be translated. */

const { sentences, findings } = readCatalogue(join(import.meta.dirname, '..'));
for (const finding of findings) console.error(finding);
console.log(`${sentences.length} sentences`);
process.exitCode = findings.length === 0 ? 0 : 1;
