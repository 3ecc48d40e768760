import './node-version.mjs';
import { join } from 'node:path';
import { buildFrontEnds } from './front-ends.mjs';
import { ensureInstalled } from './install.mjs';
import { projectNode, root, run } from './project.mjs';

await ensureInstalled();
await buildFrontEnds();

const stopWithParent = new URL('stop-with-parent.mjs', import.meta.url).href;
const server = join(root, 'apps', 'server', 'src', 'main.ts');
// In a session of its own the server does not get the terminal's Ctrl-C beside the one that is handed on to it.
process.exitCode = await run(projectNode, ['--import', stopWithParent, server, ...process.argv.slice(2)], {
  detached: process.platform !== 'win32',
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
