import './node-version.mjs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { root, runTool } from './project.mjs';

const typed = ['.', 'apps/web', 'apps/web/service-worker', 'apps/handset'].filter((folder) =>
  existsSync(join(root, folder, 'tsconfig.json')),
);

const checks = [
  ...typed.map((folder) => ({
    name: folder === '.' ? 'types' : `types of ${folder}`,
    run: () => runTool('typescript/bin/tsc', ['-p', join(folder, 'tsconfig.json')]),
  })),
  {
    name: 'formatting and lint',
    run: () => runTool('@biomejs/biome/bin/biome', ['ci', '--diagnostic-level=error']),
  },
  { name: 'rules of the rooms', run: () => runTool('../scripts/rules/main.ts') },
  { name: 'words in the catalogue', run: () => runTool('../scripts/word-rules.mjs') },
  { name: 'unused files, exports and packages', run: () => runTool('knip/bin/knip.js', ['--no-progress']) },
];

/** Runs every check, also after one has failed, and answers the names of those that failed. */
export async function runChecks() {
  const failed = [];
  for (const { name, run: check } of checks) {
    const beganAt = performance.now();
    const status = await check();
    console.log(
      `${status === 0 ? '✓' : '✗'} ${name} (${((performance.now() - beganAt) / 1000).toFixed(1)} s)`,
    );
    if (status !== 0) failed.push(name);
  }
  return failed;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureInstalled();
  const failed = await runChecks();
  process.exitCode = failed.length === 0 ? 0 : 1;
}
