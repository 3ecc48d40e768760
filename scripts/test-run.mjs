import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectEnvironment, root, runTool } from './project.mjs';

/** More files than this do not fail because the machine is busy: something is broken, and nothing is tried again. */
const MOST_FILES_TRIED_AGAIN = 5;

/**
 * Runs tests, and the files that failed once more, alone: on a busy machine a page, a phone or a killed program can take
 * longer than a test waits for it. What needed its second try is said by its name, and what fails twice has failed. An
 * error outside every test is no file's to make good, so it fails the run at once.
 */
export async function runTests(testArguments, environment) {
  const first = await runVitest('vitest', testArguments, environment);
  const failedFiles = [...first.files.values()].filter(hasFailed).map(({ name }) => name);
  const mayBeBusy = failedFiles.length > 0 && failedFiles.length <= MOST_FILES_TRIED_AGAIN;
  if (!mayBeBusy || first.unhandledErrors > 0) return { ...countTests(first), secondTries: [] };
  console.log(`\nOnce more, alone: ${failedFiles.map(inProject).join(', ')}`);
  const second = await runVitest('vitest-again', ['--maxWorkers=1', ...failedFiles], environment);
  return {
    ...countTests({ ok: second.ok, files: new Map([...first.files, ...second.files]) }),
    secondTries: failedFiles.flatMap((file) => describeFailures(first.files.get(file))),
  };
}

/** What vitest says of each file, by its path, and of how the run ended. One that broke down says nothing. */
async function runVitest(outputName, testArguments, environment) {
  const folder = join(root, 'test-output');
  mkdirSync(folder, { recursive: true });
  const output = join(folder, `${outputName}.json`);
  const endOutput = join(folder, `${outputName}-end.json`);
  for (const file of [output, endOutput]) rmSync(file, { force: true });
  const status = await runTool(
    'vitest/vitest.mjs',
    [
      ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${output}`],
      `--reporter=${join(root, 'scripts', 'run-end.mjs')}`,
      ...testArguments,
    ],
    { env: { ...projectEnvironment, ...environment, RUN_END_FILE: endOutput } },
  );
  if (!existsSync(output) || !existsSync(endOutput)) {
    console.error(`The tests did not run to their end: vitest ended with status ${status}.`);
    process.exit(status || 1);
  }
  const { testResults } = JSON.parse(readFileSync(output, 'utf8'));
  const { unhandledErrors } = JSON.parse(readFileSync(endOutput, 'utf8'));
  return { ok: status === 0, unhandledErrors, files: new Map(testResults.map((file) => [file.name, file])) };
}

function hasFailed({ status }) {
  return status === 'failed';
}

function countTests({ ok, files }) {
  const statuses = [...files.values()].flatMap((file) => file.assertionResults).map(({ status }) => status);
  const passed = statuses.filter((status) => status === 'passed').length;
  const failed = statuses.filter((status) => status === 'failed').length;
  return { ok, passed, skipped: statuses.length - passed - failed, total: statuses.length };
}

/** A file whose preparation broke has no test that failed. */
function describeFailures(file) {
  const tests = file.assertionResults.filter(hasFailed).map(({ fullName }) => fullName);
  return (tests.length > 0 ? tests : ['what it prepares']).map((name) => `${inProject(file.name)}: ${name}`);
}

function inProject(file) {
  return relative(root, file);
}
