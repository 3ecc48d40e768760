import { MOBILE_PATTERN, operatorName } from '@thumba/contract/fields';
import type { OperatorName } from '@thumba/lending/ledger';
import { type Ngwee, parseKwacha } from '@thumba/lending/money';
import { z } from 'zod';
import { readPublicKey } from '../../platform/public-key.ts';
import { flag } from './flag.ts';

/** Airtel's portal shows it as base64 without the PEM lines. */
const airtelPublicKey = z
  .string()
  .refine((text) => readPublicKey(text) !== undefined, 'it is not a public key as base64');

/** The operator of each prefix: the two digits of a mobile number after its leading 0. */
export type PrefixTable = Readonly<Record<string, OperatorName>>;

/** How much of the float at an operator a payout has to leave. */
export type FloatReserves = Readonly<Partial<Record<OperatorName, Ngwee>>>;

const DEFAULT_OPERATOR_PREFIXES = 'mtn:96,76;airtel:97,77,57;zamtel:95,75';

/** `mtn:96,76;airtel:97`. */
export const operatorPrefixes = z
  .string()
  .default(DEFAULT_OPERATOR_PREFIXES)
  .transform((text, refusal): PrefixTable => {
    const table: Record<string, OperatorName> = {};
    for (const { operator, value } of entriesIn(text, refusal, 'mtn:96,76;airtel:97')) {
      for (const prefix of value.split(',').map((digits) => digits.trim())) {
        if (!MOBILE_PATTERN.test(`0${prefix}0000000`) || prefix.length !== 2)
          refuse(refusal, `"${prefix}" is not how a Zambian mobile number begins: two digits, as 96`);
        else if (table[prefix]) refuse(refusal, `${prefix} is given twice`);
        table[prefix] = operator;
      }
    }
    return table;
  });

/** `mtn:5000;airtel:2000.50`, in kwacha. */
export const floatReserves = z
  .string()
  .default('')
  .transform((text, refusal): FloatReserves => {
    const reserves: Partial<Record<OperatorName, Ngwee>> = {};
    for (const { operator, value } of text === '' ? [] : entriesIn(text, refusal, 'mtn:5000;airtel:2000')) {
      const amount = /^\d{1,9}(\.\d{1,2})?$/.test(value) ? parseKwacha(Number(value)) : undefined;
      if (amount === undefined) refuse(refusal, `"${value}" is not an amount in kwacha`);
      else if (reserves[operator] !== undefined) refuse(refusal, `${operator} is given twice`);
      else reserves[operator] = amount;
    }
    return reserves;
  });

/** How many calls of each kind an operator takes in a second, all processes together. Unset: any number. */
export type CallPaces = Readonly<Partial<Record<OperatorName, CallsPerSecond>>>;

/** What an operator may count by itself. Fetching an access token has no limit of ours. */
export const CALL_KINDS = ['instruction', 'status', 'account'] as const;
export type CallKind = (typeof CALL_KINDS)[number];
export type CallsPerSecond = Readonly<Partial<Record<CallKind, number>>>;

const DEFAULT_CALL_PACES = 'mtn:status=10';

/** `mtn:status=10,instruction=20;airtel:status=5`, in calls a second, or `none`. */
export const callPaces = z
  .string()
  .default(DEFAULT_CALL_PACES)
  .transform((text, refusal): CallPaces => {
    const paces: Partial<Record<OperatorName, CallsPerSecond>> = {};
    for (const { operator, value } of text === 'none' ? [] : entriesIn(text, refusal, DEFAULT_CALL_PACES)) {
      if (paces[operator]) refuse(refusal, `${operator} is given twice`);
      paces[operator] = callsPerSecond(value, refusal);
    }
    return paces;
  });

function callsPerSecond(text: string, refusal: z.RefinementCtx): CallsPerSecond {
  const limits: Partial<Record<CallKind, number>> = {};
  for (const part of text.split(',')) {
    const [name, figure = ''] = part.split('=').map((word) => word.trim());
    const kind = CALL_KINDS.find((known) => known === name);
    const perSecond = /^\d{1,4}(\.\d{1,2})?$/.test(figure) ? Number(figure) : 0;
    if (kind === undefined) refuse(refusal, `"${name}" is no kind of call: say ${CALL_KINDS.join(', ')}`);
    else if (perSecond === 0) refuse(refusal, `"${figure}" is no number of calls a second`);
    else if (limits[kind] !== undefined) refuse(refusal, `${kind} is given twice`);
    else limits[kind] = perSecond;
  }
  return limits;
}

type Entry = { operator: OperatorName; value: string };

function entriesIn(text: string, refusal: z.RefinementCtx, example: string): Entry[] {
  return text.split(';').flatMap((part) => {
    const [operator = '', value, ...rest] = part.split(':').map((word) => word.trim());
    if (value === undefined || rest.length > 0) {
      refuse(refusal, `it reads as ${example}`);
      return [];
    }
    const known = operatorName.safeParse(operator).data;
    if (known === undefined) {
      refuse(refusal, `"${operator}" is no operator: say ${operatorName.options.join(', ')}`);
      return [];
    }
    return [{ operator: known, value }];
  });
}

