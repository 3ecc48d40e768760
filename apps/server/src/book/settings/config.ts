import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import {
  coversDefault,
  DEFAULT_QUIET_HOURS,
  parseQuietHours,
  type QuietHours,
} from '../../platform/quiet-hours.ts';
import type { ServiceAccount } from '../../platform/service-account.ts';
import type { Vapid } from '../../platform/vapid.ts';
import {
  MOST_SECURITY_CONTACT_DAYS,
  type Readers,
  readers,
  securityContacts,
  trustProxy,
} from './access-settings.ts';
import { androidSettings } from './android-settings.ts';
import { archiveKeyShape, archivePublicKeyFrom } from './archive-key.ts';
import { backupPlace } from './backup-place.ts';
import { backupShape, refuseUnusableNightlyBackup } from './backup-settings.ts';
import { bureauSettings } from './bureau-settings.ts';
import { flag } from './flag.ts';
import { settingsOfHistory } from './history-settings.ts';
import {
  type KeptKeys,
  type Keys,
  keySettings,
  keysOf,
  keysOrOwn,
  sealingKeysOrOwn,
} from './key-settings.ts';
import { listed } from './listed.ts';
import {
  callPaces,
  earlierOperatorAccounts,
  floatReserves,
  forgetsAfterHours,
  operatorAccounts,
  operatorPrefixes,
} from './operator-settings.ts';
import { payMenuSettings } from './pay-menu-settings.ts';
import { pictureStorage, pictureStoreShape } from './picture-place.ts';
import { pushSettings, serviceAccountFrom, vapidFrom } from './push-settings.ts';
import { BadSetting, hasDemoSetting, refuseInDemo, refuseInProduction } from './refused-settings.ts';
import { withFiles } from './setting-files.ts';

const count = (fallback: number) => z.coerce.number().int().positive().default(fallback);

