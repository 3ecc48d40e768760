import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { holderNames } from './account-holder.ts';
import { decryptPin, isSignedBody, type SigningKey } from './airtel-signing.ts';
import {
  type AirtelEnvelope,
  airtelMoneyId,
  responseCode,
  successEnvelope,
  type TransactionStatus,
  transactionMessage,
  transactionStatus,
} from './airtel-wire.ts';
import { readFaults } from './faults.ts';
import type { Direction, Instruction, NewInstruction } from './instruction.ts';
import { enquire } from './instructions.ts';
import { groupedKwacha, parseKwacha } from './money.ts';
import {
  type Answer,
  answerInstruction,
  isCallersFault,
  jsonOf,
  type OperatorParts,
  readBodiesAsBytes,
  send,
} from './operator-answer.ts';
import { mobileFromMsisdn } from './phone-number.ts';
import { readFloat } from './phones.ts';
import { scriptFor } from './scripted-numbers.ts';
import type { Simulator } from './settings.ts';
import { findTokenOwner, issueToken } from './tokens.ts';

const tokenBody = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  grant_type: z.literal('client_credentials'),
});
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
const disbursementBody = z.object({
  payee: z.object({ currency: z.literal('ZMW').optional(), msisdn: z.string() }),
  reference: z.string().regex(/^[A-Za-z0-9]{4,64}$/),
  pin: z.string().min(1),
  transaction: z.object({
    amount: z.number(),
    id: z.string().min(1).max(64),
    type: z.literal('B2C').optional(),
  }),
});

type Airtel = OperatorParts & { signingKey: SigningKey };

const KEY_VALID_UPTO = '31-12-2099 23:59:59';

type Refusal = { message: string; result?: string; response?: string };

function refusal(status: number, { message, result, response }: Refusal): Answer {
  const body: AirtelEnvelope = {
    status: {
      code: String(status),
      message,
      ...(result && { result_code: result }),
      ...(response && { response_code: response }),
      success: false,
    },
  };
  return { status, body };
}

const badField = refusal(400, { message: 'Field validation.', result: 'ESB000008' });
const internalError = refusal(500, { message: 'Something went wrong', result: 'ESB000001' });
const unknownTransaction: Record<Direction, Answer> = {
  collect: refusal(200, {
    message: 'No transaction found with provided transaction Id.',
    result: 'ESB000045',
    response: 'DP00800001025',
  }),
  payout: refusal(200, {
    message: 'No transaction found with provided transaction Id.',
    result: 'ESB000045',
    response: 'DP00900001015',
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

export async function registerAirtel(app: FastifyInstance, airtel: Airtel): Promise<void> {
  const { simulator } = airtel;
  readBodiesAsBytes(app);
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) =>
    send(reply, isCallersFault(error) ? badField : internalError),
  );
  app.setNotFoundHandler((_request, reply) => send(reply, refusal(404, { message: 'Not Found' })));

  app.post('/auth/oauth2/token', async (request, reply) => send(reply, await grantToken(simulator, request)));
  app.get('/v1/rsa/encryption-keys', async (request, reply) =>
    send(reply, (await refuseCaller(simulator, request)) ?? encryptionKey(airtel.signingKey)),
  );
  for (const path of ['/merchant/v1/payments', '/merchant/v2/payments']) {
    for (const spelling of [path, `${path}/`]) {
      app.post(spelling, async (request, reply) => instruct(airtel, 'collect', request, reply));
    }
  }
  for (const path of ['/standard/v2/disbursements', '/standard/v2/disbursements/']) {
    app.post(path, async (request, reply) => instruct(airtel, 'payout', request, reply));
  }
  app.get<{ Params: { id: string } }>('/standard/v1/payments/:id', async (request, reply) =>
    send(
      reply,
      (await refuseCaller(simulator, request)) ?? (await readStatus(simulator, 'collect', request.params.id)),
    ),
  );
  app.get<{ Params: { id: string }; Querystring: { transactionType?: string } }>(
    '/standard/v2/disbursements/:id',
    async (request, reply) => send(reply, await readDisbursement(simulator, request)),
  );
  app.get<{ Params: { msisdn: string } }>('/standard/v1/users/:msisdn', async (request, reply) =>
    send(reply, (await refuseCaller(simulator, request)) ?? accountHolder(request.params.msisdn)),
  );
  app.get<{ Querystring: { type?: string } }>('/standard/v1/users/balance', async (request, reply) =>
    send(
      reply,
      (await refuseCaller(simulator, request)) ??
        (await readBalance(simulator, request.query.type === 'COLL' ? 'collect' : 'payout')),
    ),
  );
}

async function grantToken(simulator: Simulator, request: FastifyRequest): Promise<Answer> {
  const { settings } = simulator;
  const body = tokenBody.safeParse(jsonOf(request.body));
  if (!body.success) {
    return {
      status: 400,
      body: { error: 'invalid_request', error_description: 'Missing or invalid parameters' },
    };
  }
  const { client_id, client_secret } = body.data;
  if (client_id !== settings.airtelClientId || client_secret !== settings.airtelClientSecret) {
    return {
      status: 401,
      body: { error: 'invalid_client', error_description: 'Invalid client authentication' },
    };
  }
  const token = await issueToken(simulator, 'airtel', 'all', client_id, settings.airtelTokenSeconds);
  return {
    status: 200,
    body: { access_token: token, expires_in: String(settings.airtelTokenSeconds), token_type: 'bearer' },
  };
}

async function refuseCaller(simulator: Simulator, request: FastifyRequest): Promise<Answer | undefined> {
  if (!(await findTokenOwner(simulator, 'airtel', 'all', request.headers.authorization))) {
    return refusal(401, { message: 'Unauthorized' });
  }
  if (request.headers['x-country'] !== 'ZM') {
    return refusal(400, { message: 'Invalid Country', response: 'ROUTER006' });
  }
  if (request.headers['x-currency'] !== 'ZMW') {
    return refusal(400, { message: 'Invalid Currency', response: 'ROUTER112' });
  }
  return undefined;
}

function encryptionKey({ publicKeyBase64 }: SigningKey): Answer {
  const data = { key_id: 1, key: publicKeyBase64, valid_upto: KEY_VALID_UPTO };
  return { status: 200, body: successEnvelope(data, 'DP02010001001', 'Success') };
}

async function instruct(
  airtel: Airtel,
  direction: Direction,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { simulator } = airtel;
  const refused = (await refuseCaller(simulator, request)) ?? refuseSignature(airtel, direction, request);
  if (refused) return send(reply, refused);
  const wanted = direction === 'collect' ? readPayment(simulator, request) : readPayout(airtel, request);
  if ('status' in wanted) return send(reply, wanted);
  return answerInstruction(airtel, reply, wanted, {
    taken: (instruction, isAmbiguous) =>
      direction === 'collect' ? promptSent(instruction) : payoutAnswer(simulator, instruction, isAmbiguous),
    duplicate: duplicate[direction],
    refused: internalError,
  });
}

function refuseSignature(airtel: Airtel, direction: Direction, request: FastifyRequest): Answer | undefined {
  if (!airtel.simulator.settings.airtelMessageSigning) return undefined;
  const { 'x-signature': signature, 'x-key': key } = request.headers;
  if (isSignedBody(airtel.signingKey, request.body, signature?.toString(), key?.toString())) return undefined;
  return refusal(403, {
    message: 'X-signature and payload did not match.',
    response: direction === 'collect' ? 'DP00800001026' : 'DP00900001016',
  });
}

const badMsisdn = (response: string) =>
  refusal(400, {
    message: 'Invalid MSISDN Length. MSISDN Length should be 9',
    result: 'ESB000033',
    response,
  });

function subscriberMobile(msisdn: string): string | undefined {
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
    direction: 'collect',
    reference: transaction.id,
    mobile,
    amountNgwee,
    currency: 'ZMW',
    callbackUrl: settings.airtelCallbackUrl,
    request: { amountText, party: subscriber.msisdn, payerMessage: reference },
  };
}

