import type { PaymentDirection } from '@thumba/lending/ledger';
import { z } from 'zod';
import { readToken, sendWithToken } from './access-token.ts';
import { fromDecimalAmount, toDecimalAmount } from './decimal-amount.ts';
import { mtnEnquirySchedule } from './enquiry-schedule.ts';
import {
  mtnInstructionRefusal,
  mtnSettingsRefusal,
  mtnTokenRefusal,
  readMtnCallback,
  readMtnStatus,
  readMtnSubmission,
} from './mtn-answers.ts';
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
  type OperatorRequest,
} from './operator-http.ts';
import type { OperatorLog } from './operator-log.ts';
import { createRenewedValue, type Fetched, type NotFetched } from './renewed-value.ts';
import { createRefusedSettings, type RefusedSettings } from './settings-refusal.ts';

export type MtnProductKeys = { subscriptionKey: string; apiUser: string; apiKey: string };

export type MtnSettings = ConnectionSettings & {
  /** `sandbox`, or `mtnzambia`. */
  targetEnvironment: string;
  currency: string;
  collection: MtnProductKeys;
  disbursement: MtnProductKeys;
  /** Its path holds a secret, because callbacks are unsigned. */
  callbackUrl?: string;
};

/** Up to 15 digits, because the sandbox's test numbers are Swedish. A Zambian number has 12. */
const MSISDN_PATTERN = /^[1-9]\d{8,14}$/;
const MAX_MESSAGE_LENGTH = 160;

const balanceBody = z.object({
  availableBalance: z.union([z.string(), z.number()]).transform(String),
  currency: z.string(),
});
const activeBody = z.object({ result: z.boolean() });
const namesBody = z.object({
  name: z.string().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
});

const products = {
  collection: { name: 'collection', resource: 'requesttopay' },
  payout: { name: 'disbursement', resource: 'transfer' },
} as const;

/** The calls of MTN's API, with the access token and the keys of the product of a direction. */
type MtnCalls = {
  send(
    direction: PaymentDirection,
    request: Pick<OperatorRequest, 'kind' | 'method' | 'path'> & Partial<OperatorRequest>,
  ): Promise<OperatorAnswer>;
  /** Answers undefined for anything but a status 200 with a body of this form. */
  ask<Body>(direction: PaymentDirection, path: string, body: z.ZodType<Body>): Promise<Body | undefined>;
};

function createMtnCalls(settings: MtnSettings, now: () => number, log: OperatorLog): MtnCalls {
  const http = createOperatorHttp(settings, now);
  const keys = { collection: settings.collection, payout: settings.disbursement };

  async function fetchToken(direction: PaymentDirection): Promise<Fetched | NotFetched> {
    const { apiUser, apiKey, subscriptionKey } = keys[direction];
    const answer = await http.send({
      kind: 'token',
      method: 'POST',
      path: `/${products[direction].name}/token/`,
      headers: {
        Authorization: `Basic ${Buffer.from(`${apiUser}:${apiKey}`).toString('base64')}`,
        'Ocp-Apim-Subscription-Key': subscriptionKey,
        // The platform at momoapi.momo.africa refuses the call without it. The earlier one ignores it.
        'X-Target-Environment': settings.targetEnvironment,
      },
    });
    const token = readToken(answer);
    if (token.value === undefined) {
      log.warn(
        { operator: 'mtn', direction, ...describeAnswer(answer), ...mtnTokenRefusal(direction, answer) },
        'no access token',
      );
    }
    return token;
  }

  const tokens = {
    collection: createRenewedValue(() => fetchToken('collection'), now),
    payout: createRenewedValue(() => fetchToken('payout'), now),
  };

  const send: MtnCalls['send'] = (direction, request) =>
    sendWithToken(http, tokens[direction], (token) => ({
      ...request,
      path: `/${products[direction].name}/v1_0/${request.path}`,
      headers: {
        Authorization: `Bearer ${token}`,
        'Ocp-Apim-Subscription-Key': keys[direction].subscriptionKey,
        'X-Target-Environment': settings.targetEnvironment,
        ...request.headers,
      },
    }));

  return {
    send,
    async ask(direction, path, body) {
      const answer = await send(direction, { kind: 'account', method: 'GET', path });
      if (answer.kind !== 'answered' || answer.status !== 200) return undefined;
      return body.safeParse(answer.body).data;
    },
  };
}

type MtnDeps = { settings: MtnSettings; calls: MtnCalls; refused: RefusedSettings; log: OperatorLog };