/** Every setting, as an environment variable. `.env.example` explains each. */
const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  /** As the role of the program, which owns nothing. */
  DATABASE_URL: z.string().optional(),
  /** As the role that owns the tables: it migrates, grants and moves what is stored to other keys. */
  DATABASE_OWNER_URL: z.string().optional(),
  DATABASE_CONNECTIONS: count(16),
  /** After this time without an answer a statement fails and its connection is given up. */
  DATABASE_ANSWER_MS: count(8_000),
  /** With less free space on the disk of DATA_DIR, /readyz answers 503. */
  LEAST_FREE_DISK_BYTES: count(50_000_000),
  /** Where the list of deleted accounts is stored, sealed with the key of backups. */
  ERASURES_TO: z.string().optional(),
  ...backupShape,
  ...pictureStoreShape,
  ...archiveKeyShape,
  PUBLIC_URL: z.url().optional(),
  /** Where staff open the console. Unset, a demo serves it at localhost, and a lender serves none. */
  CONSOLE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The folder of the built borrower app. Unset, the build in this project. */
  WEB_APP_DIR: z.string().optional(),
  /** False removes the service worker, and with it the kept app, from phones. */
  SERVICE_WORKER: flag.default(true),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  TRUST_PROXY: trustProxy,
  METRICS_FOR: readers.optional(),
  DOCS_FOR: readers.optional(),
  /** What `/.well-known/security.txt` says. Unset, there is no such page. */
  SECURITY_CONTACT: securityContacts,
  SECURITY_POLICY_URL: z.url({ protocol: /^https$/ }).optional(),
  SECURITY_CONTACT_VALID_DAYS: z.coerce.number().int().min(1).max(MOST_SECURITY_CONTACT_DAYS).default(90),
  TENANT: z.string().default('tenant_26'),
  /** The tags of languages that are on although no native speaker has read them yet. */
  DRAFT_LANGUAGES: listed(''),
  ...keySettings,
  DEMO: flag.optional(),
  DEMO_BORROWERS: flag.default(true),
  DEMO_STAFF: flag.default(true),
  /** What lies behind a demo on its first start: a year of history, which takes a minute to make, or none. */
  DEMO_HISTORY: z.enum(['year', 'none']).default('none'),
  /** Whether a borrower shows the face before the first loan. */
  FACE_REQUIRED: flag.default(true),
  /** Whether an identity counts before its card was read or a person of staff looked at it. Only a demo may have it. */
  UNCHECKED_IDENTITY_IS_VALID: flag.default(false),
  /** Whether borrowers are asked for consent to read SMS of operators and banks. Google Play allows this to few lenders. */
  READS_MESSAGES: flag.default(false),
  /** The senders whose SMS are about money. Other SMS of operators and banks are not read. */
  MESSAGE_SENDERS: listed(
    'MoMo,MTN MoMo,MTNMobMoney,Airtel Money,Zamtel Money,Zamtel Kwacha,Zanaco,FNB Zambia,Absa,Stanbic,StanChart,Atlas Mara,Indo Zambia,First Alliance,Access Bank,Ecobank,UBA,Natsave',
  ),
  /** For how many years the law requires a lender to keep loans and identities after an account is deleted. */
  RETENTION_YEARS: z.coerce.number().int().min(1).max(50).default(10),
  /** The channels whose app comes from a store with its own terms for loans. */
  STORE_CHANNELS: listed('GP'),
  CODES_PER_ADDRESS_PER_HOUR: z.coerce.number().int().positive().optional(),
  /** How many SMS with a code are sent in an hour, to all numbers and to the numbers with the same first three digits. */
  CODES_PER_HOUR: z.coerce.number().int().positive().optional(),
  CODES_PER_PREFIX_PER_HOUR: z.coerce.number().int().positive().optional(),
  /** An alarm is raised when a smaller share of the codes of an hour is entered rightly. */
  CODES_VERIFIED_SHARE: z.coerce.number().min(0).max(1).default(0.3),
  /** How many wrong codes from an address, and from a network, are entered in a day before each has to wait longer. */
  WRONG_CODES_PER_ADDRESS_PER_DAY: z.coerce.number().int().positive().optional(),
  WRONG_CODES_PER_NETWORK_PER_DAY: z.coerce.number().int().positive().optional(),
  UPLOADS_PER_ADDRESS_PER_HOUR: z.coerce.number().int().positive().optional(),
  /** How many uploads this process receives and draws at once. Each takes up to 30 MB meanwhile. */
  UPLOADS_AT_ONCE: count(8),
  UPLOADS_PER_ADDRESS_AT_ONCE: z.coerce.number().int().positive().optional(),
  UPLOAD_MEGAPIXELS: count(20),
  /** Within how many seconds the body of a request has to arrive. */
  BODY_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(120).default(15),
  /** The bounds of how many requests are in work at once. Between them the measured latency decides. */
  REQUESTS_AT_ONCE_LEAST: count(16),
  REQUESTS_AT_ONCE_MOST: count(512),
  /** How many connections may wait to be taken. The system may allow fewer. */
  LISTEN_BACKLOG: count(4096),
  /** How many analytics events from one network address are kept in an hour. Further events are dropped. */
  EVENTS_PER_ADDRESS_PER_HOUR: count(20_000),
  /** Whether borrowers are told of holidays, notices and offers. */
  NOTICES: flag.default(true),
  /** Where the server reports registrations of a channel with a pixel. */
  AD_CONVERSIONS_URL: z.url({ protocol: /^https?$/ }).default('https://graph.facebook.com/v23.0'),
  OPERATOR_TIMEOUT_MS: count(20_000),
  OPERATOR_GIVE_UP_BEFORE_SENDING_MS: count(60_000),
  /** How many calls this process makes to an operator at once. */
  OPERATOR_CALLS_AT_ONCE: count(16),
  OPERATOR_PACE: callPaces,
  OPERATOR_PREFIXES: operatorPrefixes,
  FLOAT_RESERVE: floatReserves,
  /** The shortest time between two enquiries for our float at an operator. */
  FLOAT_ASK_SECONDS: count(15),
  PROMPT_SECONDS: count(300),
  /** Below 1, the times between two enquiries about a payment are multiplied by it. For simulated operators only. */
  ENQUIRY_TIME_SCALE: z.coerce.number().positive().max(1).default(1),
  /** When no reminders are sent, in Lusaka time. Unset, from 18:00 to 08:00; in a demo there are no quiet hours. */
  QUIET_HOURS: z.string().optional(),
  /** A file with the lender's own wording of messages. */
  MESSAGE_WORDING: z.string().optional(),
  /** What the operator of the SMS charges for one part, in ngwee. Unset, the console shows no cost. */
  SMS_PART_NGWEE: z.coerce.number().int().min(1).max(10_000).optional(),
  SMS_SENDER: z.string().default('THUMBA'),
  AFRICAS_TALKING_URL: z.url().default('https://api.africastalking.com'),
  AFRICAS_TALKING_USERNAME: z.string().optional(),
  AFRICAS_TALKING_API_KEY: z.string().optional(),
  ...pushSettings,
  /** Unset, a demo uses a simulated Google, and a lender offers no sign-in with Google. */
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_TOKENINFO_URL: z.url().default('https://oauth2.googleapis.com/tokeninfo'),
  GOOGLE_USERINFO_URL: z.url().default('https://openidconnect.googleapis.com/v1/userinfo'),
  GOOGLE_TIMEOUT_MS: count(10_000),
  ...androidSettings,
  ...bureauSettings,
  LENDER_NAME: z.string().optional(),
  LENDER_LICENCE: z.string().optional(),
  LENDER_PHONE: z.string().optional(),
  LENDER_HOURS: z.string().optional(),
  /** With the country code and without a plus, as in links to WhatsApp. */
  LENDER_WHATSAPP: z
    .string()
    .regex(/^(\d{8,15})?$/)
    .optional(),
  ...payMenuSettings,
  /** Within how many days a complaint is answered. */
  COMPLAINT_ANSWER_DAYS: z.coerce.number().int().min(1).max(90).default(10),
  /** After how many days a complaint without an answer goes to the managing director. */
  COMPLAINT_ESCALATION_DAYS: z.coerce.number().int().min(1).max(90).default(15),
  /** Whom borrowers can turn to after the lender's answer, with the address. */
  REGULATOR: z.string().default('Bank of Zambia, Bank Square, Cairo Road, P.O. Box 30080, Lusaka'),
  /** After how many days wallet credit that was not used goes back. 0 means never. */
  UNUSED_CREDIT_DAYS: z.coerce.number().int().min(0).max(365).default(7),
  /** The agencies that late loans may be handed to. Unset, none is handed over. */
  COLLECTION_AGENCIES: listed(''),
  /** A waiver up to this amount needs no second person. */
  WAIVER_ALONE_KWACHA: z.coerce.number().int().min(0).max(100_000).default(100),
  /** The address of the simulated operators and phones. Unset, a demo runs them inside this program. */
  SIMULATOR_URL: z.url().optional(),
  ...operatorAccounts,
  ...earlierOperatorAccounts,
  OPERATOR_FORGETS_AFTER_HOURS: forgetsAfterHours,
  /** Unset, Zamtel is off. */
  ZAMTEL_BASE_URL: z.url().optional(),
  ZAMTEL_TIMEOUT_MS: count(120_000),
  ZAMTEL_THIRD_PARTY_ID: z.string().optional(),
  ZAMTEL_PASSWORD: z.string().optional(),
  ZAMTEL_SHORTCODE: z.string().optional(),
  ZAMTEL_PAYOUT_IDENTIFIER: z.string().optional(),
  ZAMTEL_PAYOUT_CREDENTIAL: z.string().optional(),
});

