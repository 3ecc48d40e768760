import { randomBytes } from 'node:crypto';
import type { Config } from '../../../book/settings/config.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { Sealing } from '../../../platform/sealing.ts';
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

/** The adapters this lender is connected through: to the operators themselves, or in a demo to the simulator. */
export function operatorsOfConfig(
  config: Config,
  deps: { clock: Clock; log: Log; sealing: Sealing },
  simulator: { url: string; settings: DemoAccounts } | undefined,
  publicUrl: string,
): Operators {
  const now = () => deps.clock.nowMs();
  const connection = { timeoutMs: config.OPERATOR_TIMEOUT_MS, callsAtOnce: config.OPERATOR_CALLS_AT_ONCE };
  const demo = simulator?.settings;
  const operators: Operators = {};
  const mtnUrl = config.MTN_BASE_URL ?? (simulator && `${simulator.url}/mtn`);
  if (mtnUrl) {
    const user = {
      apiUser: config.MTN_API_USER ?? demo?.mtnApiUser ?? '',
      apiKey: config.MTN_API_KEY ?? demo?.mtnApiKey ?? '',
    };
    operators.mtn = createMtnOperator(
      {
        baseUrl: mtnUrl,
        ...connection,
        targetEnvironment: config.MTN_TARGET_ENVIRONMENT,
        currency: config.MTN_CURRENCY,
        collection: { ...user, subscriptionKey: config.MTN_COLLECTION_KEY ?? demo?.mtnCollectionKey ?? '' },
        disbursement: {
          apiUser: config.MTN_DISBURSEMENT_API_USER ?? user.apiUser,
          apiKey: config.MTN_DISBURSEMENT_API_KEY ?? user.apiKey,
          subscriptionKey: config.MTN_DISBURSEMENT_KEY ?? demo?.mtnDisbursementKey ?? '',
        },
        callbackUrl: publicUrl + callbackPath('mtn', deps.sealing),
      },
      now,
      deps.log,
    );
  }
  const airtelUrl = config.AIRTEL_BASE_URL ?? (simulator && `${simulator.url}/airtel`);
  if (airtelUrl) {
    operators.airtel = createAirtelOperator(
      {
        baseUrl: airtelUrl,
        ...connection,
        clientId: config.AIRTEL_CLIENT_ID ?? demo?.airtelClientId ?? '',
        clientSecret: config.AIRTEL_CLIENT_SECRET ?? demo?.airtelClientSecret ?? '',
        country: 'ZM',
        currency: 'ZMW',
        paymentsVersion: config.AIRTEL_PAYMENTS_VERSION,
        signsMessages: config.AIRTEL_SIGNS_MESSAGES,
        disbursementPin: config.AIRTEL_PIN ?? demo?.airtelPin ?? '',
        ...(config.AIRTEL_HMAC_KEY ? { callbackKey: config.AIRTEL_HMAC_KEY } : {}),
      },
      now,
      randomBytes,
      deps.log,
    );
  }
  if (config.ZAMTEL_BASE_URL) {
    operators.zamtel = createZamtelOperator(
      {
        baseUrl: config.ZAMTEL_BASE_URL,
        timeoutMs: config.ZAMTEL_TIMEOUT_MS,
        callsAtOnce: config.OPERATOR_CALLS_AT_ONCE,
        thirdPartyId: config.ZAMTEL_THIRD_PARTY_ID ?? '',
        password: config.ZAMTEL_PASSWORD ?? '',
        shortcode: config.ZAMTEL_SHORTCODE ?? '',
        payoutIdentifier: config.ZAMTEL_PAYOUT_IDENTIFIER ?? '',
        payoutCredential: config.ZAMTEL_PAYOUT_CREDENTIAL ?? '',
      },
      now,
      deps.log,
    );
  }
  return Object.fromEntries(
    Object.entries(operators).map(([name, operator]) => [
      name,
      askedAtScale(operator, config.ENQUIRY_TIME_SCALE),
    ]),
  );
}

function askedAtScale(operator: Operator, scale: number): Operator {
  return { ...operator, enquirySchedule: scaledSchedule(operator.enquirySchedule, scale) };
}
