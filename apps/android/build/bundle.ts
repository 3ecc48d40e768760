import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { unzipSync, type Zippable, zipSync } from 'fflate';
import { librariesOf } from './libraries.ts';
import { ARCHIVE_TIME } from './package.ts';
import { runOrFail } from './tools.ts';

const BUNDLETOOL = 'com.android.tools.build.bundletool.BundleToolMain';

/** Makes an app bundle, the form in which Google Play takes a new app, of the same files as an unsigned app. */
export function bundleApp(javaHome: string, unsigned: string, folder: string, bundle: string): void {
  const converted = join(folder, 'bundle-resources.apk');
  runOrFail('aapt2', ['convert', '--output-format', 'proto', '-o', converted, unsigned]);
  const module = join(folder, 'base.zip');
  writeFileSync(module, moduleOf(unzipSync(readFileSync(converted))));
  rmSync(bundle, { force: true });
  const bundletool = ['-cp', librariesOf('bundle').join(delimiter), BUNDLETOOL];
  const java = join(javaHome, 'bin/java');
  runOrFail(java, [...bundletool, 'build-bundle', `--modules=${module}`, `--output=${bundle}`]);
  runOrFail(java, [...bundletool, 'validate', `--bundle=${bundle}`]);
}

/** The one module of a bundle has the manifest and the classes in folders of their own. */
function moduleOf(files: Record<string, Uint8Array>): Uint8Array {
  const entries: Zippable = {};
  for (const [name, content] of Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1)))
    entries[placeOf(name)] = [content, { mtime: ARCHIVE_TIME }];
  return zipSync(entries);
}

function placeOf(name: string): string {
  if (name === 'AndroidManifest.xml') return `manifest/${name}`;
  return name.endsWith('.dex') ? `dex/${name}` : name;
}
