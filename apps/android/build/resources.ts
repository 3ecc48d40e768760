import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { androidFolder } from './folders.ts';
import type { Flavour, LenderSettings } from './settings.ts';
import { runOrFail } from './tools.ts';

/** The oldest and the intended version of Android. */
const OLDEST_API = 24;
const TARGET_API = 36;
/** Google Play refuses loan apps that offer a full repayment within 60 days. */
const SHORTEST_STORE_TERM_DAYS = 61;

export type LinkedResources = { apk: string; javaFolder: string; manifest: string; assetsFolder: string };

/** Makes the resources of one flavour, and the class R that names them. */
export function linkResources(
  settings: LenderSettings,
  flavour: Flavour,
  framework: string,
  output: string,
): LinkedResources {
  rmSync(output, { recursive: true, force: true });
  const resources = join(output, 'res');
  const assetsFolder = join(output, 'assets');
  mkdirSync(join(resources, 'values'), { recursive: true });
  cpSync(join(androidFolder, 'src/main/res'), resources, { recursive: true });
  cpSync(join(androidFolder, 'src/main/assets'), assetsFolder, { recursive: true });
  writeFileSync(join(resources, 'values/lender.xml'), lenderValues(settings, flavour));
  const manifest = join(androidFolder, 'src/main/AndroidManifest.xml');
  const compiled = join(output, 'compiled.zip');
  const apk = join(output, 'resources.apk');
  const javaFolder = join(output, 'java');
  mkdirSync(javaFolder);
  runOrFail('aapt2', ['compile', '--dir', resources, '-o', compiled]);
  runOrFail('aapt2', [
    ...['link', '-I', framework, '--manifest', manifest, '--warn-manifest-validation'],
    ...['--min-sdk-version', `${OLDEST_API}`, '--target-sdk-version', `${TARGET_API}`],
    ...['--version-code', `${settings.versionCode}`, '--version-name', settings.versionName],
    ...['--rename-manifest-package', settings.applicationId],
    ...['--java', javaFolder, '-A', assetsFolder, '-o', apk, compiled],
  ]);
  return { apk, javaFolder, manifest, assetsFolder };
}

function lenderValues(settings: LenderSettings, flavour: Flavour): string {
  const isDirect = flavour === 'direct';
  const value = (type: string, name: string, content: string) =>
    `  <${type} name="lender_${name}"${type === 'string' ? ' translatable="false"' : ''}>${escaped(content)}</${type}>`;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<resources>',
    value('string', 'name', settings.name),
    value('string', 'origin', settings.origin),
    value('integer', 'shortest_term_days', `${isDirect ? 1 : SHORTEST_STORE_TERM_DAYS}`),
    value('bool', 'reads_messages', `${isDirect && settings.readsMessages === true}`),
    value('bool', 'reads_location', `${isDirect}`),
    value('bool', 'updates_itself', `${isDirect}`),
    value('string', 'google_client_id', settings.googleClientId ?? ''),
    '</resources>',
    '',
  ].join('\n');
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
