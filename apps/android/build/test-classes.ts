import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { compile } from './compile.ts';
import { androidFolder } from './folders.ts';
import { librariesOf } from './libraries.ts';
import { linkResources } from './resources.ts';
import type { LenderSettings } from './settings.ts';
import { findTools } from './tools.ts';

export const testSources = join(androidFolder, 'src/test/java');

/** A program of Java, and the arguments that come before the name of the class it runs. */
export type JavaCommand = { program: string; programArguments: string[] };

/** Compiles the app and its tests to the folder `output`, so that Robolectric finds the app's resources. */
export async function compileTests(settings: LenderSettings, output: string): Promise<JavaCommand> {
  const { javaHome } = await findTools();
  const [framework] = librariesOf('framework');
  if (framework === undefined) throw new Error('The classes of Android are missing.');
  const resources = await linkResources(settings, 'direct', framework, join(output, 'resources'));

  const sources = join(androidFolder, 'src');
  const libraries = librariesOf('app');
  const classes = join(output, 'main-classes');
  const mainFolders = [join(sources, 'main/java'), join(sources, 'plain/java'), resources.javaFolder];
  compile(javaHome, mainFolders, [framework, ...libraries], classes);
  const testClasses = join(output, 'test-classes');
  const testLibraries = librariesOf('test');
  compile(javaHome, [testSources], [classes, ...libraries, ...testLibraries, framework], testClasses);

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
  // The runner itself needs the names of Android's classes. Each test gets those of its own version of Android.
  const testResources = join(sources, 'test/resources');
  const path = [testClasses, testResources, classes, ...libraries, ...testLibraries, framework];
  return {
    program: join(javaHome, 'bin/java'),
    programArguments: [
      '-Xmx2g',
      '--add-opens=java.base/jdk.internal.access=ALL-UNNAMED',
      '--enable-native-access=ALL-UNNAMED',
      ...['-cp', path.join(delimiter)],
    ],
  };
}