function refuse(refusal: z.RefinementCtx, message: string): void {
  refusal.addIssue({ code: 'custom', message });
}

const paddings = z.enum(['pkcs1', 'oaep_sha256']);

export const operatorAccounts = {
  MTN_BASE_URL: z.url().optional(),
  MTN_COLLECTION_KEY: z.string().optional(),
  MTN_DISBURSEMENT_KEY: z.string().optional(),
  MTN_API_USER: z.string().optional(),
  MTN_API_KEY: z.string().optional(),
  /** For a lender whose payouts have their own API user in MTN's portal. */
  MTN_DISBURSEMENT_API_USER: z.string().optional(),
  MTN_DISBURSEMENT_API_KEY: z.string().optional(),
  MTN_TARGET_ENVIRONMENT: z.string().default('mtnzambia'),
  MTN_CURRENCY: z.string().default('ZMW'),
  AIRTEL_BASE_URL: z.url().optional(),
  AIRTEL_CLIENT_ID: z.string().optional(),
  AIRTEL_CLIENT_SECRET: z.string().optional(),
  AIRTEL_PIN: z.string().optional(),
  AIRTEL_HMAC_KEY: z.string().optional(),
  AIRTEL_PAYMENTS_VERSION: z.enum(['v1', 'v2']).default('v1'),
  /** At v3 every payout is signed, also where AIRTEL_SIGNS_MESSAGES is false. */
  AIRTEL_DISBURSEMENTS_VERSION: z.enum(['v2', 'v3']).default('v2'),
  AIRTEL_BALANCE_VERSION: z.enum(['v1', 'v2']).default('v1'),
  AIRTEL_WALLET_TYPE: z.enum(['NORMAL', 'SALARY']).default('NORMAL'),
  AIRTEL_SIGNS_MESSAGES: flag.default(false),
  AIRTEL_PIN_PADDING: paddings.default('pkcs1'),
  AIRTEL_SIGNATURE_PADDING: paddings.default('pkcs1'),
  /** Unset, the key is asked for at Airtel. */
  AIRTEL_PUBLIC_KEY: airtelPublicKey.optional(),
};

/**
 * The platform or account that served before, for what is still open there. One that is not set is as it is now, and
 * without a base address there is none.
 */
export const earlierOperatorAccounts = {
  MTN_EARLIER_BASE_URL: z.url().optional(),
  MTN_EARLIER_COLLECTION_KEY: z.string().optional(),
  MTN_EARLIER_DISBURSEMENT_KEY: z.string().optional(),
  MTN_EARLIER_API_USER: z.string().optional(),
  MTN_EARLIER_API_KEY: z.string().optional(),
  MTN_EARLIER_DISBURSEMENT_API_USER: z.string().optional(),
  MTN_EARLIER_DISBURSEMENT_API_KEY: z.string().optional(),
  MTN_EARLIER_TARGET_ENVIRONMENT: z.string().optional(),
  AIRTEL_EARLIER_BASE_URL: z.url().optional(),
  AIRTEL_EARLIER_CLIENT_ID: z.string().optional(),
  AIRTEL_EARLIER_CLIENT_SECRET: z.string().optional(),
  AIRTEL_EARLIER_PIN: z.string().optional(),
  AIRTEL_EARLIER_HMAC_KEY: z.string().optional(),
  AIRTEL_EARLIER_PAYMENTS_VERSION: z.enum(['v1', 'v2']).optional(),
  AIRTEL_EARLIER_DISBURSEMENTS_VERSION: z.enum(['v2', 'v3']).optional(),
  AIRTEL_EARLIER_BALANCE_VERSION: z.enum(['v1', 'v2']).optional(),
  AIRTEL_EARLIER_SIGNS_MESSAGES: flag.optional(),
  AIRTEL_EARLIER_PIN_PADDING: paddings.optional(),
  AIRTEL_EARLIER_SIGNATURE_PADDING: paddings.optional(),
  AIRTEL_EARLIER_PUBLIC_KEY: airtelPublicKey.optional(),
};

/** After how many hours an operator that does not tell the end of a payment may have forgotten it. */
export type ForgetsAfterHours = Readonly<Record<OperatorName, number>>;

const DEFAULT_FORGETS_AFTER_HOURS: ForgetsAfterHours = { mtn: 24, airtel: 24, zamtel: 24 };

/** `mtn:24;airtel:48`, in hours. */
export const forgetsAfterHours = z
  .string()
  .default('')
  .transform((text, refusal): ForgetsAfterHours => {
    const hours: Partial<Record<OperatorName, number>> = {};
    for (const { operator, value } of text === '' ? [] : entriesIn(text, refusal, 'mtn:24;airtel:48')) {
      const given = /^\d{1,4}$/.test(value) ? Number(value) : 0;
      if (given === 0) refuse(refusal, `"${value}" is no number of hours`);
      else if (hours[operator] !== undefined) refuse(refusal, `${operator} is given twice`);
      else hours[operator] = given;
    }
    return { ...DEFAULT_FORGETS_AFTER_HOURS, ...hours };
  });
