import type { PaymentDirection } from '@thumba/lending/ledger';
import { z } from 'zod';
import { fromDecimalAmount } from './decimal-amount.ts';
import {
  type CallbackHint,
  type FailureReason,
  isAttemptId,
  type StatusOutcome,
  type SubmitOutcome,
} from './operator.ts';
import {
  type OperatorAnswer,
  operatorCodeField,
  parseJson,
  readSubmission,
  withoutStatus,
} from './operator-http.ts';
import type { SettingsRefusal } from './settings-refusal.ts';

const refusalBody = z.object({ code: operatorCodeField });

/** MTN's documentation shows the reason as a text and as an object. */
const reasonField = z.union([operatorCodeField, refusalBody.transform(({ code }) => code)]);

const textOrNumber = z.union([z.string().max(100), z.number()]).transform(String);

const statusBody = z.object({
  status: operatorCodeField,
  amount: textOrNumber.nullish(),
  currency: z.string().nullish(),
  financialTransactionId: textOrNumber.optional().catch(undefined),
  reason: reasonField.optional().catch(undefined),
});

const callbackBody = z.object({ externalId: z.string().refine(isAttemptId), status: z.string() });

const collectionFailures = new Map<string, FailureReason>([
  ['PAYER_NOT_FOUND', 'payer_not_found'],
  ['NOT_ENOUGH_FUNDS', 'not_enough_money'],
  ['APPROVAL_REJECTED', 'refused_by_borrower'],
  ['PAYMENT_NOT_APPROVED', 'refused_by_borrower'],
  ['TRANSACTION_CANCELED', 'refused_by_borrower'],
  ['EXPIRED', 'prompt_expired'],
  ['PAYER_LIMIT_REACHED', 'limit_reached'],
  ['SENDER_ACCOUNT_NOT_ACTIVE', 'not_allowed'],
  ['LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED', 'not_completed'],
  ['NOT_ALLOWED', 'not_allowed'],
  ['COULD_NOT_PERFORM_TRANSACTION', 'not_completed'],
  // MTN sends this mostly where the payer has too little money.
  ['INTERNAL_PROCESSING_ERROR', 'not_completed'],
  ['SERVICE_UNAVAILABLE', 'operator_down'],
]);

/** Here the payer is the lender. */
const payoutFailures = new Map<string, FailureReason>([
  ['PAYEE_NOT_FOUND', 'payee_not_found'],
  ['PAYEE_NOT_ALLOWED_TO_RECEIVE', 'payee_cannot_receive'],
  ['PAYEE_LIMIT_REACHED', 'payee_cannot_receive'],
  ['NOT_ENOUGH_FUNDS', 'float_low'],
  ['NOT_ALLOWED', 'not_allowed'],
  ['SERVICE_UNAVAILABLE', 'operator_down'],
]);

const failuresOf: Record<PaymentDirection, ReadonlyMap<string, FailureReason>> = {
  collection: collectionFailures,
  payout: payoutFailures,
};

/** MTN answers these with the status 500, before it does anything with the payment. */
const settingsOfRefusal = new Map<string, readonly string[]>([
  ['NOT_ALLOWED_TARGET_ENVIRONMENT', ['MTN_TARGET_ENVIRONMENT', 'MTN_BASE_URL']],
  ['INVALID_CURRENCY', ['MTN_CURRENCY', 'MTN_TARGET_ENVIRONMENT']],
  ['INVALID_CALLBACK_URL_HOST', ['PUBLIC_URL', 'MTN_API_USER']],
]);

/** MTN documents them with the status 409. A refusal in their place would say that a payment which MTN has was not made. */
const KNOWN_ID_CODES = new Set(['RESOURCE_ALREADY_EXIST', 'RESOURCE_ALREADY_EXISTS']);

const credentialsOf: Record<PaymentDirection, readonly string[]> = {
  collection: ['MTN_COLLECTION_KEY', 'MTN_API_USER', 'MTN_API_KEY'],
  payout: ['MTN_DISBURSEMENT_KEY', 'MTN_DISBURSEMENT_API_USER', 'MTN_API_USER', 'MTN_API_KEY'],
};

export function mtnSettingsRefusal(answer: OperatorAnswer): SettingsRefusal | undefined {
  if (answer.kind !== 'answered') return undefined;
  const refusal = refusalBody.safeParse(answer.body).data?.code ?? '';
  const check = settingsOfRefusal.get(refusal);
  return check && { refusal, check };
}

