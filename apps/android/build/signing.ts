import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fail, outerEnvironment } from '../../../scripts/project.mjs';
import { targetFolder } from './folders.ts';
import { runOrFail } from './tools.ts';

/** The names that the passwords of the lender's key have in the environment. */
const KEYSTORE_PASSWORD = 'ANDROID_KEYSTORE_PASSWORD';
const KEY_PASSWORD = 'ANDROID_KEY_PASSWORD';
const YEARS_IN_DAYS = 30 * 365;

export type SigningKey = {
  keystore: string;
  alias: string;
  environment: typeof outerEnvironment;
  isThrowAway: boolean;
};

/** The key in the lender's keystore. Its passwords come from the environment, so that no list of commands keeps them. */
export function lenderKey(keystore: string, alias: string): SigningKey {
  if (!existsSync(keystore)) return fail(`The keystore ${resolve(keystore)} does not exist.`);
  const password = process.env[KEYSTORE_PASSWORD];
  if (!password)
    return fail(`Set ${KEYSTORE_PASSWORD}, and ${KEY_PASSWORD} if the key has a password of its own.`);
  const environment = {
    ...outerEnvironment,
    [KEYSTORE_PASSWORD]: password,
    [KEY_PASSWORD]: process.env[KEY_PASSWORD] || password,
  };
  return { keystore, alias, environment, isThrowAway: false };
}

/** A key for trying the app. It lies unprotected in target/, so no app that people use may be signed with it. */
export function throwAwayKey(javaHome: string): SigningKey {
  const keystore = join(targetFolder, 'throw-away-key.p12');
  const password = 'throw-away';
  const environment = { ...outerEnvironment, [KEYSTORE_PASSWORD]: password, [KEY_PASSWORD]: password };
  const key = { keystore, alias: 'throw-away', environment, isThrowAway: true };
  if (existsSync(keystore)) return key;
  mkdirSync(targetFolder, { recursive: true });
  const kind = [
    '-storetype',
    'PKCS12',
    '-keyalg',
    'RSA',
    '-keysize',
    '3072',
    '-validity',
    `${YEARS_IN_DAYS}`,
  ];
  const owner = ['-dname', 'CN=Throw-away key', '-alias', key.alias];
  runOrFail(
    join(javaHome, 'bin/keytool'),
    ['-genkeypair', '-keystore', keystore, '-storepass:env', KEYSTORE_PASSWORD, ...kind, ...owner],
    environment,
  );
  return key;
}

const SIGNATURE_FORMS = [
  ...['--v1-signing-enabled', 'false', '--v2-signing-enabled', 'true'],
  ...['--v3-signing-enabled', 'true', '--v4-signing-enabled', 'false'],
];

/** Signs for Android 7 and newer, which check the second and the third form of signatures. */
export function sign(unsigned: string, signed: string, { keystore, alias, environment }: SigningKey): void {
  runOrFail(
    'apksigner',
    [
      ...['sign', ...SIGNATURE_FORMS, '--ks', keystore, '--ks-key-alias', alias],
      ...['--ks-pass', `env:${KEYSTORE_PASSWORD}`, '--key-pass', `env:${KEY_PASSWORD}`],
      ...['--in', unsigned, '--out', signed],
    ],
    environment,
  );
}

/** Signs an app bundle. The store checks this signature, and signs the apps that it makes of the bundle by itself. */
export function signBundle(
  javaHome: string,
  bundle: string,
  { keystore, alias, environment }: SigningKey,
): void {
  const passwords = ['-storepass:env', KEYSTORE_PASSWORD, '-keypass:env', KEY_PASSWORD];
  const jarsigner = join(javaHome, 'bin/jarsigner');
  runOrFail(jarsigner, ['-keystore', keystore, ...passwords, bundle, alias], environment);
  // It ends well for an unsigned bundle too, and says so.
  if (!runOrFail(jarsigner, ['-verify', bundle]).includes('jar verified')) fail(`${bundle} is not signed.`);
}

/** The certificate of a key, as DER. */
export function certificateOf(javaHome: string, { keystore, alias, environment }: SigningKey): Buffer {
  const options = [
    '-exportcert',
    '-keystore',
    keystore,
    '-storepass:env',
    KEYSTORE_PASSWORD,
    '-alias',
    alias,
  ];
  try {
    return execFileSync(join(javaHome, 'bin/keytool'), options, {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch {
    return fail(`The keystore ${keystore} has no key named ${alias}, or the password is not its own.`);
  }
}

export function sha256Of(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** What the server must know of an app: the names of its settings with their values. */
export function serverSettingsOf(applicationId: string, certificate: Buffer): string[] {
  return [
    `ANDROID_APPS=${applicationId}=${sha256Of(certificate)}`,
    `ANDROID_SMS_HASHES=${smsHashOf(applicationId, certificate)}`,
  ];
}

/** The 11 characters by which Google Play services finds the SMS for an app, by Google's own rule. */
export function smsHashOf(applicationId: string, certificate: Buffer): string {
  const digest = createHash('sha256')
    .update(`${applicationId} ${certificate.toString('hex')}`)
    .digest();
  return digest.subarray(0, 9).toString('base64').slice(0, 11);
}
