import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../../../scripts/project.mjs';
import { androidFolder, targetFolder } from './folders.ts';
import { type PlantedFault, plantedFaults } from './planted-faults.ts';
import { plantedGoogleFaults } from './planted-google-faults.ts';
import { type LenderSettings, readSettings } from './settings.ts';
import { appSources, compileTests, TEST_RUN, type TestFolder, type TestProgram } from './test-classes.ts';

// Plants each fault of the lists into a copy of the app, and expects that its test fails:
// npm run android:faults -- [parts of file names or tests]
const PACKAGE_FOLDER = 'java/com/thumba/wallet';
/** One version of Android is enough to see a test fail. */
const API = 34;

const named = process.argv.slice(2);
const lender = readSettings(join(androidFolder, 'lender.json'));
const withGoogle = { ...lender, google: { clientId: 'test.apps.googleusercontent.com' } };
const unfound =
  (await unfoundOf(plantedFaults, lender, 'test', 'main')) +
  (await unfoundOf(plantedGoogleFaults, withGoogle, 'testGoogle', 'google'));
console.log(`${unfound} faults were not found`);
process.exitCode = unfound === 0 ? 0 : 1;

/** Plants the chosen faults of a list, and answers how many of them no test finds. */
async function unfoundOf(
  faults: readonly PlantedFault[],
  settings: LenderSettings,
  testFolder: TestFolder,
  sourceFolder: 'main' | 'google',
): Promise<number> {
  const chosen = faults.filter(
    ({ file, test }) => named.length === 0 || named.some((part) => `${file} ${test}`.includes(part)),
  );
  if (chosen.length === 0) return 0;
  console.log(`${sourceFolder}: compiling …`);
  const tests = await compileTests(settings, join(targetFolder, 'faults', testFolder), testFolder);
  for (const className of new Set(chosen.map(classOf))) {
    const { isGreen, text } = runTests(tests, className);
    if (!isGreen) fail(`Without a fault the tests fail already:\n${text}`);
  }
  let unfoundCount = 0;
  for (const fault of chosen) {
    const complaint = complaintAbout(fault, tests, sourceFolder);
    const change = JSON.stringify([fault.from, fault.to]);
    console.log(`${complaint === undefined ? '✓' : '✗'} ${fault.file} ${change}`);
    if (complaint === undefined) continue;
    unfoundCount += 1;
    console.log(`  ${fault.test}: ${complaint}`);
  }
  return unfoundCount;
}

/** What is wrong with a fault, or undefined if its test fails as it should. */
function complaintAbout(fault: PlantedFault, tests: TestProgram, sourceFolder: string): string | undefined {
  const copy = join(targetFolder, 'faults/src');
  rmSync(copy, { recursive: true, force: true });
  cpSync(appSources, copy, { recursive: true });
  const file = join(copy, sourceFolder, PACKAGE_FOLDER, fault.file);
  const text = readFileSync(file, 'utf8');
  if (!text.includes(fault.from)) return 'the file does not have this text any more';
  writeFileSync(
    file,
    text.replace(fault.from, () => fault.to),
  );
  tests.compileApp(copy);
  const run = runTests(tests, classOf(fault));
  if (run.isGreen) return 'every test passed';
  const method = fault.test.split('.')[1] ?? '';
  return run.text.includes(`✗ ${method}`) ? undefined : `another test failed:\n${run.text}`;
}

function classOf({ test }: PlantedFault): string {
  return test.split('.')[0] ?? '';
}

function runTests({ program, programArguments, testNames }: TestProgram, className: string) {
  const name = testNames.find((testName) => testName.endsWith(`.${className}`));
  if (name === undefined) return fail(`There is no test class ${className}.`);
  const enabled = `-Drobolectric.enabledSdks=${API}`;
  const { status, stdout } = spawnSync(program, [enabled, ...programArguments, TEST_RUN, name], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { isGreen: status === 0, text: stdout };
}
