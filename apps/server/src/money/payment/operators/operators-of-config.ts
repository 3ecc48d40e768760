import { randomBytes } from 'node:crypto';
import type { OperatorName } from '@thumba/lending/ledger';
import { platformOf } from '../../../book/payment-attempt/operator-routes.ts';
import type { Config } from '../../../book/settings/config.ts';
import type { CallsPerSecond } from '../../../book/settings/operator-settings.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import { callbackPath } from '../callback-routes.ts';
import { createAirtelOperator } from './airtel.ts';
import { type CallPace, createCallPace, databaseTurns } from './call-pace.ts';
import { scaledSchedule } from './enquiry-schedule.ts';
import { createMtnOperator } from './mtn.ts';
import type { ConnectedOperator, Operator, Operators } from './operator.ts';
import { createZamtelOperator } from './zamtel.ts';

/** The accounts that a demo has at the simulated operators. */
export type DemoAccounts = {
  mtnApiUser: string;
  mtnApiKey: string;
  mtnCollectionKey: string;
  mtnDisbursementKey: string;
  airtelClientId: string;
  airtelClientSecret: string;
  airtelPin: string;
};

/** The simulated operators of a demo. */
type Simulator = { url: string; settings: DemoAccounts } | undefined;

type Deps = { db: Database; clock: Clock; log: Log };

/** How far ahead due enquiries are taken. A callback that comes meanwhile waits behind them. */
const ENQUIRIES_AHEAD_SECONDS = 2;
/** A demo's operators stay what they are, also at another address. */
const SIMULATOR_PLATFORM = 'simulator';

/** The operators that the lender is connected to. A demo is connected to the simulated ones. */
export function operatorsOfConfig(
  config: Config,
  deps: Deps,
  simulator: Simulator,
  publicUrl: string,
): Operators {
  return {
    ...mtnOperator(config, deps, simulator, publicUrl),
    ...airtelOperator(config, deps, simulator),
    ...zamtelOperator(config, deps),
  };
}

/** The platforms and accounts that served before. Open instructions are asked about there, and nothing begins there. */
export function earlierOperatorsOfConfig(config: Config, deps: Deps, publicUrl: string): ConnectedOperator[] {
  const { mtn } = config.MTN_EARLIER_BASE_URL
    ? mtnOperator(asEarlier(config, 'MTN'), deps, undefined, publicUrl)
    : {};
  const { airtel } = config.AIRTEL_EARLIER_BASE_URL
    ? airtelOperator(asEarlier(config, 'AIRTEL'), deps, undefined)
    : {};
  return [mtn, airtel].filter((operator) => operator !== undefined);
}

/**
 * The settings with those of the earlier connection in their places. One that is not set is as it is now. But an earlier
 * API user of MTN is the one for payouts too, unless another one is named.
 */
function asEarlier(config: Config, operator: 'MTN' | 'AIRTEL'): Config {
  const prefix = `${operator}_EARLIER_`;
  const earlier = Object.entries(config)
    .filter(([name, value]) => name.startsWith(prefix) && value !== undefined)
    .map(([name, value]) => [`${operator}_${name.slice(prefix.length)}`, value]);
  const oneUser =
    operator === 'MTN' && config.MTN_EARLIER_API_USER !== undefined
      ? { MTN_DISBURSEMENT_API_USER: undefined, MTN_DISBURSEMENT_API_KEY: undefined }
      : {};
  return { ...config, ...oneUser, ...Object.fromEntries(earlier) };
}

function mtnOperator(
  config: Config,
  { db, clock, log }: Deps,
  simulator: Simulator,
  publicUrl: string,
): Pick<Operators, 'mtn'> {
  const baseUrl = config.MTN_BASE_URL ?? (simulator && `${simulator.url}/mtn`);
  if (!baseUrl) return {};
  const platform = config.MTN_BASE_URL ? platformOf(baseUrl) : SIMULATOR_PLATFORM;
  const demo = simulator?.settings;
  const user = {
    apiUser: config.MTN_API_USER ?? demo?.mtnApiUser ?? '',
    apiKey: config.MTN_API_KEY ?? demo?.mtnApiKey ?? '',
  };
  const settings = {
    baseUrl,
    timeoutMs: config.OPERATOR_TIMEOUT_MS,
    callsAtOnce: config.OPERATOR_CALLS_AT_ONCE,
    pace: paceOf(config, db, 'mtn', baseUrl, user.apiUser),
    targetEnvironment: config.MTN_TARGET_ENVIRONMENT,
    currency: config.MTN_CURRENCY,
    collection: { ...user, subscriptionKey: config.MTN_COLLECTION_KEY ?? demo?.mtnCollectionKey ?? '' },
    disbursement: {
      apiUser: config.MTN_DISBURSEMENT_API_USER ?? user.apiUser,
      apiKey: config.MTN_DISBURSEMENT_API_KEY ?? user.apiKey,
      subscriptionKey: config.MTN_DISBURSEMENT_KEY ?? demo?.mtnDisbursementKey ?? '',
    },
    callbackUrl: publicUrl + callbackPath('mtn', config.keys.callbackSecret),
  };
  const route = { operator: 'mtn', platform, environment: settings.targetEnvironment } as const;
  return {
    mtn: connected(
      config,
      createMtnOperator(settings, () => clock.nowMs(), log),
      {
        collection: { ...route, apiUser: settings.collection.apiUser },
        payout: { ...route, apiUser: settings.disbursement.apiUser },
      },
    ),
  };
}

