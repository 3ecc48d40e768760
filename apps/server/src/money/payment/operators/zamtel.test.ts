import { expect, test } from 'vitest';
import {
  createTestLog,
  type StubReply,
  startStubOperator,
  timeoutFor,
} from './stub-operator.test-support.ts';
import { createZamtelOperator } from './zamtel.ts';

const attemptId = '3b241101-e2bb-4255-8caf-4136c566a962';
const instruction = {
  attemptId,
  msisdn: '260957123456',
  amountNgwee: 15_050,
  reference: 'Loan1042',
  note: 'Repayment of loan 1042',
};
const secrets = { password: 'p@ss/word', payoutCredential: 'a credential' };

async function startZamtel(reply: StubReply) {
  const stub = await startStubOperator(() => reply);
  const log = createTestLog();
  const zamtel = createZamtelOperator(
    {
      baseUrl: `${stub.baseUrl}/ZampayRest`,
      ...timeoutFor(reply),
      thirdPartyId: 'lender',
      shortcode: '000777',
      payoutIdentifier: 'an operator',
      ...secrets,
    },
    () => 0,
    log,
  );
  return { zamtel, stub, log };
}

const answer = (json: unknown): StubReply => ({ status: 200, json });
const query = (path: string) => Object.fromEntries(new URL(path, 'http://zamtel').searchParams);

test('a collection is one GET with our id in it, and its answer is the end of it', async () => {
  const { zamtel, stub } = await startZamtel(
    answer({ status: '0', message: 'Success', TransactionId: 'ZM1' }),
  );
  expect(await zamtel.collect(instruction)).toEqual({ kind: 'succeeded', operatorReference: 'ZM1' });
  const [request] = stub.requests;
  expect(request).toMatchObject({ method: 'GET', bodyText: '' });
  expect(request!.path).toMatch(/^\/ZampayRest\/Req\?/);
  expect(query(request!.path)).toEqual({
    ThirdPartyID: 'lender',
    Password: secrets.password,
    Amount: '150.50',
    Msisdn: '260957123456',
    Shortcode: '000777',
    ConversationId: attemptId,
  });
});

test('a payout carries the credentials of payouts beside them', async () => {
  const { zamtel, stub } = await startZamtel(answer({ StatusCode: 0 }));
  expect(await zamtel.payOut(instruction)).toEqual({ kind: 'succeeded', operatorReference: null });
  expect(stub.requests[0]!.path).toMatch(/^\/ZampayRest\/B2CReq\?/);
  expect(query(stub.requests[0]!.path)).toMatchObject({
    identifier: 'an operator',
    credential: secrets.payoutCredential,
  });
});

test.each([
  ['E8003', { kind: 'failed', reason: 'wrong_pin', operatorCode: 'E8003' }],
  ['2005', { kind: 'failed', reason: 'limit_reached', operatorCode: '2005' }],
  ['2006', { kind: 'failed', reason: 'not_enough_money', operatorCode: '2006' }],
  ['2001', { kind: 'held', reason: 'operator_down' }],
  ['E8027', { kind: 'unknown', operatorCode: 'E8027' }],
  ['-1', { kind: 'unknown', operatorCode: '-1' }],
  ['a word of 0977123456', { kind: 'unknown', operatorCode: '200' }],
])('a collection that is answered %s', async (status, outcome) => {
  const { zamtel } = await startZamtel(answer({ status, message: 'about 260957123456' }));
  expect(await zamtel.collect(instruction)).toEqual(outcome);
});

test('a payout that is answered 2006 was refused because our float is low', async () => {
  const { zamtel } = await startZamtel(answer({ status: 2006 }));
  expect(await zamtel.payOut(instruction)).toEqual({
    kind: 'failed',
    reason: 'float_low',
    operatorCode: '2006',
  });
});

test.each<[string, StubReply]>([
  ['silence', 'silence'],
  ['a connection torn down', 'reset'],
  ['a 500', { status: 500, json: { status: '0' } }],
  ['a page', { status: 200, text: '<html>' }],
  ['an answer without a word', answer({})],
])('%s is unknown: nothing tells what became of it', async (_what, reply) => {
  const { zamtel, stub } = await startZamtel(reply);
  expect((await zamtel.collect(instruction)).kind).toBe('unknown');
  expect((await zamtel.payOut(instruction)).kind).toBe('unknown');
  expect(stub.requests).toHaveLength(2);
});

test('there is nothing to ask afterwards, and so nobody is asked', async () => {
  const { zamtel, stub } = await startZamtel(answer({ status: '0' }));
  const unknown = { kind: 'unknown', operatorCode: 'NO_STATUS_CALL' };
  expect(await zamtel.collectionStatus(attemptId)).toEqual(unknown);
  expect(await zamtel.payoutStatus(attemptId)).toEqual(unknown);
  expect(await zamtel.balance('payout')).toBeUndefined();
  expect(zamtel.readCallback('{}')).toBeUndefined();
  expect(stub.requests).toEqual([]);
});

test('no secret, number or address reaches the log, whatever goes wrong', async () => {
  for (const reply of ['silence', 'reset', answer({ status: '2001' })] as StubReply[]) {
    const { zamtel, stub, log } = await startZamtel(reply);
    await zamtel.payOut(instruction);
    await stub.close();
    await zamtel.payOut(instruction);
    const text = log.entries.join('\n');
    expect(log.entries).toHaveLength(2);
    for (const secret of [...Object.values(secrets), 'p%40ss', 'credential=', '957123456', 'B2CReq']) {
      expect(text).not.toContain(secret);
    }
  }
});
