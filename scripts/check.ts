import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectEnvironment, projectNode, root } from './project.mjs';

type Check = { name: string; script: string; options?: string[]; folder?: string };

const checks: Check[] = [
  ...['.', 'apps/web', 'apps/web/service-worker', 'apps/handset', 'apps/console'].map((folder) => ({
    name: folder === '.' ? 'types' : `types of ${folder}`,
    script: 'node_modules/typescript/bin/tsc',
    options: ['-p', join(folder, 'tsconfig.json')],
  })),
  {
    name: 'formatting and lint',
    script: 'node_modules/@biomejs/biome/bin/biome',
    // Its output goes through this script, so it cannot see whether a terminal shows it.
    options: ['ci', '--diagnostic-level=error', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`],
  },
  { name: "the project's own rules", script: 'scripts/rules/main.ts' },
  { name: 'sentences of the borrower app', script: 'scripts/rules/catalogue-words.ts' },
  { name: 'sentences that can be translated', script: 'scripts/translations.ts', options: ['check'] },
  { name: 'licences of shipped packages', script: 'scripts/licences.ts', options: ['--check'] },
  {
    name: 'unused files, exports and packages',
    script: 'node_modules/knip/bin/knip.js',
    options: ['--no-progress'],
  },
];

/** Needs the built front ends. */
export const sizeChecks: readonly Check[] = ['apps/web', 'apps/console'].map((folder) => ({
  name: `size limits of ${folder}`,
  script: 'node_modules/size-limit/bin.js',
  folder,
}));

/** Runs every check, also after one has failed, and answers the names of those that failed. */
export async function runChecks(): Promise<string[]> {
  const failed: string[] = [];
  const waiting = checks.values();
  const runWaiting = async () => {
    for (const check of waiting) if (!(await passes(check))) failed.push(check.name);
  };
  // Two at a time keep two cores busy: most of them use one.
  await Promise.all([runWaiting(), runWaiting()]);
  return failed;
}

/** Runs a check and prints its output as one piece, because several checks run at the same time. */
export async function passes({ name, script, options = [], folder = '.' }: Check): Promise<boolean> {
  const beganAt = performance.now();
  let output = '';
  const child = spawn(projectNode, [join(root, script), ...options], {
    cwd: join(root, folder),
    env: projectEnvironment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const seconds = ((performance.now() - beganAt) / 1000).toFixed(1);
  console.log(`${output}${status === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
  return status === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  process.exitCode = (await runChecks()).length === 0 ? 0 : 1;
}
