import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { androidFolder } from './folders.ts';
import { drawIcons } from './icons.ts';
import { compileLibraryResources } from './library-resources.ts';
import { manifestOf } from './manifest.ts';
import type { Flavour, LenderSettings } from './settings.ts';
import { runOrFail } from './tools.ts';
import { variantOf } from './variant.ts';

/** The oldest and the intended version of Android. */
export const OLDEST_API = 24;
export const TARGET_API = 36;
/** The server's policy for stores has the same: Google Play refuses loan apps that ask for all within 60 days. */
const SHORTEST_STORE_TERM_DAYS = 61;

export type LinkedResources = {
  apk: string;
  javaFolder: string;
  manifest: string;
  assetsFolder: string;
  /** The classes that the manifest names. R8 keeps them. */
  keepRules: string;
};

/** Makes the resources of one flavour, and the class R that names them. */
export async function linkResources(
  settings: LenderSettings,
  flavour: Flavour,
  framework: string,
  output: string,
): Promise<LinkedResources> {
  rmSync(output, { recursive: true, force: true });
  const resources = join(output, 'res');
  const assetsFolder = join(output, 'assets');
  mkdirSync(join(resources, 'values'), { recursive: true });
  mkdirSync(join(resources, 'values-night'), { recursive: true });
  cpSync(join(androidFolder, 'src/main/res'), resources, { recursive: true });
  cpSync(join(androidFolder, 'src/main/assets'), assetsFolder, { recursive: true });
  writeFileSync(join(resources, 'values/lender.xml'), lenderValues(settings, flavour));
  writeFileSync(join(resources, 'values-night/lender.xml'), nightValues(settings));
  await drawIcons(settings, resources);
  const manifest = join(output, 'AndroidManifest.xml');
  writeFileSync(manifest, manifestOf(settings, flavour));
  const compiled = join(output, 'compiled.zip');
  const apk = join(output, 'resources.apk');
  const javaFolder = join(output, 'java');
  const keepRules = join(output, 'manifest-rules.pro');
  mkdirSync(javaFolder);
  const { libraries, hasLibraryResources } = variantOf(settings);
  const { archives, packages } = hasLibraryResources
    ? compileLibraryResources(libraries, join(output, 'libraries'))
    : { archives: [], packages: [] };
  // The pictures are already as small as they get.
  runOrFail('aapt2', ['compile', '--no-crunch', '--dir', resources, '-o', compiled]);
  runOrFail('aapt2', [
    ...['link', '-I', framework, '--manifest', manifest, '--warn-manifest-validation'],
    ...['--min-sdk-version', `${OLDEST_API}`, '--target-sdk-version', `${TARGET_API}`],
    ...['--version-code', `${settings.versionCode}`, '--version-name', settings.versionName],
    ...['--rename-manifest-package', settings.applicationId, '--proguard', keepRules],
    ...packages.flatMap((name) => ['--extra-packages', name]),
    ...['--java', javaFolder, '-A', assetsFolder, '-o', apk, '--auto-add-overlay'],
    // The app's own resources come last: where a library has one of the same name, the app's counts.
    ...[...archives, compiled].flatMap((archive) => ['-R', archive]),
  ]);
  return { apk, javaFolder, manifest, assetsFolder, keepRules };
}

function lenderValues(settings: LenderSettings, flavour: Flavour): string {
  const isDirect = flavour === 'direct';
  return valuesFile([
    value('string', 'name', settings.name),
    value('string', 'origin', settings.origin),
    value('integer', 'shortest_term_days', `${isDirect ? 1 : SHORTEST_STORE_TERM_DAYS}`),
    value('bool', 'reads_messages', `${isDirect && settings.readsMessages}`),
    value('bool', 'updates_itself', `${isDirect}`),
    value('string', 'google_client_id', settings.google?.clientId ?? ''),
    value('color', 'icon', settings.colours.icon),
    value('color', 'background', settings.colours.light),
  ]);
}

function nightValues(settings: LenderSettings): string {
  return valuesFile([value('color', 'background', settings.colours.dark)]);
}

function value(type: string, name: string, content: string): string {
  const attributes = type === 'string' ? ' translatable="false"' : '';
  return `  <${type} name="lender_${name}"${attributes}>${type === 'color' ? content : escaped(content)}</${type}>`;
}

function valuesFile(values: string[]): string {
  return ['<?xml version="1.0" encoding="utf-8"?>', '<resources>', ...values, '</resources>', ''].join('\n');
}

/** Text as it stands in an XML file of resources. */
function escaped(text: string): string {
  const inXml = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return inXml
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll('"', '\\"')
    .replace(/^[@?]/, '\\$&');
}
