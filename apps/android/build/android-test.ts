import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { root, run } from '../../../scripts/project.mjs';
import { compile, javaFilesOf } from './compile.ts';
import { androidFolder, targetFolder } from './folders.ts';
import { librariesOf } from './libraries.ts';
import { linkResources } from './resources.ts';
import { readSettings } from './settings.ts';
import { findTools } from './tools.ts';

// Tests the Android app on Robolectric: node scripts/program.mjs apps/android/build/android-test.ts [class names]
const { javaHome } = await findTools();
const [framework] = librariesOf('framework');
if (framework === undefined) throw new Error('The classes of Android are missing.');
const settings = readSettings(join(androidFolder, 'lender.json'));
const resources = await linkResources(settings, 'direct', framework, join(targetFolder, 'test/resources'));

const sources = join(androidFolder, 'src');
const libraries = librariesOf('app');
const classes = join(targetFolder, 'test/main-classes');
const mainFolders = [join(sources, 'main/java'), join(sources, 'plain/java'), resources.javaFolder];
compile(javaHome, mainFolders, [framework, ...libraries], classes);
const testClasses = join(targetFolder, 'test/test-classes');
const testLibraries = librariesOf('test');
const testPath = [classes, ...libraries, ...testLibraries, framework];
compile(javaHome, [join(sources, 'test/java')], testPath, testClasses);

// Robolectric reads from here where the resources are.
const configFolder = join(testClasses, 'com/android/tools');
mkdirSync(configFolder, { recursive: true });
writeFileSync(
  join(configFolder, 'test_config.properties'),
  [
    `android_merged_manifest=${resources.manifest}`,
    `android_resource_apk=${resources.apk}`,
    `android_merged_assets=${resources.assetsFolder}`,
    'android_custom_package=com.thumba.wallet',
    '',
  ].join('\n'),
);

const named = process.argv.slice(2);
const testFolder = join(sources, 'test/java');
const tests = javaFilesOf(testFolder)
  .filter((file) => file.endsWith('Test.java'))
  .map((file) =>
    relative(testFolder, file)
      .replace(/\.java$/, '')
      .replaceAll('/', '.'),
  )
  .filter((name) => named.length === 0 || named.some((part) => name.includes(part)));
// The runner itself needs the names of Android's classes. Each test gets those of its own version of Android.
const runPath = [
  testClasses,
  join(sources, 'test/resources'),
  classes,
  ...libraries,
  ...testLibraries,
  framework,
];
process.exitCode = await run(join(javaHome, 'bin/java'), [
  ...[
    '-Xmx2g',
    '--add-opens=java.base/jdk.internal.access=ALL-UNNAMED',
    '--enable-native-access=ALL-UNNAMED',
    // The server and the app read SMS by the same cases.
    `-Dthumba.money-messages=${join(root, 'apps/server/src/people/device/money-messages.json')}`,
  ],
  ...['-cp', runPath.join(delimiter), 'org.junit.runner.JUnitCore', ...tests],
]);
