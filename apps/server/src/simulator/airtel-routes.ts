import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readHolder } from './account-holder.ts';
import {
  type Airtel,
  badField,
  encryptionKey,
  grantToken,
  internalError,
  refusal,
  refuseCaller,
} from './airtel-callers.ts';
import {
  disbursementVersions,
  instruct,
  subscriberMobile,
  transactionAnswer,
} from './airtel-instructions.ts';
import { refund } from './airtel-refunds.ts';
import { successEnvelope, transactionStatus } from './airtel-wire.ts';
import { readFaults } from './faults.ts';
import type { Direction } from './instruction.ts';
import { enquire } from './instructions.ts';
import { groupedKwacha } from './money.ts';
import { type Answer, isCallersFault, readBodiesAsBytes, send } from './operator-answer.ts';
import { readFloat } from './phones.ts';
import { scriptFor } from './scripted-numbers.ts';
import type { Simulator } from './settings.ts';

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
  registerInstructions(app, airtel);
  app.post('/standard/v1/payments/refund', async (request, reply) =>
    send(reply, (await refuseCaller(simulator, request)) ?? (await refund(simulator, request))),
  );
  app.get<{ Params: { id: string } }>('/standard/v1/payments/:id', async (request, reply) =>
    send(
      reply,
      (await refuseCaller(simulator, request)) ?? (await readStatus(simulator, 'collect', request.params.id)),
    ),
  );
  app.get<{ Params: { msisdn: string } }>('/standard/v1/users/:msisdn', async (request, reply) =>
    send(
      reply,
      (await refuseCaller(simulator, request)) ?? (await accountHolder(simulator, request.params.msisdn)),
    ),
  );
  for (const version of ['v1', 'v2'] as const) {
    app.get<{ Querystring: { type?: string } }>(
      `/standard/${version}/users/balance`,
      async (request, reply) =>
        send(
          reply,
          (await refuseCaller(simulator, request)) ??
            (await readBalance(simulator, request.query.type ?? (version === 'v1' ? 'DISB' : ''))),
        ),
    );
  }
}

/** The versions that the simulated portal does not offer are unknown addresses. */
function registerInstructions(app: FastifyInstance, airtel: Airtel): void {
  const { simulator } = airtel;
  const { airtelPaymentVersions, airtelDisbursementVersions } = simulator.settings;
  for (const version of airtelPaymentVersions) {
    for (const path of [`/merchant/${version}/payments`, `/merchant/${version}/payments/`]) {
      app.post(path, async (request, reply) => instruct(airtel, { direction: 'collect' }, request, reply));
    }
  }
  for (const version of disbursementVersions.filter((one) => airtelDisbursementVersions.includes(one))) {
    const root = `/standard/${version}/disbursements`;
    for (const path of [root, `${root}/`]) {
      app.post(path, async (request, reply) =>
        instruct(airtel, { direction: 'payout', version }, request, reply),
      );
    }
    app.get<{ Params: { id: string }; Querystring: { transactionType?: string } }>(
      `${root}/:id`,
      async (request, reply) => send(reply, await readDisbursement(simulator, request)),
    );
  }
}

async function readStatus(simulator: Simulator, direction: Direction, id: string): Promise<Answer> {
  const faults = await readFaults(simulator.pool);
  const enquiry = await enquire(simulator.pool, faults, {
    operator: 'airtel',
    platform: 'only',
    direction,
    reference: id,
  });
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

async function accountHolder(simulator: Simulator, msisdn: string): Promise<Answer> {
  const mobile = subscriberMobile(msisdn);
  if (!mobile || scriptFor(mobile, 'collect') === 'payer_not_found') {
    return refusal(400, { message: 'User not found', result: 'ESB000011', response: 'DP02200000002' });
  }
  const holder = await readHolder(simulator, mobile);
  const data = {
    ...(holder && { first_name: holder.givenName, last_name: holder.familyName }),
    grade: 'SUBS',
    is_barred: false,
    is_pin_set: true,
    msisdn,
    registration: { status: 'SUBS' },
  };
  return { status: 200, body: successEnvelope(data, 'DP02200000001') };
}

const directionOfAccount = new Map<string, Direction>([
  ['COLL', 'collect'],
  ['DISB', 'payout'],
]);

async function readBalance({ pool }: Simulator, account: string): Promise<Answer> {
  const direction = directionOfAccount.get(account);
  if (!direction) return badField;
  const balanceNgwee = await readFloat(pool, 'airtel', direction);
  const data = { balance: groupedKwacha(balanceNgwee), currency: 'ZMW', account_status: 'Active' };
  return { status: 200, body: successEnvelope(data, undefined, 'CALL_SUCCESS') };
}
