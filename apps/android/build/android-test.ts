import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, projectNode, run } from '../../../scripts/project.mjs';
import { androidFolder, targetFolder } from './folders.ts';
import { type LenderSettings, readSettings } from './settings.ts';
import { compileTests, TEST_RUN, type TestFolder } from './test-classes.ts';

// Tests the Android app: npm run android:test -- [parts of the names of test classes]
// Without a name it also packages both flavours twice and one with Google's libraries, and runs the borrower app in
// Chromium with the Java of the app.
const named = process.argv.slice(2);
const lender = readSettings(join(androidFolder, 'lender.json'));
const withGoogle = { ...lender, google: { clientId: 'test.apps.googleusercontent.com' } };
const steps = [
  () => testBuild({ ...lender, google: undefined }, 'test'),
  () => testBuild(withGoogle, 'testGoogle'),
  ...(named.length > 0 ? [] : [packageTwice, packageWithGoogle, () => runStep('android-e2e')]),
];
let testClasses = 0;
process.exitCode = 0;
// A step that fails does not hide what the later ones find.
for (const step of steps) if ((await step()) !== 0) process.exitCode = 1;
if (testClasses === 0) fail(`No test class has ${named.join(' or ')} in its name.`);

/** Runs the tests of a folder of src/ in the app that these settings make, and answers the exit status. */
async function testBuild(settings: LenderSettings, testFolder: TestFolder): Promise<number> {
  console.log(`${testFolder}: compiling …`);
  const output = join(targetFolder, testFolder);
  const { program, programArguments, testNames } = await compileTests(settings, output, testFolder);
  const chosen = testNames.filter((name) => named.length === 0 || named.some((part) => name.includes(part)));
  testClasses += chosen.length;
  return chosen.length === 0 ? 0 : run(program, [...programArguments, TEST_RUN, ...chosen]);
}

function packageTwice(): Promise<number> {
  return runStep('android', '--twice');
}

/** Runs another program of this folder. */
function runStep(name: 'android' | 'android-e2e', ...options: string[]): Promise<number> {
  return run(projectNode, [join(androidFolder, `build/${name}.ts`), ...options]);
}

/** One flavour is enough: the libraries are the same in both. */
function packageWithGoogle(): Promise<number> {
  const file = join(targetFolder, 'google-lender.json');
  mkdirSync(targetFolder, { recursive: true });
  writeFileSync(file, JSON.stringify({ ...withGoogle, name: `${lender.name} with Google` }));
  return runStep('android', '--settings', file, '--flavour', 'direct');
}
