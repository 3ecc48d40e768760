import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../../../scripts/project.mjs';
import { androidFolder, targetFolder } from './folders.ts';
import { type PlantedFault, plantedFaults } from './planted-faults.ts';
import { readSettings } from './settings.ts';
import { compileTests, mainSources, TEST_RUN } from './test-classes.ts';

// Plants each fault of planted-faults.ts into a copy of the app, and expects that its test fails:
// npm run android:faults -- [parts of file names or tests]
const PACKAGE_FOLDER = 'com/thumba/wallet';
const OFTEN_USED_API = 34;

const named = process.argv.slice(2);
const chosen = plantedFaults.filter(
  ({ file, test }) => named.length === 0 || named.some((part) => `${file} ${test}`.includes(part)),
);
if (chosen.length === 0) fail('No fault of the list has this name.');
const output = join(targetFolder, 'faults');
const { program, programArguments, testNames, compileApp } = await compileTests(
  readSettings(join(androidFolder, 'lender.json')),
  join(output, 'classes'),
);

/** The output of the test class of a fault, and whether it passed. */
function runTestsOf({ test, api = OFTEN_USED_API }: PlantedFault) {
  const [className = ''] = test.split('.');
  const name = testNames.find((testName) => testName.endsWith(`.${className}`));
  if (name === undefined) return fail(`There is no test class ${className}.`);
  const programArgumentsOfRun = [`-Drobolectric.enabledSdks=${api}`, ...programArguments, TEST_RUN, name];
  const { status, stdout } = spawnSync(program, programArgumentsOfRun, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { isGreen: status === 0, text: stdout };
}

/** What is wrong with a fault, or undefined if its test fails as it should. */
function complaintAbout(fault: PlantedFault): string | undefined {
  const sources = join(output, 'java');
  rmSync(sources, { recursive: true, force: true });
  cpSync(mainSources, sources, { recursive: true });
  const file = join(sources, PACKAGE_FOLDER, fault.file);
  const parts = readFileSync(file, 'utf8').split(fault.from);
  if (parts.length !== 2) return `the file has the text ${parts.length - 1} times, and must have it once`;
  writeFileSync(file, parts.join(fault.to));
  compileApp(sources);
  const { isGreen, text } = runTestsOf(fault);
  const method = fault.test.split('.')[1] ?? '';
  if (isGreen) return 'every test passed';
  return text.includes(`✗ ${method}`) ? undefined : `another test failed than ${method}:\n${text}`;
}

const classes = new Map(chosen.map((fault) => [`${fault.test.split('.')[0]} ${fault.api}`, fault]));
console.log(`Running ${classes.size} test classes without a fault …`);
for (const fault of classes.values()) {
  const { isGreen, text } = runTestsOf(fault);
  if (!isGreen) fail(`Without a fault the tests fail already:\n${text}`);
}
let unfound = 0;
for (const fault of chosen) {
  const complaint = complaintAbout(fault);
  if (complaint !== undefined) unfound += 1;
  console.log(
    `${complaint === undefined ? '✓' : '✗'} ${fault.file}: ${fault.from} → ${fault.to || '(nothing)'}`,
  );
  if (complaint !== undefined) console.log(`  ${fault.test}: ${complaint}`);
}
console.log(`${chosen.length} faults, ${unfound} not found`);
process.exitCode = unfound === 0 ? 0 : 1;
