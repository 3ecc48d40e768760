import type { KeyObject } from 'node:crypto';
import type { PaymentDirection } from '@thumba/lending/ledger';
import { z } from 'zod';
import type { CallKind } from '../../../book/settings/operator-settings.ts';
import { readPublicKey } from '../../../platform/public-key.ts';
import { type AbsentVersion, createAbsentVersion } from './absent-version.ts';
import { readToken, sendWithToken } from './access-token.ts';
import {
  airtelFieldSettings,
  airtelSettingsRefusal,
  airtelTokenRefusal,
  readAirtelCallback,
  readAirtelStatus,
  readAirtelSubmission,
  saysWrongKey,
  UNKNOWN_ADDRESS,
} from './airtel-answers.ts';
import {
  canSign,
  encryptForOperator,
  type Padding,
  type RandomBytes,
  signMessage,
} from './airtel-signing.ts';
import { fromDecimalAmount, toDecimalAmount } from './decimal-amount.ts';
import { airtelEnquirySchedule } from './enquiry-schedule.ts';
import {
  type Instruction,
  type Operator,
  requireSound,
  type StatusOutcome,
  type SubmitOutcome,
} from './operator.ts';
import {
  type ConnectionSettings,
  createOperatorHttp,
  describeAnswer,
  type OperatorAnswer,
  type OperatorHttp,
  retryAfterOf,
} from './operator-http.ts';
import type { OperatorLog } from './operator-log.ts';
import { createRenewedValue, type Fetched, type NotFetched } from './renewed-value.ts';
import { createRefusedSettings, type RefusedSettings } from './settings-refusal.ts';

type DisbursementsVersion = 'v2' | 'v3';

export type AirtelSettings = ConnectionSettings & {
  clientId: string;
  clientSecret: string;
  country: string;
  currency: string;
  /** `v2` on newer portals. */
  paymentsVersion: 'v1' | 'v2';
  /** Instructions at `v3` name a wallet type and are always signed. */
  disbursementsVersion: DisbursementsVersion;
  walletType: 'NORMAL' | 'SALARY';
  /** At `v2` the call names the account, so that the money collected can be asked for too. */
  balanceVersion: 'v1' | 'v2';
  signsMessages: boolean;
  pinPadding: Padding;
  signaturePadding: Padding;
  disbursementPin: string;
  /** Unset, the key is fetched from `/v1/rsa/encryption-keys`. */
  publicKey?: string;
  /** Set where callback authentication is on: then a callback without a valid hash is ignored. */
  callbackKey?: string;
  /** Of a simulated Airtel, whose time runs `1 / timeScale` times as fast. */
  timeScale?: number;
};

const MSISDN_PATTERN = /^260\d{9}$/;
const PUBLIC_KEY_LIFETIME_SECONDS = 60 * 60;

const publicKeyBody = z.object({ data: z.object({ key: z.string().min(1) }) });
const balanceBody = z.object({
  data: z.object({ balance: z.union([z.string(), z.number()]).transform(String), currency: z.string() }),
});
const holderBody = z.object({
  data: z.object({
    first_name: z.string().optional(),
    last_name: z.string().optional(),
    is_barred: z.boolean(),
  }),
});

/** Airtel takes a JSON number. JSON prints the number of a decimal text with two places as exactly that amount. */
function toJsonAmount(amountNgwee: number): number {
  return Number(toDecimalAmount(amountNgwee));
}

/** Without the country code and without the 0: 977123456. */
function toSubscriberNumber(msisdn: string): string {
  return msisdn.slice(3);
}

function signsPayouts({ signsMessages, disbursementsVersion }: AirtelSettings): boolean {
  return signsMessages || disbursementsVersion === 'v3';
}

