import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { unzipSync, type Zippable, zipSync } from 'fflate';
import { compile } from './compile.ts';
import { androidFolder, targetFolder } from './folders.ts';
import { librariesOf, rulesOf } from './libraries.ts';
import { linkResources, OLDEST_API } from './resources.ts';
import type { Flavour, LenderSettings } from './settings.ts';
import { runOrFail } from './tools.ts';
import { variantOf } from './variant.ts';

/** The oldest time that an archive can hold. The time of a build would make each build another one. */
export const ARCHIVE_TIME = new Date(1980, 0, 1);
/** Android reads this one in place. */
const UNCOMPRESSED = 'resources.arsc';

/** Builds the unsigned app of one flavour in a folder of target/ and answers its path. */
export async function packageApp(
  settings: LenderSettings,
  flavour: Flavour,
  javaHome: string,
  folderName: string,
): Promise<string> {
  const output = join(targetFolder, folderName);
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const [framework] = librariesOf('framework');
  if (framework === undefined) throw new Error('The classes of Android are missing.');
  const tell = (step: string) => console.log(`${flavour}: ${step} …`);
  tell('resources');
  const resources = await linkResources(settings, flavour, framework, join(output, 'resources'));
  const sources = join(androidFolder, 'src');
  const variant = variantOf(settings);
  const libraries = librariesOf(variant.libraries);
  tell('classes');
  const classes = join(output, 'classes');
  const sourceFolders = [
    join(sources, 'main/java'),
    join(sources, variant.name, 'java'),
    resources.javaFolder,
  ];
  compile(javaHome, sourceFolders, [framework, ...libraries], classes);
  const program = join(output, 'program.jar');
  runOrFail(join(javaHome, 'bin/jar'), ['--create', '--no-manifest', '--file', program, '-C', classes, '.']);
  tell('shrinking');
  const dex = join(output, 'dex');
  mkdirSync(dex);
  const rules = [join(androidFolder, 'build/rules.pro'), resources.keepRules, ...rulesOf(variant.libraries)];
  runOrFail(join(javaHome, 'bin/java'), [
    ...['-cp', librariesOf('r8').join(delimiter), 'com.android.tools.r8.R8', '--release'],
    // The classes of Android come without those of Java, which are taken from the JDK.
    ...['--min-api', `${OLDEST_API}`, '--lib', framework, '--lib', javaHome, '--output', dex],
    ...['--pg-map-output', join(output, 'mapping.txt')],
    ...rules.flatMap((file) => ['--pg-conf', file]),
    ...[program, ...libraries],
  ]);
  const unaligned = join(output, 'unaligned.apk');
  writeFileSync(unaligned, archiveOf(resources.apk, join(dex, 'classes.dex')));
  const apk = join(output, 'unsigned.apk');
  runOrFail('zipalign', ['-p', '4', unaligned, apk]);
  return apk;
}

/** The resources and the classes in one archive, in a fixed order and with a fixed time. */
function archiveOf(resourcesApk: string, dex: string): Uint8Array {
  const files = { ...unzipSync(readFileSync(resourcesApk)), 'classes.dex': readFileSync(dex) };
  const entries: Zippable = {};
  for (const [name, content] of Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1)))
    entries[name] = [content, { level: name === UNCOMPRESSED ? 0 : 9, mtime: ARCHIVE_TIME }];
  return zipSync(entries);
}
