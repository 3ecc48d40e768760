import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf, type CallServer, startCallServer } from '../../../test/call-server.ts';
import { dumpDatabase, secretsIn } from '../../../test/database-dump.ts';
import { operatorPrefixes } from '../../book/settings/operator-settings.ts';
import { operatorOfMobile } from '../../money/payment/operators/numbers.ts';
import { addAccount as addAccountByCode, findAccount } from './accounts.ts';
import { findBorrowerMobile } from './queries.ts';
import { registerBorrowerRoutes } from './routes.ts';
import { registerStepUpRoutes } from './step-up-routes.ts';

let server: CallServer;
let lastMobile = 0;

beforeAll(async () => {
  server = await startCallServer({
    register(routes, parts) {
      const lender = { phone: '0211 000 000' };
      registerStepUpRoutes(routes, { ...parts, lender, appHost: undefined });
      registerBorrowerRoutes(routes, {
        ...parts,
        lender,
        today: () => parts.calendar.today(),
        onNewMessages() {},
        askHolderName: async () => undefined,
        operatorOfMobile: (mobile) => operatorOfMobile(mobile, operatorPrefixes.parse(undefined)),
      });
    },
  });
});
afterAll(() => server.stop());

const newMobile = (prefix = '0977') => `${prefix}${String(++lastMobile).padStart(6, '0')}`;
const masked = (mobile: string) => `${mobile.slice(0, 3)} **** ${mobile.slice(7)}`;
const listAccounts = async (token: string) => (await server.call('listAccounts', { token })).data;

async function addAccount(token: string, mobile: string, operator?: string) {
  const captcha = await server.requestCode(mobile);
  const code = await stepUpCode(token);
  return server.call('addAccount', { token, body: { mobile, captcha, operator, stepUpCode: code } });
}

async function stepUpCode(token: string): Promise<string> {
  expect(await server.call('sendStepUpCode', { token, body: { purpose: 'account' } })).toMatchObject({
    code: 200,
  });
  return server.sms.sent.at(-1)!.text.slice(0, 6);
}

/** Adds an account below the second code, so that many can be added at once. */
async function addBelowStepUp(borrowerId: number, mobile: string, code: string) {
  return addAccountByCode(server.db, server.sealing, {
    borrowerId,
    mobile,
    code,
    chosenOperator: 'mtn',
    likelyOperator: undefined,
    asker: { address: addressOf(mobile) },
    freeWrongCodes: { perAddress: 1000, perNetwork: 1000 },
    isTrusted: true,
    now: new Date(server.clock.nowMs()),
    today: server.calendar.today(),
    lenderPhone: '0211 000 000',
  });
}

test('the number a borrower signs in with is the first account', async () => {
  const mobile = newMobile();
  const { token } = await server.signIn(mobile);
  expect(await listAccounts(token)).toEqual([
    { repayAccountId: expect.any(Number), mobile: masked(mobile), operator: 'airtel', isDefault: true },
  ]);
});

test('a code sent to another number adds it, at the operator of its prefix or the one chosen', async () => {
  const { token } = await server.signIn(newMobile());
  const [second, ported] = [newMobile('0966'), newMobile('0955')];
  expect(await addAccount(token, second)).toMatchObject({
    code: 200,
    data: { mobile: masked(second), operator: 'mtn', isDefault: false },
  });
  expect(await addAccount(token, ported, 'airtel')).toMatchObject({
    code: 200,
    data: { operator: 'airtel' },
  });
  expect(await listAccounts(token)).toHaveLength(3);
});

test('a number that is added again keeps its account and takes the operator chosen now', async () => {
  const { token } = await server.signIn(newMobile());
  const mobile = newMobile('0966');
  const first = await addAccount(token, mobile);
  server.clock.advance({ minutes: 1 });
  expect(await addAccount(token, mobile, 'zamtel')).toMatchObject({
    code: 200,
    data: { repayAccountId: first.data.repayAccountId, operator: 'zamtel' },
  });
  server.clock.advance({ minutes: 1 });
  expect(await addAccount(token, mobile)).toMatchObject({ data: { operator: 'zamtel' } });
  expect(await listAccounts(token)).toHaveLength(2);
});

test('what a person decided about the holder of a number ends with its operator', async () => {
  const { token } = await server.signIn(newMobile());
  const mobile = newMobile('0966');
  const first = await addAccount(token, mobile);
  const account = [first.data.repayAccountId];
  await server.owner.pool.query(
    `update repay_account set holder_asked_at = now(), holder_name_sealed = 'name', holder_cleared_at = now(),
       holder_cleared_by = 'staff:mary', holder_reason_sealed = 'reason' where account_id = $1`,
    account,
  );
  const decided = `select holder_name_sealed, holder_cleared_at, holder_cleared_by, holder_reason_sealed
    from repay_account where account_id = $1`;
  server.clock.advance({ minutes: 1 });
  await addAccount(token, mobile, 'mtn');
  expect((await server.owner.pool.query(decided, account)).rows[0]).toMatchObject({
    holder_cleared_by: 'staff:mary',
    holder_reason_sealed: Buffer.from('reason'),
  });
  server.clock.advance({ minutes: 1 });
  await addAccount(token, mobile, 'zamtel');
  expect((await server.owner.pool.query(decided, account)).rows).toEqual([
    {
      ...{ holder_name_sealed: null, holder_cleared_at: null },
      ...{ holder_cleared_by: null, holder_reason_sealed: null },
    },
  ]);
});