/** The calls of Airtel's API: with an access token, and with its public key where a call is encrypted or signed. */
type AirtelCalls = {
  send(
    kind: CallKind,
    path: string,
    bodyText?: string,
    signature?: Record<string, string>,
  ): Promise<OperatorAnswer>;
  /** Answers undefined for anything but a status 200 with a body of this form. */
  ask<Body>(path: string, body: z.ZodType<Body>): Promise<Body | undefined>;
  /** Calls `sendWith` with the public key, and once more with the new key if Airtel has replaced it. */
  withPublicKey(sendWith: (publicKey: KeyObject) => Promise<OperatorAnswer>): Promise<OperatorAnswer>;
};

function createAirtelCalls(settings: AirtelSettings, now: () => number, log: OperatorLog): AirtelCalls {
  const http = createOperatorHttp(settings, now);
  const tokens = createRenewedValue(() => fetchToken(http, settings, log), now);
  const publicKeys = createRenewedValue(fetchPublicKey, now);

  function send(kind: CallKind, path: string, bodyText?: string, signature?: Record<string, string>) {
    return sendWithToken(http, tokens, (token) => ({
      kind,
      method: bodyText === undefined ? 'GET' : 'POST',
      path,
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: '*/*',
        'X-Country': settings.country,
        'X-Currency': settings.currency,
        ...(bodyText !== undefined && { 'Content-Type': 'application/json' }),
        ...signature,
      },
      ...(bodyText !== undefined && { bodyText }),
    }));
  }

  async function ask<Body>(path: string, body: z.ZodType<Body>): Promise<Body | undefined> {
    return readBody(await send('account', path), body);
  }

  async function fetchPublicKey(): Promise<Fetched | NotFetched> {
    const lifetimeSeconds = PUBLIC_KEY_LIFETIME_SECONDS;
    if (settings.publicKey !== undefined) return { value: settings.publicKey, lifetimeSeconds };
    const answer = await send('account', '/v1/rsa/encryption-keys');
    const value = readBody(answer, publicKeyBody)?.data.key;
    return value === undefined ? { value, ...retryAfterOf(answer) } : { value, lifetimeSeconds };
  }

  /** Airtel refuses a call that was made with a replaced key before it does anything, so a second call is safe. */
  async function withPublicKey(
    sendWith: (publicKey: KeyObject) => Promise<OperatorAnswer>,
  ): Promise<OperatorAnswer> {
    for (let tries = 1; ; tries += 1) {
      const { value: keyText, ...wait } = await publicKeys.get();
      const publicKey = keyText === undefined ? undefined : readPublicKey(keyText);
      if (keyText === undefined || publicKey === undefined) {
        log.warn({ operator: 'airtel' }, 'no public key to encrypt with');
        return { kind: 'not_sent', cause: 'no_public_key', ...wait };
      }
      if (signsPayouts(settings) && !canSign(publicKey, settings.signaturePadding)) {
        const check = ['AIRTEL_SIGNATURE_PADDING', 'AIRTEL_PUBLIC_KEY'];
        log.warn({ operator: 'airtel', check }, 'the public key is too short for the padding of a signature');
        return { kind: 'not_sent', cause: 'public_key_too_short' };
      }
      const answer = await sendWith(publicKey);
      if (tries === 2 || !saysWrongKey(answer)) return answer;
      publicKeys.forget(keyText);
    }
  }

  return { send, ask, withPublicKey };
}

function readBody<Body>(answer: OperatorAnswer, body: z.ZodType<Body>): Body | undefined {
  if (answer.kind !== 'answered' || answer.status !== 200) return undefined;
  return body.safeParse(answer.body).data;
}

async function fetchToken(
  http: OperatorHttp,
  { clientId, clientSecret }: AirtelSettings,
  log: OperatorLog,
): Promise<Fetched | NotFetched> {
  const answer = await http.send({
    kind: 'token',
    method: 'POST',
    path: '/auth/oauth2/token',
    headers: { 'Content-Type': 'application/json', Accept: '*/*' },
    bodyText: JSON.stringify({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'client_credentials',
    }),
  });
  const token = readToken(answer);
  if (token.value === undefined) {
    log.warn(
      { operator: 'airtel', ...describeAnswer(answer), ...airtelTokenRefusal(answer) },
      'no access token',
    );
  }
  return token;
}

