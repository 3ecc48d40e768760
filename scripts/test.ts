import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { passes, runChecks, sizeChecks } from './check.ts';
import { findChromium } from './chromium.ts';
import { buildFrontEnds } from './front-ends.ts';
import { projectEnvironment, root, runTool } from './project.mjs';

type TestCount = { ok: boolean; passed: number; skipped: number; total: number };

const [failed, chromium] = await Promise.all([runChecks(), findChromium(), buildFrontEnds()]);
const areSmall = Promise.all(sizeChecks.map(passes));
const tests = await runTests(process.argv.slice(2), { CHROMIUM_PATH: chromium });
const sizes = await areSmall;
failed.push(...sizeChecks.filter((_, index) => !sizes[index]).map(({ name }) => name));
if (!tests.ok) failed.push('tests');
if (tests.skipped > 0) failed.push('no test may be skipped');
const count = `${tests.passed} of ${tests.total} tests passed, ${tests.skipped} skipped`;
console.log(failed.length === 0 ? `All is well: ${count}.` : `FAILED (${failed.join(', ')}): ${count}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Runs vitest and reads its report. Without a report the tests did not run to their end, which ends this script. */
async function runTests(testArguments: string[], environment: Record<string, string>): Promise<TestCount> {
  const folder = join(root, 'test-output');
  mkdirSync(folder, { recursive: true });
  const output = join(folder, 'vitest.json');
  rmSync(output, { force: true });
  const status = await runTool(
    'vitest/vitest.mjs',
    [
      ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${output}`],
      `--reporter=${join(root, 'scripts', 'slowest-files.ts')}`,
      `--reporter=${join(root, 'scripts', 'failed-tests.ts')}`,
      ...testArguments,
    ],
    { env: { ...projectEnvironment, ...environment } },
  );
  if (!existsSync(output)) {
    console.error(`The tests did not run to their end: vitest ended with status ${status}.`);
    process.exit(status || 1);
  }
  const report = JSON.parse(readFileSync(output, 'utf8')) as {
    testResults: { assertionResults: { status: string }[] }[];
  };
  const statuses = report.testResults.flatMap((file) => file.assertionResults).map(({ status }) => status);
  const passed = statuses.filter((status) => status === 'passed').length;
  const failed = statuses.filter((status) => status === 'failed').length;
  return {
    ok: status === 0,
    passed,
    skipped: statuses.length - passed - failed,
    total: statuses.length,
  };
}