function readPayout({ simulator, signingKey }: Airtel, request: FastifyRequest): NewInstruction | Answer {
  const body = disbursementBody.safeParse(jsonOf(request.body));
  if (!body.success) return badField;
  const { payee, pin, transaction, reference } = body.data;
  const mobile = subscriberMobile(payee.msisdn);
  if (!mobile) return badMsisdn('DP00900001012');
  const amountText = String(transaction.amount);
  const amountNgwee = parseKwacha(amountText);
  if (amountNgwee === undefined) return badField;
  const openPin = decryptPin(signingKey, pin);
  if (!openPin) return refusal(400, { message: 'Incorrect Encrypted Pin', response: 'ROUTER116' });
  if (openPin !== simulator.settings.airtelPin) {
    return refusal(400, { message: 'Incorrect Pin', response: 'ROUTER115' });
  }
  return {
    operator: 'airtel',
    direction: 'payout',
    reference: transaction.id,
    mobile,
    amountNgwee,
    currency: 'ZMW',
    callbackUrl: simulator.settings.airtelCallbackUrl,
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

function transactionAnswer(instruction: Instruction, status: TransactionStatus, lenderName: string): Answer {
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

async function readStatus(simulator: Simulator, direction: Direction, id: string): Promise<Answer> {
  const faults = await readFaults(simulator.pool);
  const enquiry = await enquire(simulator.pool, faults, 'airtel', direction, id);
  if (!enquiry) return unknownTransaction[direction];
  const status = enquiry.isAmbiguous ? 'TA' : transactionStatus(enquiry.instruction);
  return transactionAnswer(enquiry.instruction, status, simulator.settings.lenderName);
}

async function readDisbursement(
  simulator: Simulator,
  request: FastifyRequest<{ Params: { id: string }; Querystring: { transactionType?: string } }>,
): Promise<Answer> {
  const refused = await refuseCaller(simulator, request);
  if (refused) return refused;
  const type = request.query.transactionType;
  if (type !== undefined && type !== 'B2C') return badField;
  return readStatus(simulator, 'payout', request.params.id);
}

function accountHolder(msisdn: string): Answer {
  const mobile = subscriberMobile(msisdn);
  if (!mobile || scriptFor(mobile, 'collect') === 'payer_not_found') {
    return refusal(400, { message: 'User not found', result: 'ESB000011', response: 'DP02200000002' });
  }
  const { givenName, familyName } = holderNames(msisdn);
  const data = {
    first_name: givenName,
    last_name: familyName,
    grade: 'SUBS',
    is_barred: false,
    is_pin_set: true,
    msisdn,
    registration: { status: 'SUBS' },
  };
  return { status: 200, body: successEnvelope(data, 'DP02200000001') };
}

async function readBalance({ pool }: Simulator, direction: Direction): Promise<Answer> {
  const balanceNgwee = await readFloat(pool, 'airtel', direction);
  const data = { balance: groupedKwacha(balanceNgwee), currency: 'ZMW', account_status: 'Active' };
  return { status: 200, body: successEnvelope(data, undefined, 'CALL_SUCCESS') };
}
