import { randomBytes } from 'node:crypto';
import type { Config } from '../../../book/settings/config.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import { callbackPath } from '../callback-routes.ts';
import { createAirtelOperator } from './airtel.ts';
import { scaledSchedule } from './enquiry-schedule.ts';
import { createMtnOperator } from './mtn.ts';
import type { Operator, Operators } from './operator.ts';
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

type Deps = { clock: Clock; log: Log };

/** The operators that the lender is connected to. A demo is connected to the simulated ones. */
export function operatorsOfConfig(
  config: Config,
  deps: Deps,
  simulator: Simulator,
  publicUrl: string,
): Operators {
  const operators: Operators = {
    ...mtnOperator(config, deps, simulator, publicUrl),
    ...airtelOperator(config, deps, simulator),
    ...zamtelOperator(config, deps),
  };
  return Object.fromEntries(
    Object.entries(operators).map(([name, operator]) => [
      name,
      askedAtScale(operator, config.ENQUIRY_TIME_SCALE),
    ]),
  );
}

function mtnOperator(
  config: Config,
  { clock, log }: Deps,
  simulator: Simulator,
  publicUrl: string,
): Pick<Operators, 'mtn'> {
  const baseUrl = config.MTN_BASE_URL ?? (simulator && `${simulator.url}/mtn`);
  if (!baseUrl) return {};
  const demo = simulator?.settings;
  const user = {
    apiUser: config.MTN_API_USER ?? demo?.mtnApiUser ?? '',
    apiKey: config.MTN_API_KEY ?? demo?.mtnApiKey ?? '',
  };
  const settings = {
    baseUrl,
    timeoutMs: config.OPERATOR_TIMEOUT_MS,
    callsAtOnce: config.OPERATOR_CALLS_AT_ONCE,
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
  return { mtn: createMtnOperator(settings, () => clock.nowMs(), log) };
}

function airtelOperator(
  config: Config,
  { clock, log }: Deps,
  simulator: Simulator,
): Pick<Operators, 'airtel'> {
  const baseUrl = config.AIRTEL_BASE_URL ?? (simulator && `${simulator.url}/airtel`);
  if (!baseUrl) return {};
  const demo = simulator?.settings;
  const settings = {
    baseUrl,
    timeoutMs: config.OPERATOR_TIMEOUT_MS,
    callsAtOnce: config.OPERATOR_CALLS_AT_ONCE,
    clientId: config.AIRTEL_CLIENT_ID ?? demo?.airtelClientId ?? '',
    clientSecret: config.AIRTEL_CLIENT_SECRET ?? demo?.airtelClientSecret ?? '',
    country: 'ZM',
    currency: 'ZMW',
    paymentsVersion: config.AIRTEL_PAYMENTS_VERSION,
    signsMessages: config.AIRTEL_SIGNS_MESSAGES,
    disbursementPin: config.AIRTEL_PIN ?? demo?.airtelPin ?? '',
    ...(config.AIRTEL_HMAC_KEY ? { callbackKey: config.AIRTEL_HMAC_KEY } : {}),
  };
  return { airtel: createAirtelOperator(settings, () => clock.nowMs(), randomBytes, log) };
}

function zamtelOperator(config: Config, { clock, log }: Deps): Pick<Operators, 'zamtel'> {
  if (!config.ZAMTEL_BASE_URL) return {};
  const settings = {
    baseUrl: config.ZAMTEL_BASE_URL,
    timeoutMs: config.ZAMTEL_TIMEOUT_MS,
    callsAtOnce: config.OPERATOR_CALLS_AT_ONCE,
    thirdPartyId: config.ZAMTEL_THIRD_PARTY_ID ?? '',
    password: config.ZAMTEL_PASSWORD ?? '',
    shortcode: config.ZAMTEL_SHORTCODE ?? '',
    payoutIdentifier: config.ZAMTEL_PAYOUT_IDENTIFIER ?? '',
    payoutCredential: config.ZAMTEL_PAYOUT_CREDENTIAL ?? '',
  };
  return { zamtel: createZamtelOperator(settings, () => clock.nowMs(), log) };
}

function askedAtScale(operator: Operator, scale: number): Operator {
  return { ...operator, enquirySchedule: scaledSchedule(operator.enquirySchedule, scale) };
}
