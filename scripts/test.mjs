import './node-version.mjs';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runChecks } from './check.mjs';
import { findChromium } from './chromium.mjs';
import { buildFrontEnds } from './front-ends.mjs';
import { ensureInstalled } from './install.mjs';
import { projectEnvironment, root, runTool } from './project.mjs';

await ensureInstalled();
const chromium = await findChromium();
const failed = await runChecks();
await buildFrontEnds();
if ((await runTool('size-limit/bin.js', [], { cwd: join(root, 'apps', 'web') })) !== 0)
  failed.push('size limits');

const resultFile = join(root, 'test-output', 'vitest.json');
rmSync(resultFile, { force: true });
const status = await runTool(
  'vitest/vitest.mjs',
  [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${resultFile}`,
    ...process.argv.slice(2),
  ],
  { env: { ...projectEnvironment, CHROMIUM_PATH: chromium } },
);
if (!existsSync(resultFile)) {
  console.error(`The tests did not run to their end: vitest ended with status ${status}.`);
  process.exit(status || 1);
}
const result = JSON.parse(readFileSync(resultFile, 'utf8'));
const skipped = result.numPendingTests + result.numTodoTests;
if (status !== 0) failed.push('tests');
if (skipped > 0) failed.push('no test may be skipped');
const count = `${result.numPassedTests} of ${result.numTotalTests} tests passed, ${skipped} skipped`;
console.log(failed.length === 0 ? `All is well: ${count}.` : `FAILED (${failed.join(', ')}): ${count}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