/** The calls, with what a payment is written with. */
type AirtelDeps = {
  settings: AirtelSettings;
  calls: AirtelCalls;
  randomBytes: RandomBytes;
  refused: RefusedSettings;
  otherVersion: AbsentVersion;
  log: OperatorLog;
};

export function createAirtelOperator(
  settings: AirtelSettings,
  now: () => number,
  randomBytes: RandomBytes,
  log: OperatorLog,
): Operator {
  if (settings.publicKey !== undefined && readPublicKey(settings.publicKey) === undefined) {
    throw new Error("Airtel's public key in the settings cannot be read");
  }
  const calls = createAirtelCalls(settings, now, log);
  const deps: AirtelDeps = {
    settings,
    calls,
    randomBytes,
    refused: createRefusedSettings(now),
    otherVersion: createAbsentVersion(now, settings.timeScale),
    log,
  };
  return {
    name: 'airtel',
    collect: (instruction) => submit(deps, 'collection', instruction),
    payOut: (instruction) => submit(deps, 'payout', instruction),
    collectionStatus: (attemptId) => askCollectionStatus(deps, attemptId),
    payoutStatus: (attemptId) => askPayoutStatus(deps, attemptId),
    // Version 1 answers only the float that payouts are made from.
    tellsBalance: { collection: settings.balanceVersion === 'v2', payout: true },
    async balance(direction) {
      const path = balancePath(settings.balanceVersion, direction);
      const body = path === undefined ? undefined : await calls.ask(path, balanceBody);
      if (body === undefined || body.data.currency !== settings.currency) return undefined;
      const amountNgwee = fromDecimalAmount(body.data.balance);
      return amountNgwee === undefined ? undefined : { amountNgwee };
    },
    async accountHolder(msisdn) {
      const body = await calls.ask(`/standard/v1/users/${toSubscriberNumber(msisdn)}`, holderBody);
      if (body === undefined) return undefined;
      const { first_name, last_name, is_barred } = body.data;
      const name = [first_name, last_name].filter(Boolean).join(' ');
      return { active: !is_barred, ...(name && { name }) };
    },
    readCallback: (bodyText) => readAirtelCallback(bodyText, settings.callbackKey),
    enquirySchedule: airtelEnquirySchedule,
  };
}

async function submit(
  deps: AirtelDeps,
  direction: PaymentDirection,
  instruction: Instruction,
): Promise<SubmitOutcome> {
  requireSound(instruction, MSISDN_PATTERN);
  const { refused, log } = deps;
  const { attemptId } = instruction;
  const refusedBefore = refused.current(direction);
  if (refusedBefore !== undefined) {
    log.warn(
      { operator: 'airtel', direction, attemptId, ...refusedBefore },
      'not sent: our settings were refused',
    );
    return { kind: 'held', reason: 'operator_down' };
  }
  const answer = await (direction === 'collection'
    ? sendCollection(deps, instruction)
    : sendPayout(deps, instruction));
  const outcome = readAirtelSubmission(direction, answer);
  const refusal = airtelSettingsRefusal(direction, answer);
  if (refusal !== undefined) refused.remember(direction, refusal);
  if (outcome.kind !== 'accepted' && outcome.kind !== 'succeeded') {
    log.warn(
      {
        operator: 'airtel',
        direction,
        attemptId,
        ...describeAnswer(answer),
        outcome,
        ...(refusal ?? airtelFieldSettings(direction, outcome)),
      },
      refusal === undefined ? 'instruction not accepted' : 'the operator refuses our settings',
    );
  }
  return outcome;
}

