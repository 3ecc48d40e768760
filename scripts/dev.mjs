import './node-version.mjs';
import { join } from 'node:path';
import { buildFrontEnds } from './front-ends.mjs';
import { ensureInstalled } from './install.mjs';
import { projectNode, root, run, runTool, settingsFromFile } from './project.mjs';

await ensureInstalled();
await buildFrontEnds();

// The server restarts with its sources and serves the last build; Vite serves the borrower app as it is being written.
const status = await Promise.race([
  run(projectNode, [...settingsFromFile, '--watch', join('apps', 'server', 'src', 'main.ts')]),
  runTool('vite/bin/vite.js', [], { cwd: join(root, 'apps', 'web') }),
]);
// Whichever ends first takes the other with it.
process.kill(process.pid, 'SIGTERM');
process.exitCode = status;
