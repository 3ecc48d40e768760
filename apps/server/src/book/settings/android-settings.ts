import { z } from 'zod';
import { listed } from './listed.ts';

/** An app of Android and the SHA-256 of the certificate that it is signed with, as 32 pairs of capital digits. */
export type AndroidApp = { packageName: string; certificate: string };

const SMS_HASH = /^[A-Za-z0-9+/]{11}$/;

const smsHashes = listed('').refine(
  (hashes) => hashes.every((hash) => SMS_HASH.test(hash)),
  'it must be hashes of 11 characters as FA+9qCX9VSu, separated by commas',
);

const PACKAGE_NAME = /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/;
const CERTIFICATE = /^(?:[\dA-Fa-f]{64}|[\dA-Fa-f]{2}(?::[\dA-Fa-f]{2}){31})$/;

const androidApps = listed('').transform((entries, context): AndroidApp[] => {
  const apps = entries.map((entry) => {
    const [packageName = '', certificate = ''] = entry.split('=');
    const isUsable = entry.split('=').length === 2 && PACKAGE_NAME.test(packageName);
    if (!isUsable || !CERTIFICATE.test(certificate)) return undefined;
    const pairs = certificate.replaceAll(':', '').toUpperCase().match(/../g)!;
    return { packageName, certificate: pairs.join(':') };
  });
  if (apps.every((app) => app !== undefined)) return apps;
  context.addIssue({
    code: 'custom',
    message:
      'it must be apps as com.example.app=AB:CD:… with the SHA-256 of the signing certificate, separated by commas',
  });
  return z.NEVER;
});

/** The lender's own Android apps. */
export const androidSettings = {
  /** The hashes of the apps whose SMS Retriever may read the code of a sign-in. */
  ANDROID_SMS_HASHES: smsHashes,
  /** The apps that open links of this site and use its sign-in keys. */
  ANDROID_APPS: androidApps,
};
