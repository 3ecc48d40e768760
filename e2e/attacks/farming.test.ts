import { createHash, randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createBorrowerClient } from '../../apps/server/src/demo/borrower-client.ts';
import { giveContacts, giveDetails } from '../../apps/server/src/demo/borrower-steps.ts';
import { drawnCard } from '../../apps/server/src/demo/drawn-card.ts';
import {
  type AppBorrower,
  addAccount as addAccountByCodes,
  apply,
  borrow,
  earnCredit,
  PATIENCE,
  pay,
  signUp,
} from '../../apps/server/test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../apps/server/test/app-server.ts';

let server: AppServer;
let card: string;
beforeAll(async () => {
  server = await startAppServer({ settings: { TRUST_PROXY: '1' } });
  card = await drawnCard({ firstName: 'Chipo', lastName: 'Lungu', idNumber: '300001/10/1' });
});
afterAll(() => server.stop());

let lastIdNumber = 300_000;

type Origin = { address?: string; deviceSecret?: string; mobile?: string };

/** A new borrower, who comes from an address, or from a phone that keeps a device secret. */
async function register({
  address,
  deviceSecret,
  mobile = server.newMobile(),
}: Origin): Promise<AppBorrower> {
  const headers: Record<string, string> = address === undefined ? {} : { 'X-Forwarded-For': address };
  const client = createBorrowerClient(server.url, () => server.clock.nowMs(), headers);
  await client.ask('sendSmsCode', { params: { phone: mobile } });
  const captcha = await server.handset.waitForCode(mobile);
  const { id, token } = await client.ask('mobileLogin', {
    body: { mobile, captcha, ...(deviceSecret === undefined ? {} : { deviceSecret }) },
  });
  client.setToken(token);
  return { ...client, borrowerId: id, mobile };
}

/** A new borrower who has given all details. */
async function arrive(origin: Origin = {}): Promise<AppBorrower> {
  const borrower = await register(origin);
  lastIdNumber += 1;
  const identity = {
    idNumber: `${lastIdNumber}/10/1`,
    firstName: 'Chipo',
    lastName: 'Lungu',
    birthDate: '1992-04-17',
  };
  await giveDetails(borrower, { identity, card: { front: card }, monthlyIncome: 5000 });
  return borrower;
}

async function decisionOn(borrower: AppBorrower, wish: { accountId?: number } = {}) {
  const terms = { productId: 1, amount: 100, termId: 1 };
  const { contractVersion } = await borrower.ask('productTrial', { body: terms });
  await borrower.ask('appManualGetLoan', {
    body: {
      ...terms,
      contractVersion,
      agreed: true,
      ...(wish.accountId === undefined ? {} : { repayAccountId: wish.accountId }),
    },
  });
  const [row] = await server.query(
    'select outcome, reasons, inputs from loan_decision where borrower_id = $1 order by loan_id desc limit 1',
    [borrower.borrowerId],
  );
  return row;
}

/** Adds an account with both codes, and waits the day after which it gets money. */
async function addAccount(borrower: AppBorrower, mobile: string): Promise<number> {
  server.clock.advance({ minutes: 1 });
  const { repayAccountId } = await addAccountByCodes(server, borrower, { mobile });
  server.clock.advance({ hours: 24 });
  return repayAccountId;
}

async function giftsOf({ borrowerId }: AppBorrower) {
  const [row] = await server.query(
    `select (select count(*) from wheel_chance where borrower_id = $1)::integer as chances,
       (select count(*) from borrower_coupon where borrower_id = $1)::integer as coupons`,
    [borrowerId],
  );
  return row;
}

describe('a limit that is farmed', () => {
  test('nine K100 loans taken and settled at once raise nothing and give no chance at the wheel', async () => {
    const farmer = await arrive();
    const before = await giftsOf(farmer);
    for (let loans = 0; loans < 9; loans += 1) {
      await pay(server, farmer, await borrow(farmer, { amount: 100 }));
    }
    expect(await farmer.ask('getMyLoanInfo', {})).toMatchObject({
      creditLimit: 2000,
      ladder: { step: 1, onTime: 0, minDaysHeld: 7, minAmount: 500 },
    });
    expect(await giftsOf(farmer)).toEqual(before);
    expect((await decisionOn(farmer)).inputs).toMatchObject({ onTimeLoans: 0 });
    const { items } = await farmer.ask('listMessages', { query: {} });
    expect(items.map(({ text }) => text).join('\n')).toContain(
      'It does not raise your limit: loans of K500.00 or more that are held for at least 7 days do.',
    );
  });

  test('a K100 loan held for its whole term and a K500 loan of six days raise nothing, and one of seven days counts', async () => {
    const borrower = await arrive();
    const small = await borrow(borrower, { amount: 100 });
    await server.passDays(29);
    await pay(server, borrower, small);
    expect(await borrower.ask('getMyLoanInfo', {})).toMatchObject({ ladder: { onTime: 0 } });
    const short = await borrow(borrower, { amount: 500 });
    await server.passDays(6);
    await pay(server, borrower, short);
    expect(await borrower.ask('getMyLoanInfo', {})).toMatchObject({ ladder: { onTime: 0 } });
    const large = await borrow(borrower, { amount: 500 });
    await server.passDays(7);
    const before = await giftsOf(borrower);
    await pay(server, borrower, large);
    expect(await borrower.ask('getMyLoanInfo', {})).toMatchObject({ ladder: { onTime: 1 } });
    expect((await giftsOf(borrower)).chances).toBe(before.chances + 1);
  });
});