test('a number of an unknown prefix needs its operator chosen, and the code is not used up by asking', async () => {
  const { token } = await server.signIn(newMobile('0988'));
  expect(await listAccounts(token)).toEqual([]);
  const mobile = newMobile('0988');
  const captcha = await server.requestCode(mobile);
  expect(await server.call('addAccount', { token, body: { mobile, captcha } })).toMatchObject({
    code: 400,
    data: { fields: { operator: 'Please choose a mobile-money operator' } },
  });
  expect(
    await server.call('addAccount', {
      token,
      body: { mobile, captcha, operator: 'airtel', stepUpCode: await stepUpCode(token) },
    }),
  ).toMatchObject({ code: 200, data: { isDefault: true } });
});

test('a wrong code adds nothing and ends after five tries', async () => {
  const { token, id } = await server.signIn(newMobile());
  const mobile = newMobile();
  const captcha = await server.requestCode(mobile);
  const wrong = String((Number(captcha) + 1) % 10_000).padStart(4, '0');
  const answers = await Promise.all(Array.from({ length: 30 }, () => addBelowStepUp(id, mobile, wrong)));
  expect(
    answers.filter((answer) => 'wrongCode' in answer && answer.wrongCode?.tries_left !== null),
  ).toHaveLength(5);
  const body = { mobile, captcha, stepUpCode: await stepUpCode(token) };
  const address = addressOf(mobile);
  expect(await server.call('addAccount', { token, address, body })).toMatchObject({
    code: 400,
    data: { fields: { captcha: 'This code no longer works. Please get a new one.' } },
  });
  expect(await listAccounts(token)).toHaveLength(1);
});

test('a code that a device asked for adds an account from its session only, also if the request does not say the device', async () => {
  const secrets = ['a', 'b'].map((letter) => letter.repeat(43));
  const [token, ofOtherDevice] = await Promise.all(
    secrets.map(async (deviceSecret) => {
      const phone = newMobile();
      const captcha = await server.requestCode(phone, { headers: { deviceSecret } });
      const answer = await server.call('mobileLogin', { body: { mobile: phone, captcha, deviceSecret } });
      return answer.data.token as string;
    }),
  );
  const mobile = newMobile();
  const captcha = await server.requestCode(mobile, { headers: { deviceSecret: secrets[0]! } });
  const add = async (as: string) =>
    server.call('addAccount', { token: as, body: { mobile, captcha, stepUpCode: await stepUpCode(as) } });
  expect(await add(ofOtherDevice!)).toMatchObject({
    code: 400,
    data: { fields: { captcha: expect.any(String) } },
  });
  expect(await add(token!)).toMatchObject({ code: 200 });
});

test('a code sent to one number does not add another', async () => {
  const { token } = await server.signIn(newMobile());
  const captcha = await server.requestCode(newMobile());
  const body = { mobile: newMobile(), captcha, stepUpCode: await stepUpCode(token) };
  const answer = await server.call('addAccount', { token, body });
  expect(answer).toMatchObject({ code: 400, data: { fields: { captcha: expect.any(String) } } });
});

test('of two first accounts at once one is the default one', async () => {
  const { id } = await server.signIn(newMobile('0988'));
  const mobiles = Array.from({ length: 6 }, () => newMobile('0966'));
  const codes = await Promise.all(mobiles.map((mobile) => server.requestCode(mobile)));
  const answers = await Promise.all(
    mobiles.map((mobile, index) => addBelowStepUp(id, mobile, codes[index]!)),
  );
  const added = answers.flatMap((answer) => ('account' in answer ? [answer.account] : []));
  expect(added).toHaveLength(6);
  expect(added.filter((account) => account.isDefault)).toHaveLength(1);
  expect(added.filter((account) => account.payoutsFrom === null)).toHaveLength(1);
});

test('an account is found by its owner only, and without an id the default one is', async () => {
  const mobile = newMobile();
  const [owner, other] = [await server.signIn(mobile), await server.signIn(newMobile())];
  const [account] = await listAccounts(owner.token);
  const find = (borrowerId: number, accountId?: number) =>
    findAccount(server.db, server.sealing, borrowerId, accountId);
  expect(await find(owner.id, account.repayAccountId)).toMatchObject({ mobile, operator: 'airtel' });
  expect(await find(owner.id)).toMatchObject({ accountId: account.repayAccountId, isDefault: true });
  expect(await find(other.id, account.repayAccountId)).toBeUndefined();
});

test('a mobile number is known to the server and not to a reader of its database', async () => {
  const [mobile, added] = [newMobile(), newMobile('0966')];
  const { token, id } = await server.signIn(mobile);
  await addAccount(token, added);
  expect(await findBorrowerMobile(server.db, server.sealing, id)).toBe(mobile);
  expect(
    secretsIn(await dumpDatabase(server.owner), [mobile, added, mobile.slice(1), added.slice(1)]),
  ).toEqual([]);
  expect(secretsIn(server.logLines.join(''), [mobile, added])).toEqual([]);
});
