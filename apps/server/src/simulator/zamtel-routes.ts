import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readFaults } from './faults.ts';
import type { Direction, FailureReason, Instruction, NewInstruction } from './instruction.ts';
import { enquire } from './instructions.ts';
import { parseKwacha } from './money.ts';
import { type Answer, answerInstruction, type OperatorParts, send } from './operator-answer.ts';
import { mobileFromMsisdn } from './phone-number.ts';
import type { Simulator } from './settings.ts';

/*
 * Zamtel publishes no documentation. These calls follow what the samples of its users have in common: one GET with all
 * fields in its address, answered after the customer has answered.
 */

const wish = z.object({
  ThirdPartyID: z.string(),
  Password: z.string(),
  Shortcode: z.string(),
  Amount: z.string(),
  Msisdn: z.string(),
  ConversationId: z.string().min(1).max(64),
  identifier: z.string().optional(),
  credential: z.string().optional(),
});

const statusOfFailure: Record<FailureReason, string> = {
  not_enough_funds: '2006',
  wrong_pin: 'E8003',
  refused: 'E8027',
  expired: 'E8027',
  payer_not_found: 'E8027',
  payee_not_found: 'E8027',
  payee_not_allowed: '2005',
  internal_error: 'E8027',
  could_not_perform: 'E8027',
};

function answerOf(status: string, message: string, transactionId?: string): Answer {
  return { status: 200, body: { status, message, ...(transactionId && { TransactionId: transactionId }) } };
}

const notAuthenticated = answerOf('2001', 'Initiator authentication error.');
const notProcessed = answerOf('E8027', 'System is unable to process the request.');
const internalError: Answer = { status: 500, body: { status: '-1', message: 'Internal error.' } };

export async function registerZamtel(app: FastifyInstance, zamtel: OperatorParts): Promise<void> {
  app.get('/Req', (request, reply) => instruct(zamtel, 'collect', request, reply));
  app.get('/B2CReq', (request, reply) => instruct(zamtel, 'payout', request, reply));
}

async function instruct(
  zamtel: OperatorParts,
  direction: Direction,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { simulator } = zamtel;
  const wanted = readInstruction(simulator, direction, request);
  if ('status' in wanted) return send(reply, wanted);
  return answerInstruction(zamtel, reply, wanted, {
    taken: async (instruction) => endedAnswer(await untilEnded(simulator, instruction, request)),
    duplicate: notProcessed,
    refused: internalError,
  });
}

function readInstruction(
  { settings }: Simulator,
  direction: Direction,
  request: FastifyRequest,
): NewInstruction | Answer {
  const { data } = wish.safeParse(request.query);
  const mobile = data && mobileFromMsisdn(data.Msisdn);
  const amountNgwee = data && parseKwacha(data.Amount);
  if (!data || !mobile || amountNgwee === undefined) return notProcessed;
  const knowsUs =
    data.ThirdPartyID === settings.zamtelThirdPartyId && data.Password === settings.zamtelPassword;
  const mayPayOut =
    data.identifier === settings.zamtelPayoutIdentifier &&
    data.credential === settings.zamtelPayoutCredential;
  if (!knowsUs || data.Shortcode !== settings.zamtelShortcode || (direction === 'payout' && !mayPayOut)) {
    return notAuthenticated;
  }
  return {
    operator: 'zamtel',
    platform: 'only',
    direction,
    reference: data.ConversationId,
    mobile,
    amountNgwee,
    currency: 'ZMW',
    request: { amountText: data.Amount, party: data.Msisdn },
  };
}

/** Waits until the customer has answered, as long as the caller keeps the connection open. */
async function untilEnded(
  simulator: Simulator,
  instruction: Instruction,
  request: FastifyRequest,
): Promise<Instruction> {
  const { pool, settings } = simulator;
  const faults = await readFaults(pool);
  let latest = instruction;
  while (latest.outcome === 'pending' && !request.socket.destroyed) {
    await pause(settings.pollMs);
    const found = await enquire(pool, faults, instruction);
    if (!found) throw new Error('an instruction is gone');
    latest = found.instruction;
  }
  return latest;
}

function endedAnswer({ id, failure, outcome }: Instruction): Answer {
  if (outcome === 'succeeded') return answerOf('0', 'Success', `ZM${String(id).padStart(10, '0')}`);
  return failure ? answerOf(statusOfFailure[failure], failure.replaceAll('_', ' ')) : notProcessed;
}
