import { join } from 'node:path';
import { buildFrontEnds } from './front-ends.ts';
import { projectNode, root, run, runTool, settingsFromFile } from './project.mjs';

await buildFrontEnds();

// The server restarts with its sources and serves the last build. Vite serves the borrower app from its sources.
const status = await Promise.race([
  run(projectNode, [...settingsFromFile, '--watch', join('apps', 'server', 'src', 'main.ts')]),
  runTool('vite/bin/vite.js', [], { cwd: join(root, 'apps', 'web') }),
]);
// When one of the two ends, the other is stopped too.
process.kill(process.pid, 'SIGTERM');
process.exitCode = status;