/** All borrowers of a town may share one network address, and so may all who try a demo. */
const PER_ADDRESS_PER_HOUR = 600;
const PER_ADDRESS_AT_ONCE = 4;
const DEMO_PER_ADDRESS_PER_HOUR = 10_000;

/** With more, the chance of a takeover is higher than docs/security/takeover.md allows. */
export const MOST_WRONG_CODES_PER_DAY = 50;

const zamtelCredentials = [
  'ZAMTEL_THIRD_PARTY_ID',
  'ZAMTEL_PASSWORD',
  'ZAMTEL_SHORTCODE',
  'ZAMTEL_PAYOUT_IDENTIFIER',
  'ZAMTEL_PAYOUT_CREDENTIAL',
] as const;

export type Config = z.output<typeof environment> & {
  demo: boolean;
  CODES_PER_ADDRESS_PER_HOUR: number;
  CODES_PER_HOUR: number;
  CODES_PER_PREFIX_PER_HOUR: number;
  WRONG_CODES_PER_ADDRESS_PER_DAY: number;
  WRONG_CODES_PER_NETWORK_PER_DAY: number;
  UPLOADS_PER_ADDRESS_PER_HOUR: number;
  UPLOADS_PER_ADDRESS_AT_ONCE: number;
  METRICS_FOR: Readers;
  DOCS_FOR: Readers;
  keys: Keys;
  quietHours: QuietHours | null;
  /** Only a server asks, because the pair is made and kept if there is none. */
  vapid(): Vapid | null;
  /** Null where the Android app gets no notifications. */
  serviceAccount: ServiceAccount | null;
  /** Null where deleted accounts are not moved to an archive. */
  archivePublicKey(): Buffer | null;
};

