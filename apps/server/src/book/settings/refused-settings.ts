import { isIP } from 'node:net';
import pg from 'pg';
import { LOOPBACK, PRIVATE } from '../../platform/network-list.ts';
import { StartFailure } from '../../platform/start-failure.ts';

/** A setting that cannot be used. */
export class BadSetting extends StartFailure {}

type Named<Names extends string> = { [Name in Names]?: string | undefined };

const OPERATOR_URLS = [
  'MTN_BASE_URL',
  'MTN_EARLIER_BASE_URL',
  'AIRTEL_BASE_URL',
  'AIRTEL_EARLIER_BASE_URL',
  'ZAMTEL_BASE_URL',
] as const;
const GOOGLE_URLS = ['GOOGLE_TOKENINFO_URL', 'GOOGLE_USERINFO_URL'] as const;
// The simulated operators answer on 127.0.0.1, where the server calls them.
const DEMO_HOSTS = ['127.0.0.1', 'localhost', '0.0.0.0', '::'];
const SMS_ACCOUNT = ['AFRICAS_TALKING_USERNAME', 'AFRICAS_TALKING_API_KEY'] as const;

type AddressSettings = Named<
  (typeof OPERATOR_URLS)[number] | (typeof GOOGLE_URLS)[number] | (typeof SMS_ACCOUNT)[number]
> &
  Named<
    | 'PUBLIC_URL'
    | 'CONSOLE_URL'
    | 'DATABASE_URL'
    | 'AFRICAS_TALKING_URL'
    | 'AD_CONVERSIONS_URL'
    | 'FCM_URL'
    | 'BUREAU_URL'
  >;

type DemoSettings = AddressSettings & { HOST: string; SIMULATOR_URL?: string | undefined };

type ProductionSettings = AddressSettings & {
  SIMULATOR_URL?: string | undefined;
  GOOGLE_CLIENT_ID?: string | undefined;
  PUSH_SERVICES: readonly string[];
  SECURITY_CONTACT: readonly string[];
  ENQUIRY_TIME_SCALE: number;
  UNCHECKED_IDENTITY_IS_VALID?: boolean | undefined;
  BUREAU_SIMULATED?: boolean | undefined;
};

const NEEDED_IN_PRODUCTION = [
  'DATABASE_URL',
  'PUBLIC_URL',
  'CALLBACK_SECRET',
  'MTN_BASE_URL',
  'MTN_API_USER',
  'MTN_API_KEY',
  'MTN_COLLECTION_KEY',
  'MTN_DISBURSEMENT_KEY',
  'AIRTEL_BASE_URL',
  'AIRTEL_CLIENT_ID',
  'AIRTEL_CLIENT_SECRET',
  'AIRTEL_PIN',
  ...SMS_ACCOUNT,
  'LENDER_NAME',
  'LENDER_LICENCE',
  'LENDER_PHONE',
  'LENDER_HOURS',
] as const;

/** Whether a setting is for simulated operators and invented borrowers only. */
export function hasDemoSetting(
  settings: Pick<ProductionSettings, 'SIMULATOR_URL' | 'ENQUIRY_TIME_SCALE' | 'UNCHECKED_IDENTITY_IS_VALID'>,
): boolean {
  const { SIMULATOR_URL, ENQUIRY_TIME_SCALE, UNCHECKED_IDENTITY_IS_VALID } = settings;
  return SIMULATOR_URL !== undefined || ENQUIRY_TIME_SCALE !== 1 || UNCHECKED_IDENTITY_IS_VALID === true;
}

