import './node-version.mjs';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { projectNode, root, run } from './project.mjs';
import { runServer } from './server.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

await ensureInstalled();
const buildStatus = await run(projectNode, [join(root, 'scripts', 'build.ts')]);
if (buildStatus !== 0) process.exit(buildStatus);

stopWithNpm();

// A setting DEMO_HISTORY says otherwise.
process.exitCode = await runServer(['--demo-history', ...process.argv.slice(2)]);