test('the fourth of six accounts on one phone is referred without any consent', async () => {
  const deviceSecret = createHash('sha256').update('one phone').digest('base64url');
  const decisions = [];
  for (let accounts = 0; accounts < 6; accounts += 1) {
    decisions.push(await decisionOn(await arrive({ deviceSecret })));
  }
  expect(decisions.map(({ outcome }) => outcome)).toEqual([
    'approve',
    'approve',
    'approve',
    'refer',
    'refer',
    'refer',
  ]);
  expect(decisions[3]).toMatchObject({ reasons: ['device_to_check'], inputs: { accountsOnDevice: 4 } });
});

describe('three borrowers with one payout number', () => {
  test('the first is paid and claims the number, the others are referred', async () => {
    const shared = server.newMobile();
    const [first, second, third] = [await arrive(), await arrive(), await arrive()];
    expect(await decisionOn(first, { accountId: await addAccount(first, shared) })).toMatchObject({
      outcome: 'approve',
    });
    for (const borrower of [second, third]) {
      expect(await decisionOn(borrower, { accountId: await addAccount(borrower, shared) })).toMatchObject({
        outcome: 'refer',
        reasons: ['payout_number_shared'],
      });
    }
    expect(
      await server.query('select borrower_id from payout_number where mobile_hash = $1', [
        server.sealing.lookupHash('mobile', shared),
      ]),
    ).toEqual([{ borrower_id: first.borrowerId }]);
  });

  test('a number that another borrower signs in with gets no loan, no wallet credit and no payout again', async () => {
    const owner = await arrive();
    const thief = await arrive();
    await earnCredit(server, thief);
    const accountId = await addAccount(thief, owner.mobile);
    expect(await thief.call('payOutWallet', { body: { repayAccountId: accountId } })).toMatchObject({
      code: 409,
      data: { reason: 'payout_number_shared' },
    });
    expect(await decisionOn(thief, { accountId })).toMatchObject({
      outcome: 'refer',
      reasons: ['payout_number_shared'],
    });

    // The operator refuses payouts to this number, so the borrower sends the loan again.
    const again = await arrive({ mobile: '0966666666' });
    const { orderId } = await apply(again, { amount: 100 });
    await vi.waitFor(async () => {
      const { status } = await again.ask('queryLoanDetail', { params: { id: orderId } });
      expect(status).toBe('payout_failed');
    }, PATIENCE);
    const repayAccountId = await addAccount(again, owner.mobile);
    expect(await again.call('retryPayout', { body: { orderId, repayAccountId } })).toMatchObject({
      code: 409,
      data: { reason: 'payout_number_shared' },
    });
  });

  test('two who apply with one number at the same moment are not both paid', async () => {
    const shared = server.newMobile();
    const both = [await arrive(), await arrive()];
    const accounts = [await addAccount(both[0]!, shared), await addAccount(both[1]!, shared)];
    const decisions = await Promise.all(
      both.map((borrower, index) => decisionOn(borrower, { accountId: accounts[index]! })),
    );
    expect(decisions.map(({ outcome }) => outcome).sort()).toEqual(['approve', 'refer']);
  });
});

test('the fourth borrower who names the same emergency contact is referred', async () => {
  const decisions = [];
  for (let borrowers = 0; borrowers < 4; borrowers += 1) {
    const borrower = await arrive();
    await giveContacts(borrower, ['0977888001', `0967${String(randomInt(1_000_000)).padStart(6, '0')}`]);
    decisions.push(await decisionOn(borrower));
  }
  expect(decisions.map(({ outcome }) => outcome)).toEqual(['approve', 'approve', 'approve', 'refer']);
  expect(decisions[3]).toMatchObject({ reasons: ['contacts_to_check'], inputs: { borrowersOnContact: 4 } });
});

describe('one network', () => {
  const addressIn = (network: string, host: number) => `${network}.${host}`;

  test('the application after twenty registrations from its network is referred, and one of another is not', async () => {
    for (let host = 1; host <= 20; host += 1) {
      await register({ address: addressIn('198.51.100', host) });
      server.clock.advance({ minutes: 3 });
    }
    const last = await arrive({ address: addressIn('198.51.100', 200) });
    expect(await decisionOn(last)).toMatchObject({
      outcome: 'refer',
      reasons: ['network_to_check'],
      inputs: { registrationsFromNetwork: 21 },
    });
    const elsewhere = await arrive({ address: addressIn('203.0.113', 200) });
    expect(await decisionOn(elsewhere)).toMatchObject({
      outcome: 'approve',
      inputs: { registrationsFromNetwork: 1, applicationsFromNetwork: 1 },
    });
  });

  test('applications from a /48 of IPv6 are counted as one network', async () => {
    const first = await arrive({ address: '2001:db8:7:1::1' });
    const second = await arrive({ address: '2001:db8:7:ffff::2' });
    await decisionOn(first);
    expect((await decisionOn(second)).inputs).toMatchObject({
      registrationsFromNetwork: 2,
      applicationsFromNetwork: 2,
    });
  });

  test('an address of the machine itself is no network, and nothing is kept of it', async () => {
    const borrower = await signUp(server);
    await apply(borrower, { amount: 100 });
    expect(
      await server.query(`select kind from borrower_trace where borrower_id = $1 order by kind`, [
        borrower.borrowerId,
      ]),
    ).toEqual([{ kind: 'contact' }, { kind: 'contact' }, { kind: 'payout_number' }]);
  });
});
