import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { StartFailure } from './start-failure.ts';

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const count = (fallback: number) => z.coerce.number().int().positive().default(fallback);

/** Every setting, as an environment variable. `.env.example` explains each one. */
const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.string().optional(),
  DATABASE_CONNECTIONS: count(16),
  PUBLIC_URL: z.url().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  TRUST_PROXY: flag.default(false),
  METRICS: flag.optional(),
  TENANT: z.string().default('tenant_26'),
  DATA_KEY: z.string().optional(),
  LOOKUP_KEY: z.string().optional(),
  DEMO: flag.optional(),
  DEMO_BORROWERS: flag.default(true),
  FACE_REQUIRED: flag.default(false),
  CODES_PER_ADDRESS_PER_HOUR: z.coerce.number().int().positive().optional(),
  UPLOADS_PER_ADDRESS_PER_HOUR: z.coerce.number().int().positive().optional(),
  OPERATOR_TIMEOUT_MS: count(20_000),
  OPERATOR_GIVE_UP_BEFORE_SENDING_MS: count(60_000),
  PROMPT_SECONDS: count(300),
  /** Below 1, simulated operators are asked about payments that much sooner than real ones want to be. */
  ENQUIRY_TIME_SCALE: z.coerce.number().positive().max(1).default(1),
  SMS_SENDER: z.string().default('THUMBA'),
  AFRICAS_TALKING_URL: z.url().default('https://api.africastalking.com'),
  AFRICAS_TALKING_USERNAME: z.string().optional(),
  AFRICAS_TALKING_API_KEY: z.string().optional(),
  LENDER_NAME: z.string().optional(),
  LENDER_LICENCE: z.string().optional(),
  LENDER_PHONE: z.string().optional(),
  LENDER_HOURS: z.string().optional(),
  /** Where the simulated operators and phones answer; unset, they run inside this program (demo only). */
  SIMULATOR_URL: z.url().optional(),
  MTN_BASE_URL: z.url().optional(),
  MTN_COLLECTION_KEY: z.string().optional(),
  MTN_DISBURSEMENT_KEY: z.string().optional(),
  MTN_API_USER: z.string().optional(),
  MTN_API_KEY: z.string().optional(),
  MTN_TARGET_ENVIRONMENT: z.string().default('mtnzambia'),
  MTN_CURRENCY: z.string().default('ZMW'),
  AIRTEL_BASE_URL: z.url().optional(),
  AIRTEL_CLIENT_ID: z.string().optional(),
  AIRTEL_CLIENT_SECRET: z.string().optional(),
  AIRTEL_PIN: z.string().optional(),
  AIRTEL_HMAC_KEY: z.string().optional(),
  AIRTEL_PAYMENTS_VERSION: z.enum(['v1', 'v2']).default('v1'),
  AIRTEL_SIGNS_MESSAGES: flag.default(false),
});

export type Config = z.output<typeof environment> & {
  demo: boolean;
  keys: { dataKey: Buffer; lookupKey: Buffer };
};

/** A setting that cannot be used. */
export class BadSetting extends StartFailure {}

export function readConfig(variables: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw new BadSetting(`The setting ${String(issue.path[0])} cannot be used: ${issue.message}.`);
  }
  const settings = parsed.data;
  const production = settings.NODE_ENV === 'production';
  const demo = settings.DEMO ?? !production;
  if (production) refuseDemoSettings(settings, demo);
  return { ...settings, demo, keys: production ? keysOf(settings) : keysOrOwn(settings) };
}

function refuseDemoSettings(settings: z.output<typeof environment>, demo: boolean): void {
  if (demo) throw new BadSetting('NODE_ENV=production does not start with DEMO=true: it would invent money.');
  const missing = [
    'DATABASE_URL',
    'PUBLIC_URL',
    'DATA_KEY',
    'LOOKUP_KEY',
    'MTN_BASE_URL',
    'MTN_API_USER',
    'MTN_API_KEY',
    'MTN_COLLECTION_KEY',
    'MTN_DISBURSEMENT_KEY',
    'AIRTEL_BASE_URL',
    'AIRTEL_CLIENT_ID',
    'AIRTEL_CLIENT_SECRET',
    'AIRTEL_PIN',
    'AFRICAS_TALKING_USERNAME',
    'AFRICAS_TALKING_API_KEY',
    'LENDER_NAME',
    'LENDER_LICENCE',
    'LENDER_PHONE',
    'LENDER_HOURS',
  ].filter((name) => settings[name as keyof typeof settings] === undefined);
  if (missing.length > 0) {
    throw new BadSetting(`NODE_ENV=production needs these settings: ${missing.join(', ')}.`);
  }
  if (settings.SIMULATOR_URL) throw new BadSetting('NODE_ENV=production does not start with SIMULATOR_URL.');
  if (settings.ENQUIRY_TIME_SCALE !== 1) {
    throw new BadSetting(
      'NODE_ENV=production does not start with ENQUIRY_TIME_SCALE: operators set these times.',
    );
  }
}

function keysOf(settings: {
  DATA_KEY?: string | undefined;
  LOOKUP_KEY?: string | undefined;
}): Config['keys'] {
  return { dataKey: key('DATA_KEY', settings.DATA_KEY), lookupKey: key('LOOKUP_KEY', settings.LOOKUP_KEY) };
}

function key(name: string, text: string | undefined): Buffer {
  const bytes = Buffer.from(text ?? '', 'hex');
  if (bytes.length !== 32) throw new BadSetting(`The setting ${name} must be 64 hexadecimal digits.`);
  return bytes;
}

/** Outside production, keys that were not given are made once and kept beside the data they seal. */
function keysOrOwn(settings: z.output<typeof environment>): Config['keys'] {
  if (settings.DATA_KEY && settings.LOOKUP_KEY) return keysOf(settings);
  const file = path.join(settings.DATA_DIR, 'keys.json');
  if (!existsSync(file)) {
    mkdirSync(settings.DATA_DIR, { recursive: true });
    const fresh = { DATA_KEY: randomBytes(32).toString('hex'), LOOKUP_KEY: randomBytes(32).toString('hex') };
    writeFileSync(file, `${JSON.stringify(fresh)}\n`, { mode: 0o600, flag: 'wx' });
  }
  return keysOf({ ...JSON.parse(readFileSync(file, 'utf8')), ...given(settings) });
}

function given(settings: z.output<typeof environment>): { DATA_KEY?: string; LOOKUP_KEY?: string } {
  return {
    ...(settings.DATA_KEY ? { DATA_KEY: settings.DATA_KEY } : {}),
    ...(settings.LOOKUP_KEY ? { LOOKUP_KEY: settings.LOOKUP_KEY } : {}),
  };
}
