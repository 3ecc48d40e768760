import './node-version.mjs';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { projectNode, root, run, settingsFromFile } from './project.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

// Runs a command of the server with the server's settings: node scripts/command.mjs staff|upkeep <command> …
await ensureInstalled();
stopWithNpm();
const [district, ...words] = process.argv.slice(2);
const program = join(root, 'apps', 'server', 'src', district, 'terminal', 'main.ts');
// The end of day reads the whole book and keeps little of it. Without limits Node lets its memory grow.
const limits =
  district === 'upkeep' && words[0] === 'day' ? ['--max-semi-space-size=8', '--max-old-space-size=80'] : [];
process.exitCode = await run(projectNode, [...settingsFromFile, ...limits, program, ...words]);
