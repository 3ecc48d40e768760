import './node-version.mjs';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { projectNode, root, run } from './project.mjs';
import { runServer } from './server.mjs';

await ensureInstalled();
const buildStatus = await run(projectNode, [join(root, 'scripts', 'build.ts')]);
if (buildStatus !== 0) process.exit(buildStatus);

if (process.env.npm_lifecycle_event === 'start') stopWithNpm();

process.exitCode = await runServer(process.argv.slice(2));

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
