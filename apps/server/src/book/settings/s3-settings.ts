import { z } from 'zod';
import type { S3Address, S3Credentials } from '../../platform/s3-storage.ts';
import { BadSetting } from './refused-settings.ts';

/** The address of an S3-compatible store. */
export const s3Endpoint = z
  .string()
  .regex(/^https?:\/\/[^\s/?#@]+[^\s?#@]*$/, 'give an address, as https://s3.example.com')
  .optional();

export const s3Region = z
  .string()
  .regex(/^[a-z0-9-]+$/i, 'give a region, as us-east-1')
  .default('us-east-1');

// A name of these characters needs no escape in an address or in an answer of the store.
const S3_ADDRESS = /^([a-z0-9][a-z0-9.-]+[a-z0-9])((?:\/[\w-][\w.-]*)*)\/?$/;

/** The scheme of an address, and what follows it. Undefined for a path. */
export function schemeOf(place: string): { scheme: string; rest: string } | undefined {
  const [, scheme, rest = ''] = /^([a-z0-9+.-]+):\/\/(.*)$/is.exec(place) ?? [];
  return scheme === undefined ? undefined : { scheme, rest };
}

/** What follows `s3://`. The sentence repeats no address, because a password may stand in it. */
export function s3AddressOf(rest: string): S3Address {
  const [, bucket, path = ''] = S3_ADDRESS.exec(rest) ?? [];
  if (bucket === undefined) {
    throw new BadSetting(
      'A place in an S3-compatible store is given as s3://bucket or s3://bucket/prefix. The bucket has small letters, digits, dots and hyphens. The prefix may also have capital letters, underscores and slashes.',
    );
  }
  return { bucket, prefix: path === '' ? '' : `${path.slice(1)}/` };
}

type GivenCredentials = { [Name in keyof S3Credentials]: string | undefined };

/** The credentials of a store, whose settings all begin with `BACKUP_S3` or `FILES_S3`. */
export function s3CredentialsOf(
  names: 'BACKUP_S3' | 'FILES_S3',
  { endpoint, region = 'us-east-1', accessKey, secretKey }: GivenCredentials,
  { page, isProduction }: { page: string; isProduction: boolean },
): S3Credentials {
  if (endpoint === undefined || accessKey === undefined || secretKey === undefined) {
    const missing = Object.entries({ ENDPOINT: endpoint, ACCESS_KEY: accessKey, SECRET_KEY: secretKey })
      .filter(([, value]) => value === undefined)
      .map(([name]) => `${names}_${name}`);
    throw new BadSetting(
      `A place that begins with s3:// needs these settings: ${missing.join(', ')} (${page}).`,
    );
  }
  if (isProduction && !endpoint.startsWith('https://')) {
    throw new BadSetting(`NODE_ENV=production needs a ${names}_ENDPOINT that begins with https://.`);
  }
  return { endpoint: endpoint.replace(/\/+$/, ''), region, accessKey, secretKey };
}
