import type { PaymentDirection } from '@thumba/lending/ledger';
import { z } from 'zod';
import { toDecimalAmount } from './decimal-amount.ts';
import { unaskedEnquirySchedule } from './enquiry-schedule.ts';
import {
  type FailureReason,
  type Instruction,
  NO_STATUS_CALL,
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
  operatorCodeField,
  readSubmission,
} from './operator-http.ts';
import type { OperatorLog } from './operator-log.ts';

export type ZamtelSettings = ConnectionSettings & {
  thirdPartyId: string;
  password: string;
  shortcode: string;
  payoutIdentifier: string;
  payoutCredential: string;
};

const MSISDN_PATTERN = /^260\d{9}$/;

/** Samples show the code as a text and as a number. */
const codeField = z.union([operatorCodeField, z.number().transform(String)]).optional();
const answerBody = z.object({
  status: codeField,
  StatusCode: codeField,
  TransactionId: z.string().max(100).nullish().catch(null),
});

const DONE = '0';
/** Our own credentials were refused, so nothing was done with the instruction. */
const NOT_AUTHENTICATED = '2001';

const failures: Record<PaymentDirection, ReadonlyMap<string, FailureReason>> = {
  collection: new Map<string, FailureReason>([
    ['E8003', 'wrong_pin'],
    ['2005', 'limit_reached'],
    ['2006', 'not_enough_money'],
  ]),
  payout: new Map<string, FailureReason>([
    ['2005', 'limit_reached'],
    ['2006', 'float_low'],
  ]),
};

/**
 * Zamtel publishes no documentation, so this follows samples of its users: one GET whose address holds everything,
 * secrets included, answered after the customer has answered, and no enquiry afterwards. An answer that is not clear
 * makes the payment unknown, and it stays unknown until staff end it.
 */
export function createZamtelOperator(
  settings: ZamtelSettings,
  now: () => number,
  log: OperatorLog,
): Operator {
  const http = createOperatorHttp(settings, now);

  async function submit(direction: PaymentDirection, instruction: Instruction): Promise<SubmitOutcome> {
    requireSound(instruction, MSISDN_PATTERN);
    const query = new URLSearchParams({
      ThirdPartyID: settings.thirdPartyId,
      Password: settings.password,
      Amount: toDecimalAmount(instruction.amountNgwee),
      Msisdn: instruction.msisdn,
      Shortcode: settings.shortcode,
      ...(direction === 'payout' && {
        identifier: settings.payoutIdentifier,
        credential: settings.payoutCredential,
      }),
      ConversationId: instruction.attemptId,
    });
    const call = direction === 'collection' ? 'Req' : 'B2CReq';
    const answer = await http.send({
      kind: 'instruction',
      method: 'GET',
      path: `/${call}?${query}`,
      headers: { Accept: '*/*' },
    });
    const outcome = readZamtelAnswer(direction, answer);
    if (outcome.kind !== 'succeeded') {
      const { attemptId } = instruction;
      log.warn(
        { operator: 'zamtel', direction, attemptId, ...describeAnswer(answer), outcome },
        'not simply paid',
      );
    }
    return outcome;
  }

  return {
    name: 'zamtel',
    collect: (instruction) => submit('collection', instruction),
    payOut: (instruction) => submit('payout', instruction),
    collectionStatus: async () => NO_ENQUIRY,
    payoutStatus: async () => NO_ENQUIRY,
    tellsBalance: { collection: false, payout: false },
    balance: async () => undefined,
    accountHolder: async () => undefined,
    readCallback: () => undefined,
    enquirySchedule: unaskedEnquirySchedule,
  };
}

const NO_ENQUIRY: StatusOutcome = { kind: 'unknown', operatorCode: NO_STATUS_CALL };

function readZamtelAnswer(direction: PaymentDirection, answer: OperatorAnswer): SubmitOutcome {
  return readSubmission(answer, (answered) => {
    const { data: body } = answerBody.safeParse(answered.body);
    const operatorCode = body?.status ?? body?.StatusCode ?? String(answered.status);
    if (answered.status !== 200 || body === undefined) return { kind: 'unknown', operatorCode };
    if (operatorCode === DONE) return { kind: 'succeeded', operatorReference: body.TransactionId ?? null };
    if (operatorCode === NOT_AUTHENTICATED) return { kind: 'held', reason: 'operator_down' };
    const reason = failures[direction].get(operatorCode);
    return reason === undefined
      ? { kind: 'unknown', operatorCode }
      : { kind: 'failed', reason, operatorCode };
  });
}