/** The settings of the database, for a command that needs no others. */
export function readDatabaseSettings(variables: Record<string, string | undefined>) {
  return parse(environment.pick({ DATABASE_URL: true, DATABASE_OWNER_URL: true, DATA_DIR: true }), variables);
}

/** The keys, where the settings or the data folder have them, for a command that also works without. */
export function readKeysAtHand(variables: Record<string, string | undefined>): KeptKeys | undefined {
  const settings = parse(z.object({ ...keySettings, DATA_DIR: environment.shape.DATA_DIR }), variables);
  const isGiven = (settings.DATA_KEYS ?? settings.DATA_KEY) !== undefined;
  if (!isGiven && !existsSync(path.join(settings.DATA_DIR, 'keys.json'))) return undefined;
  return sealingKeysOrOwn(settings);
}

export function readConfig(
  variables: Record<string, string | undefined>,
  warn: (line: string) => void = console.error,
): Config {
  const settings = parse(environment, variables);
  const production = settings.NODE_ENV === 'production';
  const demo = settings.DEMO ?? !production;
  if (production) refuseInProduction(settings, demo);
  if (demo || hasDemoSetting(settings)) refuseInDemo(settings);
  refuseIncompleteZamtel(settings);
  refuseUnusableNightlyBackup(settings);
  if (settings.ERASURES_TO !== undefined) backupPlace(settings.ERASURES_TO, settings);
  pictureStorage(settings);
  refuseCrossedBounds(settings);
  const perAddress = demo ? DEMO_PER_ADDRESS_PER_HOUR : PER_ADDRESS_PER_HOUR;
  return {
    ...settings,
    ...(demo ? settingsOfHistory(settings, variables) : {}),
    demo,
    CODES_PER_ADDRESS_PER_HOUR: settings.CODES_PER_ADDRESS_PER_HOUR ?? perAddress,
    ...codeLimitsOf(settings, demo),
    UPLOADS_PER_ADDRESS_PER_HOUR: settings.UPLOADS_PER_ADDRESS_PER_HOUR ?? perAddress,
    UPLOADS_PER_ADDRESS_AT_ONCE:
      settings.UPLOADS_PER_ADDRESS_AT_ONCE ?? (demo ? settings.UPLOADS_AT_ONCE : PER_ADDRESS_AT_ONCE),
    METRICS_FOR: settings.METRICS_FOR ?? (demo ? 'everyone' : 'none'),
    DOCS_FOR: settings.DOCS_FOR ?? (demo ? 'everyone' : 'none'),
    keys: production ? keysOf(settings) : keysOrOwn(settings, warn),
    vapid: vapidFrom(settings, warn),
    serviceAccount: serviceAccountFrom(settings),
    archivePublicKey: archivePublicKeyFrom(settings),
    quietHours: quietHoursOf(
      settings.QUIET_HOURS ?? (demo ? 'none' : `${DEFAULT_QUIET_HOURS.from}-${DEFAULT_QUIET_HOURS.to}`),
      production,
    ),
  };
}