/** Refuses what production does not start with. */
export function refuseInProduction(settings: ProductionSettings, demo: boolean): void {
  if (demo) throw new BadSetting('NODE_ENV=production does not start with DEMO=true: it would invent money.');
  const given = settings as Named<string>;
  const missing: string[] = NEEDED_IN_PRODUCTION.filter((name) => given[name] === undefined);
  if (given.DATA_KEYS === undefined && given.DATA_KEY === undefined) missing.push('DATA_KEYS');
  if (given.LOOKUP_KEYS === undefined && given.LOOKUP_KEY === undefined) missing.push('LOOKUP_KEYS');
  if (settings.SECURITY_CONTACT.length === 0) missing.push('SECURITY_CONTACT');
  // The privacy policy names the bureau.
  if (settings.BUREAU_URL !== undefined && given.BUREAU_NAME === undefined) missing.push('BUREAU_NAME');
  if (missing.length > 0) {
    throw new BadSetting(`NODE_ENV=production needs these settings: ${missing.join(', ')}.`);
  }
  if (settings.SIMULATOR_URL) throw new BadSetting('NODE_ENV=production does not start with SIMULATOR_URL.');
  if (settings.BUREAU_SIMULATED) {
    throw new BadSetting('NODE_ENV=production does not start with BUREAU_SIMULATED.');
  }
  const { GOOGLE_CLIENT_ID: clientId } = settings;
  if (clientId !== undefined && !clientId.endsWith('.apps.googleusercontent.com')) {
    throw new BadSetting(
      'NODE_ENV=production needs a GOOGLE_CLIENT_ID that ends in .apps.googleusercontent.com.',
    );
  }
  // Tokens, codes, PINs and keys travel to these addresses.
  const spokenTo = [
    ...OPERATOR_URLS,
    'AFRICAS_TALKING_URL',
    'AD_CONVERSIONS_URL',
    'FCM_URL',
    'BUREAU_URL',
    ...GOOGLE_URLS,
  ] as const;
  for (const name of ['PUBLIC_URL', 'CONSOLE_URL', ...spokenTo] as const) {
    if (settings[name] !== undefined && !settings[name].startsWith('https://')) {
      throw new BadSetting(`NODE_ENV=production needs a ${name} that begins with https://.`);
    }
  }
  if (settings.PUSH_SERVICES.some((service) => service.includes('://'))) {
    throw new BadSetting(
      'NODE_ENV=production needs PUSH_SERVICES that are hosts: they are spoken to by HTTPS.',
    );
  }
  if (settings.ENQUIRY_TIME_SCALE !== 1) {
    throw new BadSetting(
      'NODE_ENV=production does not start with ENQUIRY_TIME_SCALE: operators set these times.',
    );
  }
  if (settings.UNCHECKED_IDENTITY_IS_VALID) {
    throw new BadSetting(
      'NODE_ENV=production does not start with UNCHECKED_IDENTITY_IS_VALID=true: it would lend to an invented identity.',
    );
  }
}

/**
 * Refuses a demo that could reach real people or real money. In a demo every code can be read on the handset page, so
 * it must hold nothing that is real, whatever NODE_ENV says.
 */
export function refuseInDemo(settings: DemoSettings): void {
  if (!DEMO_HOSTS.includes(settings.HOST)) {
    throw new BadSetting(
      'A demo does not start with this HOST: it can be 127.0.0.1, or 0.0.0.0 for every network of this machine.',
    );
  }
  for (const name of OPERATOR_URLS) {
    if (settings[name] !== undefined && !isLoopbackUrl(settings[name])) {
      throw new BadSetting(
        `A demo does not start with ${name}, unless it is on this machine: real money could move.`,
      );
    }
  }
  const { AFRICAS_TALKING_URL = '', BUREAU_URL, PUBLIC_URL, DATABASE_URL, SIMULATOR_URL } = settings;
  if (SIMULATOR_URL !== undefined && !isLoopbackUrl(SIMULATOR_URL)) {
    throw new BadSetting(
      'A demo does not start with a SIMULATOR_URL of another machine: it would be told every code.',
    );
  }
  for (const name of SMS_ACCOUNT) {
    if (settings[name] !== undefined && !isLoopbackUrl(AFRICAS_TALKING_URL)) {
      throw new BadSetting(`A demo does not start with ${name}: it would send SMS to real people.`);
    }
  }
  if (BUREAU_URL !== undefined && !isLoopbackUrl(BUREAU_URL)) {
    throw new BadSetting(
      'A demo does not start with a BUREAU_URL of another machine: it would tell a bureau of invented borrowers.',
    );
  }
  if (PUBLIC_URL !== undefined && !isPrivateUrl(PUBLIC_URL)) {
    throw new BadSetting(
      'A demo does not start with this PUBLIC_URL: it can be localhost, or an address of your own network.',
    );
  }
  if (DATABASE_URL !== undefined && !isOnThisMachine(databaseHost(DATABASE_URL))) {
    throw new BadSetting(
      'A demo does not start with a DATABASE_URL of another machine: real borrowers could be in it.',
    );
  }
}

function isLoopbackUrl(url: string): boolean {
  return isOnThisMachine(hostOf(url));
}

function isOnThisMachine(host: string): boolean {
  return host === 'localhost' || LOOPBACK.has(host);
}

function isPrivateUrl(url: string): boolean {
  const host = hostOf(url);
  return isLoopbackUrl(url) || (isIP(host) !== 0 && PRIVATE.has(host));
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : 'unreadable';
}

/** The host that the driver would call: the address can name several, and the environment too. */
function databaseHost(url: string): string {
  try {
    const { host } = new pg.Client({ connectionString: url });
    return host.startsWith('/') ? 'localhost' : host;
  } catch {
    return 'unreadable';
  }
}