function airtelOperator(
  config: Config,
  { db, clock, log }: Deps,
  simulator: Simulator,
): Pick<Operators, 'airtel'> {
  const baseUrl = config.AIRTEL_BASE_URL ?? (simulator && `${simulator.url}/airtel`);
  if (!baseUrl) return {};
  const platform = config.AIRTEL_BASE_URL ? platformOf(baseUrl) : SIMULATOR_PLATFORM;
  const demo = simulator?.settings;
  const clientId = config.AIRTEL_CLIENT_ID ?? demo?.airtelClientId ?? '';
  const settings = {
    baseUrl,
    timeoutMs: config.OPERATOR_TIMEOUT_MS,
    callsAtOnce: config.OPERATOR_CALLS_AT_ONCE,
    pace: paceOf(config, db, 'airtel', baseUrl, clientId),
    clientId,
    clientSecret: config.AIRTEL_CLIENT_SECRET ?? demo?.airtelClientSecret ?? '',
    country: 'ZM',
    currency: 'ZMW',
    paymentsVersion: config.AIRTEL_PAYMENTS_VERSION,
    disbursementsVersion: config.AIRTEL_DISBURSEMENTS_VERSION,
    balanceVersion: config.AIRTEL_BALANCE_VERSION,
    walletType: config.AIRTEL_WALLET_TYPE,
    pinPadding: config.AIRTEL_PIN_PADDING,
    signaturePadding: config.AIRTEL_SIGNATURE_PADDING,
    ...(config.AIRTEL_PUBLIC_KEY ? { publicKey: config.AIRTEL_PUBLIC_KEY } : {}),
    signsMessages: config.AIRTEL_SIGNS_MESSAGES,
    disbursementPin: config.AIRTEL_PIN ?? demo?.airtelPin ?? '',
    timeScale: config.ENQUIRY_TIME_SCALE,
    ...(config.AIRTEL_HMAC_KEY ? { callbackKey: config.AIRTEL_HMAC_KEY } : {}),
  };
  const airtel = createAirtelOperator(settings, () => clock.nowMs(), randomBytes, log);
  const route = { operator: 'airtel', platform, environment: settings.country, apiUser: clientId } as const;
  return { airtel: connected(config, airtel, { collection: route, payout: route }) };
}

function zamtelOperator(config: Config, { db, clock, log }: Deps): Pick<Operators, 'zamtel'> {
  if (!config.ZAMTEL_BASE_URL) return {};
  const settings = {
    baseUrl: config.ZAMTEL_BASE_URL,
    timeoutMs: config.ZAMTEL_TIMEOUT_MS,
    callsAtOnce: config.OPERATOR_CALLS_AT_ONCE,
    pace: paceOf(config, db, 'zamtel', config.ZAMTEL_BASE_URL, config.ZAMTEL_SHORTCODE ?? ''),
    thirdPartyId: config.ZAMTEL_THIRD_PARTY_ID ?? '',
    password: config.ZAMTEL_PASSWORD ?? '',
    shortcode: config.ZAMTEL_SHORTCODE ?? '',
    payoutIdentifier: config.ZAMTEL_PAYOUT_IDENTIFIER ?? '',
    payoutCredential: config.ZAMTEL_PAYOUT_CREDENTIAL ?? '',
  };
  const zamtel = createZamtelOperator(settings, () => clock.nowMs(), log);
  const platform = platformOf(settings.baseUrl);
  const route = { operator: 'zamtel', platform, environment: 'ZM', apiUser: settings.shortcode } as const;
  return { zamtel: connected(config, zamtel, { collection: route, payout: route }) };
}

function connected(
  { ENQUIRY_TIME_SCALE, OPERATOR_PACE }: Config,
  operator: Operator,
  routes: ConnectedOperator['routes'],
): ConnectedOperator {
  const perSecond = scaledPace(OPERATOR_PACE[operator.name], ENQUIRY_TIME_SCALE).status;
  return {
    ...operator,
    routes,
    enquirySchedule: scaledSchedule(operator.enquirySchedule, ENQUIRY_TIME_SCALE),
    enquiriesAtOnce:
      perSecond === undefined ? Number.POSITIVE_INFINITY : Math.ceil(perSecond * ENQUIRIES_AHEAD_SECONDS),
  };
}

/** For simulated operators, whose time runs `1 / scale` times as fast. */
function scaledPace(pace: CallsPerSecond = {}, scale: number): CallsPerSecond {
  return Object.fromEntries(Object.entries(pace).map(([kind, perSecond]) => [kind, perSecond / scale]));
}

/** The processes that are connected to an operator at one address with one account share its pace. */
function paceOf(
  config: Config,
  db: Database,
  operator: OperatorName,
  baseUrl: string,
  account: string,
): CallPace {
  return createCallPace({
    callsPerSecond: scaledPace(config.OPERATOR_PACE[operator], config.ENQUIRY_TIME_SCALE),
    nowMs: () => performance.now(),
    ...databaseTurns(db, `${operator} ${new URL(baseUrl).host} ${account}`),
  });
}
