import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PaymentDirection } from '@thumba/lending/ledger';
import { z } from 'zod';
import {
  type CallbackHint,
  type FailureReason,
  isAttemptId,
  type StatusOutcome,
  type SubmitOutcome,
} from './operator.ts';
import {
  type Answered,
  isTurnedAway,
  type OperatorAnswer,
  operatorCodeField,
  parseJson,
  readSubmission,
  withoutStatus,
} from './operator-http.ts';
import type { SettingsRefusal } from './settings-refusal.ts';

const transactionStatus = z.enum(['TS', 'TF', 'TI', 'TIP', 'TA', 'TE']);
const codeField = operatorCodeField.optional().catch(undefined);

const transactionField = z.object({
  // An accepted collection has a text such as "SUCCESS" here, which is no state of the payment.
  status: transactionStatus.optional().catch(undefined),
  airtel_money_id: z.string().max(100).optional().catch(undefined),
});

const envelope = z.object({
  data: z.object({ transaction: transactionField }).optional().catch(undefined),
  status: z
    .object({
      response_code: codeField,
      result_code: codeField,
      success: z.boolean().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

const callbackBody = z.object({ transaction: z.looseObject({}), hash: z.string().optional() });
const callbackTransaction = z.object({ id: z.string().refine(isAttemptId), status_code: z.string() });

const collectionFailures = new Map<string, FailureReason>([
  ['DP00800001002', 'wrong_pin'],
  ['DP00800001003', 'limit_reached'],
  ['DP00800001004', 'amount_not_allowed'],
  ['DP00800001005', 'prompt_expired'],
  ['DP00800001007', 'not_enough_money'],
  ['DP00800001008', 'refused_by_borrower'],
  ['DP00800001009', 'not_completed'],
  ['DP00800001010', 'not_allowed'],
  ['DP00800001024', 'prompt_expired'],
  ['DP00800001026', 'operator_error'],
  ['DP00800001029', 'prompt_expired'],
  ['ESB000008', 'operator_error'],
  ['ESB000033', 'payer_not_found'],
  ['ESB000034', 'operator_error'],
  ['ESB000035', 'operator_error'],
  ['ESB000036', 'payer_not_found'],
  ['ESB000039', 'operator_error'],
]);

const payoutFailures = new Map<string, FailureReason>([
  ['DP00900001003', 'limit_reached'],
  ['DP00900001004', 'amount_not_allowed'],
  ['DP00900001005', 'operator_error'],
  ['DP00900001007', 'float_low'],
  ['DP00900001009', 'payee_not_found'],
  ['DP00900001010', 'operator_error'],
  ['DP00900001012', 'payee_not_found'],
  ['DP00900001013', 'payee_cannot_receive'],
  ['DP00900001016', 'operator_error'],
  ['DP00900001018', 'operator_error'],
  ['ESB000008', 'operator_error'],
  ['ESB000033', 'payee_not_found'],
  ['ESB000034', 'operator_error'],
  ['ESB000035', 'operator_error'],
  ['ESB000036', 'payee_not_found'],
  ['ESB000039', 'operator_error'],
]);

/** 011 is "a transaction with similar information exists". An enquiry answers what became of the id. */
const DUPLICATE_CODES = new Set(['ESB000041', 'DP00900001017', 'DP00900001011']);
const NOT_FOUND_CODES = new Set(['ESB000045', 'DP00800001025', 'DP00900001015']);
const SIGNATURE_CODES = new Set(['DP00800001026', 'DP00900001016', 'DP00900001018']);
const UNREADABLE_PIN_CODE = 'ROUTER116';
/** Ambiguous, and timed out: the borrower may have the money. */
const AMBIGUOUS_PAYOUT_CODES = new Set(['DP00900001000', 'DP00900001014']);

type AirtelAnswer = {
  transaction: z.infer<typeof transactionStatus> | undefined;
  operatorReference: string | null;
  saysSuccess: boolean;
  codes: string[];
  /** The code that is kept for staff. */
  operatorCode: string;
};

function readAnswer(answer: Answered): AirtelAnswer {
  const { data, status } = envelope.safeParse(answer.body).data ?? {};
  const codes = [status?.response_code, status?.result_code].filter((code) => code !== undefined);
  return {
    transaction: data?.transaction.status,
    operatorReference: data?.transaction.airtel_money_id ?? null,
    saysSuccess: status?.success === true,
    codes,
    operatorCode: codes[0] ?? data?.transaction.status ?? String(answer.status),
  };
}

function failureOf(direction: PaymentDirection, codes: string[]): FailureReason | undefined {
  const failures = direction === 'collection' ? collectionFailures : payoutFailures;
  return codes.map((code) => failures.get(code)).find((reason) => reason !== undefined);
}

/** True when Airtel may have another public key than the one that we signed or encrypted with. */
export function saysWrongKey(answer: OperatorAnswer): boolean {
  if (answer.kind !== 'answered') return false;
  return readAnswer(answer).codes.some((code) => SIGNATURE_CODES.has(code) || code === UNREADABLE_PIN_CODE);
}

const signatureSettings = ['AIRTEL_SIGNS_MESSAGES', 'AIRTEL_SIGNATURE_PADDING', 'AIRTEL_PUBLIC_KEY'];
const countrySettings = ['AIRTEL_BASE_URL', 'AIRTEL_CLIENT_ID'];

/** Airtel's gateway answers with these before it does anything with the payment. */
const settingsOfRefusal = new Map<string, readonly string[]>([
  ...[...SIGNATURE_CODES].map((code) => [code, signatureSettings] as const),
  ['ROUTER001', ['AIRTEL_CLIENT_ID']],
  ['ROUTER005', countrySettings],
  ['ROUTER006', countrySettings],
  ['ROUTER007', countrySettings],
  ['ROUTER112', countrySettings],
  ['ROUTER115', ['AIRTEL_PIN']],
  [UNREADABLE_PIN_CODE, ['AIRTEL_PIN_PADDING', 'AIRTEL_PUBLIC_KEY']],
]);

const versionSettings: Record<PaymentDirection, readonly string[]> = {
  collection: ['AIRTEL_PAYMENTS_VERSION', 'AIRTEL_BASE_URL'],
  payout: ['AIRTEL_DISBURSEMENTS_VERSION', 'AIRTEL_BASE_URL'],
};

export const UNKNOWN_ADDRESS = 'UNKNOWN_ADDRESS';

/** Undefined also for an answer with the status 5xx: nothing is certain about it. */
export function airtelSettingsRefusal(
  direction: PaymentDirection,
  answer: OperatorAnswer,
): SettingsRefusal | undefined {
  if (answer.kind !== 'answered' || answer.status >= 500) return undefined;
  const { codes, transaction } = readAnswer(answer);
  if (transaction !== undefined) return undefined;
  if (answer.status === 404 && codes.length === 0) {
    return { refusal: UNKNOWN_ADDRESS, check: versionSettings[direction] };
  }
  const refusal = codes.find((code) => settingsOfRefusal.has(code));
  return refusal === undefined ? undefined : { refusal, check: settingsOfRefusal.get(refusal) ?? [] };
}

/** The fields of an instruction differ between the versions of a call, so a refused field may come of a setting. */
export function airtelFieldSettings(direction: PaymentDirection, outcome: SubmitOutcome): object | undefined {
  if (outcome.kind !== 'failed' || outcome.operatorCode !== 'ESB000008') return undefined;
  return { check: ['AIRTEL_WALLET_TYPE', ...versionSettings[direction]] };
}

/** The refusal of the call for an access token. */
export function airtelTokenRefusal(answer: OperatorAnswer): SettingsRefusal | undefined {
  if (answer.kind !== 'answered') return undefined;
  if (answer.status === 404) return { refusal: 'TOKEN_REFUSED', check: ['AIRTEL_BASE_URL'] };
  const isRefused = answer.status === 400 || answer.status === 401;
  return isRefused
    ? { refusal: 'TOKEN_REFUSED', check: ['AIRTEL_CLIENT_ID', 'AIRTEL_CLIENT_SECRET'] }
    : undefined;
}

export function readAirtelSubmission(direction: PaymentDirection, answer: OperatorAnswer): SubmitOutcome {
  if (airtelSettingsRefusal(direction, answer)) return { kind: 'held', reason: 'operator_down' };
  return readSubmission(answer, (answered) => {
    const read = readAnswer(answered);
    if (answered.status >= 500) return { kind: 'unknown', operatorCode: read.operatorCode };
    if (read.codes.some((code) => DUPLICATE_CODES.has(code))) return { kind: 'duplicate' };
    return direction === 'collection' ? readCollection(answered.status, read) : readPayout(read);
  });
}

function readCollection(status: number, answer: AirtelAnswer): SubmitOutcome {
  const { transaction, operatorCode } = answer;
  const reason = failureOf('collection', answer.codes);
  if (transaction === 'TF') return { kind: 'failed', reason: reason ?? 'operator_error', operatorCode };
  if (transaction === 'TE') return { kind: 'failed', reason: 'prompt_expired', operatorCode };
  if (transaction === 'TA') return { kind: 'unknown', operatorCode, isKnown: true };
  // Success here, also with TS, only means that the prompt was sent.
  const isUnderWay = transaction === 'TI' || transaction === 'TIP';
  if (isUnderWay || (status === 200 && answer.saysSuccess)) return { kind: 'accepted' };
  return reason === undefined ? { kind: 'unknown', operatorCode } : { kind: 'failed', reason, operatorCode };
}

function readPayout(answer: AirtelAnswer): SubmitOutcome {
  const { transaction, operatorReference, operatorCode, codes } = answer;
  if (transaction === 'TS') return { kind: 'succeeded', operatorReference };
  if (transaction === 'TI' || transaction === 'TIP') return { kind: 'accepted' };
  const isAmbiguous = codes.some((code) => AMBIGUOUS_PAYOUT_CODES.has(code));
  if (transaction === 'TA' || transaction === 'TE' || isAmbiguous) {
    return { kind: 'unknown', operatorCode, isKnown: true };
  }
  const reason = failureOf('payout', codes);
  if (transaction === 'TF') return { kind: 'failed', reason: reason ?? 'operator_error', operatorCode };
  if (codes.includes('DP00900001001')) return { kind: 'succeeded', operatorReference };
  if (codes.includes('DP00900001006')) return { kind: 'accepted' };
  return reason === undefined ? { kind: 'unknown', operatorCode } : { kind: 'failed', reason, operatorCode };
}

export function readAirtelStatus(direction: PaymentDirection, answer: OperatorAnswer): StatusOutcome {
  if (answer.kind !== 'answered') return withoutStatus(answer);
  if (answer.status >= 500 || isTurnedAway(answer.status)) {
    return { kind: 'unanswered' };
  }
  const { transaction, operatorReference, operatorCode, codes } = readAnswer(answer);
  switch (transaction) {
    case 'TS':
      return { kind: 'succeeded', operatorReference };
    case 'TF':
      return { kind: 'failed', reason: failureOf(direction, codes) ?? 'operator_error', operatorCode };
    case 'TE':
      return { kind: 'expired' };
    case 'TI':
    case 'TIP':
    case 'TA':
      return { kind: 'unknown', operatorCode: transaction };
    case undefined:
      return { kind: codes.some((code) => NOT_FOUND_CODES.has(code)) ? 'not_found' : 'unanswered' };
  }
}

const FLAT_TRANSACTION_PATTERN = /"transaction"\s*:\s*(\{[^{}]*\})/;

/** The signed text: byte for byte as it came, or as Airtel's own samples print it. */
function signedTransaction(bodyText: string, transaction: unknown, hash: string, key: string): unknown {
  const candidates = [FLAT_TRANSACTION_PATTERN.exec(bodyText)?.[1], JSON.stringify(transaction)];
  const given = Buffer.from(hash, 'base64');
  const signed = candidates.find((text) => {
    if (text === undefined) return false;
    const expected = createHmac('sha256', key).update(text).digest();
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  // Only the signed text is read, not another field of the same name.
  return signed === undefined ? undefined : parseJson(signed);
}

export function readAirtelCallback(
  bodyText: string,
  callbackKey: string | undefined,
): CallbackHint | undefined {
  const { data: body } = callbackBody.safeParse(parseJson(bodyText));
  if (body === undefined) return undefined;
  const trusted =
    callbackKey === undefined
      ? body.transaction
      : signedTransaction(bodyText, body.transaction, body.hash ?? '', callbackKey);
  const { data: transaction } = callbackTransaction.safeParse(trusted);
  if (transaction === undefined) return undefined;
  const code = transaction.status_code;
  const claims = code === 'TS' ? 'succeeded' : code === 'TF' ? 'failed' : 'unknown';
  return { attemptId: transaction.id, claims };
}
