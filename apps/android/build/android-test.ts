import { join, relative } from 'node:path';
import { root, run } from '../../../scripts/project.mjs';
import { javaFilesOf } from './compile.ts';
import { androidFolder, targetFolder } from './folders.ts';
import { readSettings } from './settings.ts';
import { compileTests, testSources } from './test-classes.ts';

// Tests the Android app on Robolectric: node scripts/program.mjs apps/android/build/android-test.ts [class names]
const named = process.argv.slice(2);
const tests = javaFilesOf(testSources)
  .filter((file) => file.endsWith('Test.java'))
  .map((file) =>
    relative(testSources, file)
      .replace(/\.java$/, '')
      .replaceAll('/', '.'),
  )
  .filter((name) => named.length === 0 || named.some((part) => name.includes(part)));
const settings = readSettings(join(androidFolder, 'lender.json'));
const { program, programArguments } = await compileTests(settings, join(targetFolder, 'test'));
// The server and the app read SMS by the same cases.
const messageCases = join(root, 'apps/server/src/people/device/money-messages.json');
process.exitCode = await run(program, [
  ...programArguments,
  `-Dthumba.money-messages=${messageCases}`,
  ...['org.junit.runner.JUnitCore', ...tests],
]);
