import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type AppBorrower,
  apply,
  borrow,
  earnCredit,
  PATIENCE,
  pay,
  signUp,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';

let server: AppServer;
let thandiwe: StaffMember;
let chanda: StaffMember;
let musonda: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  thandiwe = await hire(server, { maker, checker }, { userName: 'thandiwe', roles: ['support'] });
  chanda = await hire(server, { maker, checker }, { userName: 'chanda', roles: ['support'] });
  musonda = await hire(server, { maker, checker }, { userName: 'musonda', roles: ['compliance'] });
});
afterAll(() => server.stop());

const REASON = 'the operator told of a new SIM';
const change = (
  { client }: StaffMember,
  name: 'holdPayouts' | 'releasePayouts',
  { borrowerId }: AppBorrower,
) => client.call(name, { params: { borrowerId }, body: { reason: REASON } });

const payoutsOf = (borrower: AppBorrower) =>
  server.query(
    `select state, held_reason from payment_attempt where borrower_id = $1 and direction = 'payout'`,
    [borrower.borrowerId],
  );

test('a payout that is held does not go, its borrower reads that a person looks, and it goes once after the release', async () => {
  const borrower = await signUp(server);
  expect(await change(thandiwe, 'holdPayouts', borrower)).toMatchObject({ code: 200 });
  const { orderId } = await apply(borrower, { amount: 300 });
  await vi.waitFor(async () => {
    server.clock.advance({ seconds: 5 });
    expect(await payoutsOf(borrower)).toMatchObject([{ held_reason: 'under_review' }]);
  }, PATIENCE);
  const waiting = await borrower.ask('queryLoanDetail', { params: { id: orderId } });
  expect(waiting.status).not.toBe('active');
  expect(JSON.stringify(waiting)).toContain('A person is looking at it.');
  expect(JSON.stringify(waiting)).not.toMatch(/SIM|swap/);

  expect(await change(chanda, 'releasePayouts', borrower)).toMatchObject({ code: 200 });
  await vi.waitFor(async () => {
    server.clock.advance({ seconds: 5 });
    expect((await borrower.ask('queryLoanDetail', { params: { id: orderId } })).status).toBe('active');
  }, PATIENCE);
  expect(await payoutsOf(borrower)).toMatchObject([{ state: 'succeeded' }]);
});

test('no role but compliance is told that a payout is under review, on the page of the loan and of the payment', async () => {
  const borrower = await signUp(server);
  expect(await change(thandiwe, 'holdPayouts', borrower)).toMatchObject({ code: 200 });
  const { orderId: loanId } = await apply(borrower, { amount: 300 });
  await vi.waitFor(async () => {
    server.clock.advance({ seconds: 5 });
    expect(await payoutsOf(borrower)).toMatchObject([{ held_reason: 'under_review' }]);
  }, PATIENCE);
  const pagesFor = async ({ client }: StaffMember) => {
    const { data: loan } = await client.call('getLoan', { params: { loanId } });
    const params = { payerId: borrower.borrowerId, paymentId: loan.payout!.paymentId };
    const { data: payment } = await client.call('getStaffPayment', { params });
    return { loan, payment };
  };
  const forSupport = await pagesFor(thandiwe);
  expect(JSON.stringify(forSupport)).not.toContain('under_review');
  expect(forSupport).toMatchObject({
    loan: { payout: { heldFor: 'needs_person' } },
    payment: { held: { reason: 'needs_person' }, operatorCode: 'needs_person' },
  });
  expect(forSupport.payment.history).toContainEqual(
    expect.objectContaining({ what: 'held', code: 'needs_person' }),
  );
  expect(await pagesFor(musonda)).toMatchObject({
    loan: { payout: { heldFor: 'under_review' } },
    payment: { held: { reason: 'under_review' }, operatorCode: 'under_review' },
  });
});

test('a payout of wallet credit waits in the same way', async () => {
  const borrower = await signUp(server);
  await earnCredit(server, borrower);
  await change(thandiwe, 'holdPayouts', borrower);
  const { paymentId } = await borrower.ask('payOutWallet', { body: {} });
  const payout = async () =>
    (
      await server.query(
        `select state, held_reason from payment_attempt where borrower_id = $1 and purpose = 'wallet_payout'`,
        [borrower.borrowerId],
      )
    )[0];
  await vi.waitFor(async () => {
    server.clock.advance({ seconds: 5 });
    expect(await payout()).toMatchObject({ state: 'created', held_reason: 'under_review' });
  }, PATIENCE);
  expect(await change(chanda, 'releasePayouts', borrower)).toMatchObject({ code: 200 });
  await vi.waitFor(async () => {
    server.clock.advance({ seconds: 5 });
    expect((await borrower.ask('getPayment', { params: { paymentId } })).status).toBe('succeeded');
  }, PATIENCE);
});

test('repayments go on while payouts are held', async () => {
  const borrower = await signUp(server);
  const orderId = await borrow(borrower);
  await change(thandiwe, 'holdPayouts', borrower);
  await pay(server, borrower, orderId, { amount: 100 });
  const [{ state }] = await server.query(
    `select state from payment_attempt where borrower_id = $1 and direction = 'collection'`,
    [borrower.borrowerId],
  );
  expect(state).toBe('succeeded');
});

test('a hold has its reason, is made once, and is released by another person, also in the database', async () => {
  const borrower = await signUp(server);
  const params = { borrowerId: borrower.borrowerId };
  expect(await change(chanda, 'releasePayouts', borrower)).toMatchObject({ code: 409, reason: 'not_held' });
  await change(thandiwe, 'holdPayouts', borrower);
  expect(await change(chanda, 'holdPayouts', borrower)).toMatchObject({ code: 409, reason: 'held_already' });
  const shown = await chanda.client.call('getBorrower', { params });
  expect(shown.data.payoutHold).toMatchObject({ by: 'Person thandiwe', reason: REASON });
  expect(await change(thandiwe, 'releasePayouts', borrower)).toMatchObject({ code: 403, reason: 'own_hold' });
  const release = (actor: string, heldBy: string) =>
    server.query(
      `insert into borrower_block_event (borrower_id, kind, note_sealed, actor, ended_hold_id, held_by, recorded_at)
       select borrower_id, 'payouts_released', '', $2, event_id, $3, now() from borrower_block_event
       where borrower_id = $1`,
      [borrower.borrowerId, actor, heldBy],
    );
  await expect(release('staff:thandiwe', 'staff:thandiwe')).rejects.toThrow(/release_by_another/);
  await expect(release('staff:thandiwe', 'staff:chanda')).rejects.toThrow(/ends_a_hold/);
  expect(await change(chanda, 'releasePayouts', borrower)).toMatchObject({ code: 200 });
  expect((await chanda.client.call('getBorrower', { params })).data.payoutHold).toBeNull();
  expect(await change(chanda, 'releasePayouts', borrower)).toMatchObject({ code: 409, reason: 'not_held' });
});
