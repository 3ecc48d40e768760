import './node-version.mjs';
import { join } from 'node:path';
import { runChecks } from './check.mjs';
import { findChromium } from './chromium.mjs';
import { buildFrontEnds } from './front-ends.mjs';
import { ensureInstalled } from './install.mjs';
import { root, runTool } from './project.mjs';
import { runTests } from './test-run.mjs';

await ensureInstalled();
const chromium = await findChromium();
const failed = await runChecks();
await buildFrontEnds();
if ((await runTool('size-limit/bin.js', [], { cwd: join(root, 'apps', 'web') })) !== 0)
  failed.push('size limits');

const tests = await runTests(process.argv.slice(2), { CHROMIUM_PATH: chromium });
if (!tests.ok) failed.push('tests');
if (tests.skipped > 0) failed.push('no test may be skipped');
for (const name of tests.secondTries) console.log(`! failed at first and ran once more, alone: ${name}`);
const count = `${tests.passed} of ${tests.total} tests passed, ${tests.skipped} skipped`;
console.log(failed.length === 0 ? `All is well: ${count}.` : `FAILED (${failed.join(', ')}): ${count}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
