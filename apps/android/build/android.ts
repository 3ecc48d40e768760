import { copyFileSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, root } from '../../../scripts/project.mjs';
import { bundleApp } from './bundle.ts';
import { channelFieldsOf } from './channel-fields.ts';
import { androidFolder, targetFolder } from './folders.ts';
import { packageApp } from './package.ts';
import { FLAVOURS, type Flavour, type LenderSettings, readSettings } from './settings.ts';
import {
  certificateOf,
  lenderKey,
  type SigningKey,
  serverSettingsOf,
  sha256Of,
  sign,
  signBundle,
  throwAwayKey,
} from './signing.ts';
import { findTools } from './tools.ts';
import { differingEntries, faultsOf, methodCountOf } from './verify.ts';

// Builds, signs and verifies the Android app. docs/android-app.md describes the options:
// npm run android -- [--flavour store|direct] [--settings file] [--key keystore] [--twice]
//   [--store-certificate file]

function readOptions() {
  try {
    return parseArgs({
      options: {
        flavour: { type: 'string' },
        settings: { type: 'string', default: join(androidFolder, 'lender.json') },
        key: { type: 'string' },
        twice: { type: 'boolean', default: false },
        'store-certificate': { type: 'string' },
      },
    }).values;
  } catch (error) {
    return fail(error instanceof Error ? error.message : `${error}`);
  }
}

/** Builds the same app again in another folder, and ends the build if one byte differs. */
async function buildAgain(settings: LenderSettings, flavour: Flavour, javaHome: string, unsigned: string) {
  const again = await packageApp(settings, flavour, javaHome, `${flavour}-again`);
  if (Buffer.compare(readFileSync(unsigned), readFileSync(again)) === 0) {
    console.log(`${flavour}: a second build is the same, byte for byte`);
    return;
  }
  const names = differingEntries(unsigned, again).join(', ') || 'none: their order or times differ';
  fail(`${flavour}: a second build differs in these files: ${names}`);
}

function describe(signed: string, unsigned: string): string[] {
  return [
    `  file             ${relative(root, signed)}`,
    `  size             ${statSync(signed).size.toLocaleString('en')} bytes, ${methodCountOf(signed).toLocaleString('en')} methods`,
    `  SHA-256          ${sha256Of(readFileSync(signed))}`,
    `  before signing   ${sha256Of(readFileSync(unsigned))}   (the same on every machine with the same tools)`,
  ];
}

async function build(
  settings: LenderSettings,
  flavour: Flavour,
  javaHome: string,
  key: SigningKey,
  isBuiltTwice: boolean,
) {
  const packaged = await packageApp(settings, flavour, javaHome, flavour);
  if (isBuiltTwice) await buildAgain(settings, flavour, javaHome, packaged);
  const word = settings.name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const base = join(targetFolder, `${word}-${flavour}-${settings.versionCode}`);
  const [signed, unsigned] = [`${base}.apk`, `${base}-unsigned.apk`];
  copyFileSync(packaged, unsigned);
  sign(unsigned, signed, key);
  const faults = faultsOf(signed, settings, flavour, sha256Of(certificateOf(javaHome, key)));
  if (faults.length > 0) fail(`${flavour}: the app is not as it must be:\n  ${faults.join('\n  ')}`);
  console.log([`${flavour}: built, signed and verified`, ...describe(signed, unsigned)].join('\n'));
  if (flavour === 'direct')
    console.log(channelFieldsOf(settings.versionCode, sha256Of(readFileSync(signed))).join('\n'));
  if (flavour === 'store') {
    const bundle = `${base}.aab`;
    bundleApp(javaHome, unsigned, join(targetFolder, flavour), bundle);
    signBundle(javaHome, bundle, key);
    console.log(
      `  for Google Play  ${relative(root, bundle)}, ${statSync(bundle).size.toLocaleString('en')} bytes`,
    );
  }
}

const options = readOptions();
const flavours = FLAVOURS.filter((flavour) => options.flavour === undefined || flavour === options.flavour);
if (flavours.length === 0) fail(`--flavour is one of ${FLAVOURS.join(', ')}.`);
const settings = readSettings(options.settings);
const { javaHome } = await findTools();
const key = options.key === undefined ? throwAwayKey(javaHome) : lenderKey(options.key, settings.keyAlias);
const certificate = certificateOf(javaHome, key);
for (const flavour of flavours) await build(settings, flavour, javaHome, key, options.twice);

const storeCertificate = options['store-certificate'];
console.log(
  [
    'The server needs these settings:',
    ...serverSettingsOf(settings.applicationId, certificate).map((line) => `  ${line}`),
    ...(storeCertificate === undefined
      ? []
      : [
          'And these for the app that the store signs with its own key, added after a comma:',
          ...serverSettingsOf(settings.applicationId, readFileSync(storeCertificate)).map(
            (line) => `  ${line}`,
          ),
        ]),
  ].join('\n'),
);
if (key.isThrowAway)
  console.log(
    'ATTENTION: these apps are signed with a throw-away key from target/. Use them to try the app only. ' +
      "Sign with the lender's own key by --key: docs/android-app.md says how to make one.",
  );
