import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { root } from '../../../scripts/project.mjs';
import { compile, javaFilesOf } from './compile.ts';
import { androidFolder } from './folders.ts';
import { librariesOf } from './libraries.ts';
import { type LinkedResources, linkResources } from './resources.ts';
import type { LenderSettings } from './settings.ts';
import { findTools } from './tools.ts';
import { variantOf } from './variant.ts';

export const appSources = join(androidFolder, 'src');
/** The class that runs the test classes which are named after it. */
export const TEST_RUN = 'com.thumba.wallet.TestRun';

/** The tests of the app without and with Google's libraries are folders of src/. */
export type TestFolder = 'test' | 'testGoogle';

/** The compiled app with its tests. */
export type TestProgram = {
  /** A program of Java, and the arguments that come before the name of the class it runs. */
  program: string;
  programArguments: string[];
  /** The names of the test classes. */
  testNames: string[];
  /** Compiles the app again, with this folder in the place of src/. */
  compileApp: (sources: string) => void;
};

/** Compiles the app and its tests to the folder `output`, so that Robolectric finds the app's resources. */
export async function compileTests(
  settings: LenderSettings,
  output: string,
  testFolder: TestFolder = 'test',
): Promise<TestProgram> {
  const { javaHome } = await findTools();
  const [framework] = librariesOf('framework');
  if (framework === undefined) throw new Error('The classes of Android are missing.');
  const resources = await linkResources(settings, 'direct', framework, join(output, 'resources'));

  const variant = variantOf(settings);
  const libraries = librariesOf(variant.libraries);
  const classes = join(output, 'main-classes');
  const compileApp = (sources: string) => {
    const folders = [join(sources, 'main/java'), join(sources, variant.name, 'java'), resources.javaFolder];
    compile(javaHome, folders, [framework, ...libraries], classes);
  };
  compileApp(appSources);
  const testClasses = join(output, 'test-classes');
  const testLibraries = librariesOf('test');
  const testSources = join(appSources, testFolder, 'java');
  const testPath = [classes, ...libraries, ...testLibraries, framework];
  compile(javaHome, [join(appSources, 'testRun/java'), testSources], testPath, testClasses);
  writeConfig(testClasses, resources);
  // The runner itself needs the names of Android's classes. Each test gets those of its own version of Android.
  const path = [testClasses, join(appSources, 'test/resources'), ...testPath];
  return {
    program: join(javaHome, 'bin/java'),
    programArguments: [
      '-Xmx2g',
      '--add-opens=java.base/jdk.internal.access=ALL-UNNAMED',
      '--add-opens=java.base/java.io=ALL-UNNAMED',
      '--enable-native-access=ALL-UNNAMED',
      // The server and the app read SMS by the same cases.
      `-Dthumba.money-messages=${join(root, 'apps/server/src/people/device/money-messages.json')}`,
      `-Dthumba.test-log=${join(output, 'log.txt')}`,
      ...['-cp', path.join(delimiter)],
    ],
    testNames: testNamesIn(testSources),
    compileApp,
  };
}

/** Robolectric reads from here where the resources are. */
function writeConfig(testClasses: string, resources: LinkedResources): void {
  const folder = join(testClasses, 'com/android/tools');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'test_config.properties'),
    [
      `android_merged_manifest=${resources.manifest}`,
      `android_resource_apk=${resources.apk}`,
      `android_merged_assets=${resources.assetsFolder}`,
      'android_custom_package=com.thumba.wallet',
      '',
    ].join('\n'),
  );
}

function testNamesIn(testSources: string): string[] {
  return javaFilesOf(testSources)
    .filter((file) => file.endsWith('Test.java'))
    .map((file) => relative(testSources, file).replace(/\.java$/, ''))
    .map((path) => path.replaceAll('/', '.'));
}