export function mtnInstructionRefusal(
  direction: PaymentDirection,
  answer: OperatorAnswer,
): SettingsRefusal | undefined {
  const isUnknownAddress =
    answer.kind === 'answered' &&
    answer.status === 404 &&
    !failuresOf[direction].has(refusalBody.safeParse(answer.body).data?.code ?? '');
  if (isUnknownAddress) return { refusal: 'UNKNOWN_ADDRESS', check: ['MTN_BASE_URL'] };
  return mtnSettingsRefusal(answer);
}

/** The refusal of the call for an access token. */
export function mtnTokenRefusal(
  direction: PaymentDirection,
  answer: OperatorAnswer,
): SettingsRefusal | undefined {
  if (answer.kind !== 'answered') return undefined;
  const { status } = answer;
  if (status === 400) return { refusal: 'TOKEN_REFUSED', check: ['MTN_TARGET_ENVIRONMENT'] };
  if (status === 401) return { refusal: 'TOKEN_REFUSED', check: credentialsOf[direction] };
  if (status === 404) return { refusal: 'TOKEN_REFUSED', check: ['MTN_BASE_URL'] };
  return undefined;
}

function failureOf(direction: PaymentDirection, code: string): FailureReason {
  return failuresOf[direction].get(code) ?? 'operator_error';
}

export function readMtnSubmission(direction: PaymentDirection, answer: OperatorAnswer): SubmitOutcome {
  if (mtnInstructionRefusal(direction, answer)) return { kind: 'held', reason: 'operator_down' };
  return readSubmission(answer, ({ status, body }) => {
    if (status === 202) return { kind: 'accepted' };
    const operatorCode = refusalBody.safeParse(body).data?.code ?? String(status);
    if (status === 409 || KNOWN_ID_CODES.has(operatorCode)) return { kind: 'duplicate' };
    if (status !== 400 && status !== 404) return { kind: 'unknown', operatorCode };
    const reason = failureOf(direction, operatorCode);
    if (reason === 'float_low' || reason === 'operator_down') return { kind: 'held', reason };
    return { kind: 'failed', reason, operatorCode };
  });
}

export function readMtnStatus(
  direction: PaymentDirection,
  answer: OperatorAnswer,
  currency: string,
): StatusOutcome {
  if (answer.kind !== 'answered') return withoutStatus(answer);
  if (answer.status === 404) {
    // A gateway that does not know the address also answers 404, which says nothing about the payment.
    const saysNotFound = refusalBody.safeParse(answer.body).data?.code === 'RESOURCE_NOT_FOUND';
    return { kind: answer.isEmpty || saysNotFound ? 'not_found' : 'unanswered' };
  }
  const { data: body } = statusBody.safeParse(answer.body);
  if (answer.status !== 200 || body === undefined) return { kind: 'unanswered' };
  switch (body.status) {
    case 'PENDING':
      return { kind: 'pending' };
    case 'SUCCESSFUL': {
      if ((body.currency ?? currency) !== currency) {
        return { kind: 'unknown', operatorCode: 'OTHER_CURRENCY' };
      }
      const amountNgwee = fromDecimalAmount(body.amount ?? '');
      if (typeof body.amount === 'string' && amountNgwee === undefined) {
        return { kind: 'unknown', operatorCode: 'UNREADABLE_AMOUNT' };
      }
      return {
        kind: 'succeeded',
        operatorReference: body.financialTransactionId ?? null,
        ...(amountNgwee !== undefined && { amountNgwee }),
      };
    }
    case 'FAILED': {
      const operatorCode = body.reason ?? 'FAILED';
      if (operatorCode === 'EXPIRED') return { kind: 'expired' };
      return { kind: 'failed', reason: failureOf(direction, operatorCode), operatorCode };
    }
    default:
      return { kind: 'unknown', operatorCode: body.status };
  }
}

export function readMtnCallback(bodyText: string): CallbackHint | undefined {
  const { data: body } = callbackBody.safeParse(parseJson(bodyText));
  if (body === undefined) return undefined;
  const claims = body.status === 'SUCCESSFUL' ? 'succeeded' : body.status === 'FAILED' ? 'failed' : 'unknown';
  return { attemptId: body.externalId, claims };
}
