import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  type Airtel,
  badField,
  internalError,
  refusal,
  refuseCaller,
  refuseSignature,
} from './airtel-callers.ts';
import { decryptPin } from './airtel-signing.ts';
import {
  type AirtelEnvelope,
  airtelMoneyId,
  responseCode,
  successEnvelope,
  type TransactionStatus,
  transactionMessage,
  transactionStatus,
} from './airtel-wire.ts';
import type { Direction, Instruction, NewInstruction } from './instruction.ts';
import { parseKwacha } from './money.ts';
import { type Answer, answerInstruction, jsonOf, send } from './operator-answer.ts';
import { mobileFromMsisdn } from './phone-number.ts';
import type { Simulator } from './settings.ts';

export const disbursementVersions = ['v1', 'v2', 'v3'] as const;
export type DisbursementVersion = (typeof disbursementVersions)[number];

const paymentBody = z.object({
  reference: z.string().min(4).max(64),
  subscriber: z.object({
    country: z.literal('ZM').optional(),
    currency: z.literal('ZMW').optional(),
    msisdn: z.string(),
  }),
  transaction: z.object({
    amount: z.number(),
    country: z.literal('ZM').optional(),
    currency: z.literal('ZMW').optional(),
    id: z.string().min(1).max(64),
  }),
});

const transactionId = z.string().min(1).max(64);
const disbursement = z.object({
  payee: z.object({
    currency: z.literal('ZMW').optional(),
    msisdn: z.string(),
    wallet_type: z.string().optional(),
  }),
  reference: z.string().regex(/^[A-Za-z0-9]{4,64}$/),
  pin: z.string().min(1),
});
/** A subscriber is paid with B2C. A business would be paid with B2B. */
const disbursementBodies = {
  v1: disbursement.extend({
    transaction: z.object({ amount: z.union([z.number(), z.string()]), id: transactionId }),
  }),
  v2: disbursement.extend({
    transaction: z.object({ amount: z.number(), id: transactionId, type: z.literal('B2C').optional() }),
  }),
  v3: disbursement.extend({
    transaction: z.object({ amount: z.number(), id: transactionId, type: z.literal('B2C') }),
  }),
};

const duplicate: Record<Direction, Answer> = {
  collect: refusal(200, { message: 'External transaction ID already exists.', result: 'ESB000041' }),
  payout: refusal(200, {
    message: 'External transaction ID already exists.',
    result: 'ESB000041',
    response: 'DP00900001017',
  }),
};

export type Call = { direction: 'collect' } | { direction: 'payout'; version: DisbursementVersion };

export async function instruct(
  airtel: Airtel,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { simulator } = airtel;
  const { direction } = call;
  const isSigned =
    simulator.settings.airtelMessageSigning || (call.direction === 'payout' && call.version === 'v3');
  const refused =
    (await refuseCaller(simulator, request)) ??
    (isSigned ? refuseSignature(airtel, direction, request) : undefined);
  if (refused) return send(reply, refused);
  const wanted =
    call.direction === 'collect'
      ? readPayment(simulator, request)
      : readPayout(airtel, call.version, request);
  if ('status' in wanted) return send(reply, wanted);
  return answerInstruction(airtel, reply, wanted, {
    taken: (instruction, isAmbiguous) =>
      direction === 'collect' ? promptSent(instruction) : payoutAnswer(simulator, instruction, isAmbiguous),
    duplicate: duplicate[direction],
    refused: internalError,
  });
}

const badMsisdn = (response: string) =>
  refusal(400, {
    message: 'Invalid MSISDN Length. MSISDN Length should be 9',
    result: 'ESB000033',
    response,
  });

export function subscriberMobile(msisdn: string): string | undefined {
  return /^\d{9}$/.test(msisdn) ? mobileFromMsisdn(`260${msisdn}`) : undefined;
}

function readPayment({ settings }: Simulator, request: FastifyRequest): NewInstruction | Answer {
  const body = paymentBody.safeParse(jsonOf(request.body));
  if (!body.success) return badField;
  const { reference, subscriber, transaction } = body.data;
  const mobile = subscriberMobile(subscriber.msisdn);
  if (!mobile) return badMsisdn('DP00800001010');
  const amountText = String(transaction.amount);
  const amountNgwee = parseKwacha(amountText);
  if (amountNgwee === undefined) return badField;
  return {
    operator: 'airtel',
    platform: 'only',
    direction: 'collect',
    reference: transaction.id,
    mobile,
    amountNgwee,
    currency: 'ZMW',
    callbackUrl: settings.airtelCallbackUrl,
    request: { amountText, party: subscriber.msisdn, payerMessage: reference },
  };
}

function readPayout(
  { simulator, signingKey }: Airtel,
  version: DisbursementVersion,
  request: FastifyRequest,
): NewInstruction | Answer {
  const { settings } = simulator;
  const body = disbursementBodies[version].safeParse(jsonOf(request.body));
  if (!body.success) return badField;
  if (version === 'v3' && body.data.payee.wallet_type !== settings.airtelWalletType) return badField;
  const { payee, pin, transaction, reference } = body.data;
  const mobile = subscriberMobile(payee.msisdn);
  if (!mobile) return badMsisdn('DP00900001012');
  const amountText = String(transaction.amount);
  const amountNgwee = parseKwacha(amountText);
  if (amountNgwee === undefined) return badField;
  const openPin = decryptPin(signingKey, settings.airtelPinPadding, pin);
  if (!openPin) return refusal(400, { message: 'Incorrect Encrypted Pin', response: 'ROUTER116' });
  if (openPin !== settings.airtelPin) {
    return refusal(400, { message: 'Incorrect Pin', response: 'ROUTER115' });
  }
  return {
    operator: 'airtel',
    platform: 'only',
    direction: 'payout',
    reference: transaction.id,
    mobile,
    amountNgwee,
    currency: 'ZMW',
    callbackUrl: settings.airtelCallbackUrl,
    request: { amountText, party: payee.msisdn, externalId: reference },
  };
}

function promptSent(instruction: Instruction): Answer {
  return {
    status: 200,
    body: successEnvelope({ transaction: { id: instruction.reference, status: 'SUCCESS' } }, 'DP00800001006'),
  };
}

function payoutAnswer({ settings }: Simulator, instruction: Instruction, isAmbiguous: boolean): Answer {
  return transactionAnswer(
    instruction,
    isAmbiguous ? 'TA' : transactionStatus(instruction),
    settings.lenderName,
  );
}

export function transactionAnswer(
  instruction: Instruction,
  status: TransactionStatus,
  lenderName: string,
): Answer {
  const isFailure = status === 'TF' || status === 'TE';
  const message = status === 'TA' ? 'Transaction is ambiguous' : transactionMessage(instruction, lenderName);
  const transaction = {
    ...(status === 'TS' && { airtel_money_id: airtelMoneyId(instruction) }),
    ...(instruction.direction === 'payout' && { reference_id: String(instruction.id) }),
    id: instruction.reference,
    message,
    status,
  };
  const body: AirtelEnvelope = {
    data: { transaction },
    status: {
      code: '200',
      message: isFailure ? message : 'SUCCESS',
      result_code: isFailure ? 'ESB000011' : 'ESB000010',
      response_code: responseCode(instruction, status),
      success: !isFailure,
    },
  };
  return { status: 200, body };
}
