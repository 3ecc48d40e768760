import { readFileSync, statSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { permissionsOf } from './manifest.ts';
import { OLDEST_API, TARGET_API } from './resources.ts';
import type { Flavour, LenderSettings } from './settings.ts';
import { runOrFail } from './tools.ts';

/** A borrower pays for each download by the megabyte. */
const MOST_BYTES = 150_000;
const MOST_BYTES_WITH_GOOGLE = 1_000_000;
/** Where the header of a dex file says how many methods the file names. Android takes 65,536 in one file. */
const METHOD_COUNT_OFFSET = 88;

/** What `aapt dump badging` says of an app. */
export type Badging = {
  applicationId: string;
  versionCode: string;
  versionName: string;
  oldestApi: string;
  targetApi: string;
  label: string;
  launchedActivity: string;
  permissions: string[];
  isDebuggable: boolean;
};

/** Every way in which a packaged app is not what it must be, as sentences. */
export function faultsOf(
  signed: string,
  settings: LenderSettings,
  flavour: Flavour,
  certificateSha256: string,
): string[] {
  const certificates = runOrFail('apksigner', ['verify', '--print-certs', '--verbose', signed]);
  for (const alignment of [['-p', '4'], ['4']])
    runOrFail('zipalign', ['-c', ...alignment.slice(0, -1), alignment.at(-1) ?? '4', signed]);
  const badging = badgingOf(runOrFail('aapt', ['dump', 'badging', signed]));
  return [
    ...differencesOf(badging, expectedBadging(settings, flavour)),
    ...signatureFaultsOf(certificates, certificateSha256),
    ...sizeFaultsOf(statSync(signed).size, settings),
  ];
}

export function badgingOf(output: string): Badging {
  const found = (pattern: RegExp) => pattern.exec(output)?.[1] ?? '';
  return {
    applicationId: found(/^package: name='([^']*)'/m),
    versionCode: found(/^package: .*\bversionCode='([^']*)'/m),
    versionName: found(/^package: .*\bversionName='([^']*)'/m),
    oldestApi: found(/^sdkVersion:'([^']*)'/m),
    targetApi: found(/^targetSdkVersion:'([^']*)'/m),
    label: found(/^application: label='(.*?)' icon=/m),
    launchedActivity: found(/^launchable-activity: name='([^']*)'/m),
    permissions: [...output.matchAll(/^uses-permission[^:]*: name='([^']*)'/gm)]
      .map(([, name = '']) => name)
      .sort(),
    isDebuggable: /^application-debuggable/m.test(output),
  };
}

export function expectedBadging(settings: LenderSettings, flavour: Flavour): Badging {
  return {
    applicationId: settings.applicationId,
    versionCode: `${settings.versionCode}`,
    versionName: settings.versionName,
    oldestApi: `${OLDEST_API}`,
    targetApi: `${TARGET_API}`,
    label: settings.name,
    launchedActivity: 'com.thumba.wallet.MainActivity',
    permissions: permissionsOf(settings, flavour).sort(),
    isDebuggable: false,
  };
}

/** Each field that is not as expected. */
export function differencesOf(badging: Badging, expected: Badging): string[] {
  return Object.entries(expected)
    .map(([field, value]) => ({ field, expected: `${value}`, found: `${badging[field as keyof Badging]}` }))
    .filter(({ expected, found }) => expected !== found)
    .map(({ field, expected, found }) => `${field} is ${found}, and must be ${expected}`);
}

function signatureFaultsOf(output: string, certificateSha256: string): string[] {
  const digests = [...output.matchAll(/certificate SHA-256 digest: ([0-9a-f]{64})/g)].map(
    ([, digest]) => digest,
  );
  const faults = [
    [/Scheme v2\): true/.test(output), 'it is not signed in the second form'],
    [/Scheme v3\): true/.test(output), 'it is not signed in the third form'],
    [
      digests.length > 0 && digests.every((digest) => digest === certificateSha256),
      'another key has signed it',
    ],
  ] as const;
  return faults.filter(([holds]) => !holds).map(([, fault]) => fault);
}

export function sizeFaultsOf(bytes: number, settings: LenderSettings): string[] {
  const most = settings.google === undefined ? MOST_BYTES : MOST_BYTES_WITH_GOOGLE;
  return bytes > most ? [`it has ${bytes} bytes, and may have ${most}`] : [];
}

/** How many methods the classes of an app name. */
export function methodCountOf(apk: string): number {
  const dex = unzipSync(readFileSync(apk), { filter: ({ name }) => name === 'classes.dex' })['classes.dex'];
  if (dex === undefined) throw new Error(`${apk} has no classes.dex.`);
  return new DataView(dex.buffer, dex.byteOffset).getUint32(METHOD_COUNT_OFFSET, true);
}

/** The files in two archives that are not the same in both. */
export function differingEntries(one: string, other: string): string[] {
  const [first, second] = [one, other].map((apk) => unzipSync(readFileSync(apk)));
  const names = new Set([...Object.keys(first ?? {}), ...Object.keys(second ?? {})]);
  return [...names].filter((name) => Buffer.compare(first?.[name] ?? EMPTY, second?.[name] ?? EMPTY) !== 0);
}

const EMPTY = new Uint8Array();
