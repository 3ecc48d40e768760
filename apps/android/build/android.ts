import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fail } from '../../../scripts/project.mjs';
import { androidFolder } from './folders.ts';
import { packageApp } from './package.ts';
import { FLAVOURS, readSettings } from './settings.ts';
import { findTools } from './tools.ts';

// Builds the Android app: npm run android -- [--flavour store|direct] [--settings file]
const { values: named } = parseArgs({
  options: { flavour: { type: 'string' }, settings: { type: 'string' } },
});
const flavours = FLAVOURS.filter((flavour) => named.flavour === undefined || flavour === named.flavour);
if (flavours.length === 0) fail(`--flavour is one of ${FLAVOURS.join(', ')}.`);
const settings = readSettings(named.settings ?? join(androidFolder, 'lender.json'));
const { javaHome } = await findTools();
for (const flavour of flavours) console.log(await packageApp(settings, flavour, javaHome, flavour));
