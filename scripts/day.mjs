import './node-version.mjs';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { projectNode, root, run, settingsFromFile } from './project.mjs';

await ensureInstalled();
// A whole book passes through and little of it is kept: without limits Node would rather grow than look for garbage.
const frugal = ['--max-semi-space-size=8', '--max-old-space-size=80'];
const program = join(root, 'apps', 'server', 'src', 'upkeep', 'terminal', 'day.ts');
process.exitCode = await run(projectNode, [
  ...settingsFromFile,
  ...frugal,
  program,
  ...process.argv.slice(2),
]);