function refuseCrossedBounds(settings: z.output<typeof environment>): void {
  const { REQUESTS_AT_ONCE_LEAST: least, REQUESTS_AT_ONCE_MOST: most } = settings;
  if (least <= most) return;
  throw new BadSetting(`REQUESTS_AT_ONCE_LEAST (${least}) is above REQUESTS_AT_ONCE_MOST (${most}).`);
}

/** All who try a demo, and all its tests, may share one address. */
function codeLimitsOf(settings: z.output<typeof environment>, demo: boolean) {
  const perAddress = settings.WRONG_CODES_PER_ADDRESS_PER_DAY ?? (demo ? 10_000 : 20);
  const perNetwork = settings.WRONG_CODES_PER_NETWORK_PER_DAY ?? (demo ? 10_000 : 40);
  if (!demo && Math.max(perAddress, perNetwork) > MOST_WRONG_CODES_PER_DAY) {
    throw new BadSetting(
      `WRONG_CODES_PER_ADDRESS_PER_DAY and WRONG_CODES_PER_NETWORK_PER_DAY must be at most ${MOST_WRONG_CODES_PER_DAY}: more make it too likely that codes are guessed.`,
    );
  }
  return {
    CODES_PER_HOUR: settings.CODES_PER_HOUR ?? (demo ? 1_000_000 : 5000),
    CODES_PER_PREFIX_PER_HOUR: settings.CODES_PER_PREFIX_PER_HOUR ?? (demo ? 1_000_000 : 3000),
    WRONG_CODES_PER_ADDRESS_PER_DAY: perAddress,
    WRONG_CODES_PER_NETWORK_PER_DAY: perNetwork,
  };
}

/** Where the demo's simulated operators answer: at a process of their own, or inside this server at `localUrl`. */
export function simulatorUrlOf({ SIMULATOR_URL, demo }: Config, localUrl: string): string | undefined {
  return SIMULATOR_URL ?? (demo ? `${localUrl}/sim` : undefined);
}

function parse<Shape extends z.ZodType>(
  shape: Shape,
  variables: Record<string, string | undefined>,
): z.output<Shape> {
  const parsed = shape.safeParse(withFiles(variables, environment.shape));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw new BadSetting(`The setting ${String(issue.path[0])} cannot be used: ${issue.message}.`);
}

function refuseIncompleteZamtel(settings: z.output<typeof environment>): void {
  if (settings.ZAMTEL_BASE_URL === undefined) return;
  const missing = zamtelCredentials.filter((name) => settings[name] === undefined);
  if (missing.length > 0)
    throw new BadSetting(`ZAMTEL_BASE_URL needs these settings: ${missing.join(', ')}.`);
}

function quietHoursOf(text: string, production: boolean): QuietHours | null {
  const quiet = parseQuietHours(text);
  if (quiet === undefined) {
    throw new BadSetting('The setting QUIET_HOURS must be two times of the day, as 18:00-08:00, or none.');
  }
  if (production && quiet === null) {
    throw new BadSetting('NODE_ENV=production does not start with QUIET_HOURS=none: people sleep.');
  }
  if (production && quiet !== null && !coversDefault(quiet)) {
    const { from, to } = DEFAULT_QUIET_HOURS;
    throw new BadSetting(
      `NODE_ENV=production needs QUIET_HOURS that begin at ${from} or earlier and end at ${to} or later: the loan contract promises reminders between ${to} and ${from} only.`,
    );
  }
  return quiet;
}
