import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { androidFolder } from './folders.ts';
import type { Flavour, LenderSettings } from './settings.ts';
import { variantOf } from './variant.ts';

const PREFIX = 'android.permission.';

/** Every permission that this app asks Android for. */
export function permissionsOf(settings: LenderSettings, flavour: Flavour): string[] {
  const isDirect = flavour === 'direct';
  return [
    'INTERNET',
    'ACCESS_NETWORK_STATE',
    'CAMERA',
    'READ_CALENDAR',
    'WRITE_CALENDAR',
    ...(isDirect ? ['ACCESS_COARSE_LOCATION', 'REQUEST_INSTALL_PACKAGES'] : []),
    ...(isDirect && settings.readsMessages ? ['READ_SMS'] : []),
  ].map((name) => PREFIX + name);
}

/** The manifest of one flavour: what both have, and what differs. */
export function manifestOf(settings: LenderSettings, flavour: Flavour): string {
  const shared = readFileSync(join(androidFolder, 'src/main/AndroidManifest.xml'), 'utf8');
  const { hostname, port } = new URL(settings.origin);
  const declared = [
    ...permissionsOf(settings, flavour).map((name) => `  <uses-permission android:name="${name}" />`),
    '  <uses-feature android:name="android.hardware.camera" android:required="false" />',
    '  <uses-feature android:name="android.hardware.camera.autofocus" android:required="false" />',
    ...(flavour === 'direct'
      ? ['  <uses-feature android:name="android.hardware.location" android:required="false" />']
      : []),
    ...(flavour === 'direct' && settings.readsMessages
      ? ['  <uses-feature android:name="android.hardware.telephony" android:required="false" />']
      : []),
    QUERIES,
    '',
  ].join('\n');
  return shared
    .replace(/^\s*<application/m, (tag) => `\n${declared}${tag}`)
    .replace('</application>', (tag) => `${partsOfVariant(settings)}${tag}`)
    .replaceAll('$' + '{applicationId}', settings.applicationId)
    .replaceAll('$' + '{host}', hostname)
    .replaceAll('$' + '{port}', port || '443');
}

/** What the libraries of a variant have in the element application. */
function partsOfVariant(settings: LenderSettings): string {
  const file = join(androidFolder, 'src', variantOf(settings).name, 'AndroidManifest.xml');
  const manifest = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return /<application>\n(.*)<\/application>/s.exec(manifest)?.[1] ?? '';
}

/** From Android 11 an app sees only the other apps that it names here. */
const QUERIES = `  <queries>
    <intent>
      <action android:name="android.intent.action.VIEW" />
      <data android:scheme="https" />
    </intent>
    <intent>
      <action android:name="android.intent.action.VIEW" />
      <data android:scheme="market" />
    </intent>
    <intent>
      <action android:name="android.intent.action.DIAL" />
    </intent>
    <intent>
      <action android:name="android.intent.action.SEND" />
      <data android:mimeType="text/plain" />
    </intent>
    <intent>
      <action android:name="android.media.action.IMAGE_CAPTURE" />
    </intent>
    <intent>
      <action android:name="android.intent.action.GET_CONTENT" />
      <data android:mimeType="image/*" />
    </intent>
  </queries>`;
