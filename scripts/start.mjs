import './node-version.mjs';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { projectEnvironment, projectNode, root, run, settingsFromFile } from './project.mjs';

await ensureInstalled();
const buildStatus = await run(projectNode, [join(root, 'scripts', 'build.ts')]);
if (buildStatus !== 0) process.exit(buildStatus);

if (process.env.npm_lifecycle_event === 'start') stopWithNpm();

const stopWithParent = new URL('stop-with-parent.ts', import.meta.url).href;
const server = join(root, 'apps', 'server', 'src', 'main.ts');
// In a session of its own the server does not get the terminal's Ctrl-C beside the one that is handed on to it.
process.exitCode = await run(
  projectNode,
  [...settingsFromFile, '--import', stopWithParent, server, ...process.argv.slice(2)],
  {
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: projectEnvironment,
  },
);

/** npm ends on SIGTERM or a kill without handing it on; this script then has another parent. */
function stopWithNpm() {
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