export function createMtnOperator(settings: MtnSettings, now: () => number, log: OperatorLog): Operator {
  const calls = createMtnCalls(settings, now, log);
  const deps: MtnDeps = { settings, calls, refused: createRefusedSettings(now), log };
  return {
    name: 'mtn',
    collect: (instruction) => submit(deps, 'collection', instruction),
    payOut: (instruction) => submit(deps, 'payout', instruction),
    collectionStatus: (attemptId) => askStatus(deps, 'collection', attemptId),
    payoutStatus: (attemptId) => askStatus(deps, 'payout', attemptId),
    tellsBalance: { collection: true, payout: true },
    async balance(direction) {
      const { currency } = settings;
      const inOurCurrency = balanceBody.refine((balance) => balance.currency === currency);
      const balance =
        (await calls.ask(direction, 'account/balance', inOurCurrency)) ??
        // An account with several currencies answers with one of them, unless the path names another.
        (await calls.ask(direction, `account/balance/${currency}`, inOurCurrency));
      if (balance === undefined) return undefined;
      const amountNgwee = fromDecimalAmount(balance.availableBalance);
      return amountNgwee === undefined ? undefined : { amountNgwee };
    },
    async accountHolder(msisdn) {
      const holder = `accountholder/msisdn/${encodeURIComponent(msisdn)}`;
      const active = await calls.ask('collection', `${holder}/active`, activeBody);
      if (active === undefined) return undefined;
      if (!active.result) return { active: false };
      const names = await calls.ask('collection', `${holder}/basicuserinfo`, namesBody);
      const name = names?.name ?? [names?.given_name, names?.family_name].filter(Boolean).join(' ');
      return { active: true, ...(name && { name }) };
    },
    readCallback: readMtnCallback,
    enquirySchedule: mtnEnquirySchedule,
  };
}

async function submit(
  deps: MtnDeps,
  direction: PaymentDirection,
  instruction: Instruction,
): Promise<SubmitOutcome> {
  requireSound(instruction, MSISDN_PATTERN);
  const { refused, log } = deps;
  const { attemptId } = instruction;
  const refusedBefore = refused.current(direction);
  if (refusedBefore !== undefined) {
    log.warn(
      { operator: 'mtn', direction, attemptId, ...refusedBefore },
      'not sent: our settings were refused',
    );
    return { kind: 'held', reason: 'operator_down' };
  }
  const answer = await sendInstruction(deps, direction, instruction);
  const outcome = readMtnSubmission(direction, answer);
  const refusal = mtnInstructionRefusal(direction, answer);
  if (refusal !== undefined) refused.remember(direction, refusal);
  if (outcome.kind !== 'accepted') {
    log.warn(
      { operator: 'mtn', direction, attemptId, ...describeAnswer(answer), outcome, ...refusal },
      refusal === undefined ? 'instruction not simply accepted' : 'the operator refuses our settings',
    );
  }
  return outcome;
}

function sendInstruction(
  { settings, calls }: MtnDeps,
  direction: PaymentDirection,
  instruction: Instruction,
): Promise<OperatorAnswer> {
  const { attemptId } = instruction;
  const borrower = { partyIdType: 'MSISDN', partyId: instruction.msisdn };
  const note = toMtnMessage(instruction.note) || instruction.reference;
  return calls.send(direction, {
    kind: 'instruction',
    method: 'POST',
    path: products[direction].resource,
    headers: {
      'Content-Type': 'application/json',
      'X-Reference-Id': attemptId,
      ...(settings.callbackUrl !== undefined && { 'X-Callback-Url': settings.callbackUrl }),
    },
    bodyText: JSON.stringify({
      amount: toDecimalAmount(instruction.amountNgwee),
      currency: settings.currency,
      // The status and the callback do not repeat the reference id, so a callback names our attempt by this id.
      externalId: attemptId,
      ...(direction === 'collection'
        ? { payer: borrower, payerMessage: instruction.reference, payeeNote: note }
        : { payee: borrower, payerMessage: note, payeeNote: instruction.reference }),
    }),
  });
}

/** MTN refuses a body with an apostrophe, an ampersand and other characters that it does not list, and an empty message. */
function toMtnMessage(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^A-Za-z0-9 .,:/-]+/g, ' ')
    .replace(/ +/g, ' ')
    .slice(0, MAX_MESSAGE_LENGTH)
    .trim();
}

async function askStatus(
  { settings, calls, log }: MtnDeps,
  direction: PaymentDirection,
  attemptId: string,
): Promise<StatusOutcome> {
  const path = `${products[direction].resource}/${encodeURIComponent(attemptId)}`;
  const answer = await calls.send(direction, { kind: 'status', method: 'GET', path });
  const outcome = readMtnStatus(direction, answer, settings.currency);
  if (outcome.kind === 'unanswered' || outcome.kind === 'unknown') {
    log.warn(
      {
        operator: 'mtn',
        direction,
        attemptId,
        ...describeAnswer(answer),
        outcome,
        ...mtnSettingsRefusal(answer),
      },
      'no clear status',
    );
  }
  return outcome;
}