function sendCollection(
  { settings, calls, randomBytes }: AirtelDeps,
  { attemptId, msisdn, amountNgwee, reference }: Instruction,
): Promise<OperatorAnswer> {
  const { country, currency } = settings;
  const path = `/merchant/${settings.paymentsVersion}/payments/`;
  const bodyText = JSON.stringify({
    reference,
    subscriber: { country, currency, msisdn: toSubscriberNumber(msisdn) },
    transaction: { amount: toJsonAmount(amountNgwee), country, currency, id: attemptId },
  });
  if (!settings.signsMessages) return calls.send('instruction', path, bodyText);
  return calls.withPublicKey((publicKey) =>
    calls.send(
      'instruction',
      path,
      bodyText,
      signMessage(bodyText, publicKey, settings.signaturePadding, randomBytes),
    ),
  );
}

function sendPayout(
  { settings, calls, randomBytes }: AirtelDeps,
  { attemptId, msisdn, amountNgwee, reference }: Instruction,
): Promise<OperatorAnswer> {
  const { currency, disbursementsVersion, walletType, pinPadding, signaturePadding } = settings;
  const payee = { msisdn: toSubscriberNumber(msisdn) };
  const isThird = disbursementsVersion === 'v3';
  return calls.withPublicKey((publicKey) => {
    const bodyText = JSON.stringify({
      payee: isThird ? { ...payee, wallet_type: walletType } : { currency, ...payee },
      reference,
      pin: encryptForOperator(settings.disbursementPin, publicKey, pinPadding),
      transaction: { amount: toJsonAmount(amountNgwee), id: attemptId, type: 'B2C' },
    });
    const signature = signsPayouts(settings)
      ? signMessage(bodyText, publicKey, signaturePadding, randomBytes)
      : undefined;
    const path = isThird ? '/standard/v3/disbursements' : '/standard/v2/disbursements/';
    return calls.send('instruction', path, bodyText, signature);
  });
}

function balancePath(version: 'v1' | 'v2', direction: PaymentDirection): string | undefined {
  if (version === 'v2')
    return `/standard/v2/users/balance?type=${direction === 'collection' ? 'COLL' : 'DISB'}`;
  return direction === 'payout' ? '/standard/v1/users/balance' : undefined;
}

function askCollectionStatus(deps: AirtelDeps, attemptId: string): Promise<StatusOutcome> {
  const path = `/standard/v1/payments/${encodeURIComponent(attemptId)}`;
  return askStatus(deps, 'collection', attemptId, path);
}

const otherVersionOf = { v2: 'v3', v3: 'v2' } as const;

/** The payout may have been sent before the setting was changed, so the other version is asked about an unknown id. */
async function askPayoutStatus(deps: AirtelDeps, attemptId: string): Promise<StatusOutcome> {
  const { disbursementsVersion } = deps.settings;
  const pathAt = (version: DisbursementsVersion) =>
    `/standard/${version}/disbursements/${encodeURIComponent(attemptId)}?transactionType=B2C`;
  const outcome = await askStatus(deps, 'payout', attemptId, pathAt(disbursementsVersion));
  if (outcome.kind !== 'not_found') return outcome;
  const answer = await deps.calls.send('status', pathAt(otherVersionOf[disbursementsVersion]));
  // A portal has one version or both. A refusal of the caller says nothing: the version may have the payout.
  const isUnknownAddress = airtelSettingsRefusal('payout', answer)?.refusal === UNKNOWN_ADDRESS;
  const isAbsent = deps.otherVersion.isAbsent(answer, isUnknownAddress);
  return isAbsent ? outcome : readStatus(deps, 'payout', attemptId, answer);
}

async function askStatus(
  deps: AirtelDeps,
  direction: PaymentDirection,
  attemptId: string,
  path: string,
): Promise<StatusOutcome> {
  return readStatus(deps, direction, attemptId, await deps.calls.send('status', path));
}

function readStatus(
  { log }: AirtelDeps,
  direction: PaymentDirection,
  attemptId: string,
  answer: OperatorAnswer,
): StatusOutcome {
  const outcome = readAirtelStatus(direction, answer);
  if (outcome.kind === 'unanswered') {
    log.warn(
      {
        operator: 'airtel',
        direction,
        attemptId,
        ...describeAnswer(answer),
        ...airtelSettingsRefusal(direction, answer),
      },
      'no usable status',
    );
  }
  return outcome;
}
