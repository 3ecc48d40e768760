import { kwacha } from '@thumba/lending/money';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { apply, PATIENCE, pay } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { openText } from '../../platform/sealed-text.ts';
import { OVER, offerDesk, type Wish } from './counter-offer.test-support.ts';
import { askForEvidence } from './evidence.ts';
import { type Applicant, applicant, reviewDeps } from './review.test-support.ts';

let server: AppServer;
let desk: ReturnType<typeof offerDesk>;
beforeAll(async () => {
  server = await startAppServer();
  desk = offerDesk(server);
});
afterAll(() => server.stop());

describe('a counter-offer', () => {
  test('is told by SMS, stands on home beside what was asked for, and shows its whole cost and contract', async () => {
    const one = await desk.offered();
    expect((await desk.homeOf(one)).counterOffer).toMatchObject({
      orderId: one.orderId,
      ...{ amount: 200, days: 30, askedAmount: 300, askedDays: 30 },
    });
    const { items } = await one.borrower.ask('listMessages', { query: {} });
    expect(items[0]!.text).toBe(
      'You asked for K300.00. We can offer you K200.00. Open the app within 48 hours to see what it costs, and to say yes or no.',
    );
    const shown = await desk.lookAt(one);
    expect(shown).toMatchObject({
      asked: { amount: 300, days: 30 },
      estimate: { principal: 200, plans: [{ principal: 200 }] },
      termId: 1,
    });
    expect(JSON.stringify(shown.contract.clauses)).toContain('K200.00');
    expect(JSON.stringify([shown, await desk.homeOf(one)])).not.toMatch(/the income is small|mary/);
    expect(await desk.loanOf(one)).toMatchObject({ state: 'applied', principal_ngwee: 30_000, payouts: 0 });
  });

  test('that is signed is the loan: approved by the person who made it, paid out and repaid for the amount signed', async () => {
    const one = await desk.offered();
    const body = await desk.signing(one);
    expect(await desk.sign(one, body)).toMatchObject({
      code: 200,
      data: { orderId: one.orderId, userStatus: 4 },
    });
    expect(await desk.loanOf(one)).toMatchObject({ principal_ngwee: 20_000, of_plans: 20_000, payouts: 1 });
    expect(await desk.statesOf(one)).toEqual(['signed']);
    const [decision] = await server.query(
      'select borrower_id, loan_id, review_outcome, review_reason, reviewed_by from loan_decision where loan_id = $1',
      [one.orderId],
    );
    expect(decision).toMatchObject({ review_outcome: 'approve', reviewed_by: 'staff:mary' });
    const { borrower_id, loan_id, review_reason } = decision;
    const place = { borrower_id, loan_id };
    expect(openText(server.sealing, 'loan_decision.review_reason', place, review_reason)).toBe(
      'the income is small',
    );
    expect(
      await server.query(
        `select kind, actor from loan_event where loan_id = $1 and loan_version = 3 order by ordinal`,
        [one.orderId],
      ),
    ).toEqual([
      { kind: 'counter_offer_signed', actor: 'borrower' },
      { kind: 'approved', actor: 'staff:mary' },
      { kind: 'payout_started', actor: 'borrower' },
    ]);
    const acceptances = await server.query(
      `select loan_version, contract_version, shown -> 'principalNgwee' as principal from loan_acceptance
       where loan_id = $1 order by 1`,
      [one.orderId],
    );
    expect(acceptances).toEqual([
      { loan_version: 1, contract_version: body.contractVersion, principal: 30_000 },
      { loan_version: 3, contract_version: body.contractVersion, principal: 20_000 },
    ]);
    await vi.waitFor(async () => expect((await desk.loanOf(one)).state).toBe('active'), PATIENCE);
    expect((await server.handset.phone(one.borrower.mobile)).balance).toBe(10_200);
    const contract = await one.borrower.ask('getLoanContract', { params: { id: one.orderId } });
    expect(JSON.stringify(contract.clauses)).toContain('K200.00');
    await pay(server, one.borrower, one.orderId);
    expect((await desk.loanOf(one)).state).toBe('settled');
  });

  test.each([
    ['more plans', { termId: 3, amountNgwee: kwacha(300) }, 1, 3],
    ['fewer plans', { termId: 1, amountNgwee: kwacha(300) }, 3, 1],
  ])('of %s writes the plans of what was signed', async (_what, wish, askedTerm, plans) => {
    const one = await applicant(server);
    if (askedTerm !== 1) {
      await desk.decide(one, 'decline');
      server.clock.advance({ hours: 24 * 8 });
      await server.passDays(8);
      one.orderId = (await apply(one.borrower, { amount: 300, termId: askedTerm })).orderId;
    }
    expect(await desk.offer(one, wish)).toMatchObject({ ok: true });
    expect(await desk.sign(one, await desk.signing(one))).toMatchObject({ code: 200 });
    expect(await desk.loanOf(one)).toMatchObject({ plans, of_plans: 30_000, term_id: String(wish.termId) });
  });

  test('that the borrower says no to ends the application, and the next one need not wait', async () => {
    const one = await desk.offered();
    const { offerId } = await desk.lookAt(one);
    expect(await desk.sayNo(one, offerId)).toMatchObject({ code: 200, data: null });
    expect(await desk.sayNo(one, offerId)).toMatchObject({ code: 200 });
    expect(await desk.loanOf(one)).toMatchObject({ state: 'cancelled', payouts: 0 });
    expect(await desk.statesOf(one)).toEqual(['refused']);
    const home = await desk.homeOf(one);
    expect(home.userStatus).toBe(1);
    expect(home).not.toHaveProperty('rejectedUntil');
    const { items } = await one.borrower.ask('listMessages', { query: {} });
    expect(items[0]!.text).toBe(
      'You said no to our offer of K200.00, and your application is closed. You can apply again when you like.',
    );
    expect(await apply(one.borrower, { amount: 300 })).toMatchObject({ userStatus: 2 });
  });

  test('that is not answered in 48 hours ends the application in the same way', async () => {
    const one = await desk.offered();
    const body = await desk.signing(one);
    server.clock.advance({ hours: 47, minutes: 59 });
    await desk.lapse();
    expect(await desk.statesOf(one)).toEqual(['offered']);
    server.clock.advance({ minutes: 1 });
    expect(await desk.homeOf(one)).not.toHaveProperty('counterOffer');
    expect(await desk.sign(one, body)).toMatchObject(OVER);
    expect(await desk.sayNo(one, body.offerId)).toMatchObject(OVER);
    expect(await desk.lapse()).toBeGreaterThan(0);
    expect(await desk.statesOf(one)).toEqual(['lapsed']);
    expect(await desk.loanOf(one)).toMatchObject({ state: 'cancelled', payouts: 0 });
    const { items } = await one.borrower.ask('listMessages', { query: {} });
    expect(items[0]!.text).toMatch(/^Our offer of K200\.00 is over, and your application is closed\./);
    expect(await apply(one.borrower, { amount: 300 })).toMatchObject({ userStatus: 2 });
  });

  test('takes the place of an earlier one, whose signature is refused and does nothing', async () => {
    const one = await desk.offered();
    const earlier = await desk.signing(one);
    expect(await desk.offer(one, { amountNgwee: kwacha(250) })).toMatchObject({ ok: true });
    expect(await desk.sign(one, earlier)).toMatchObject({
      ...OVER,
      msg: 'This offer is over, or another one has taken its place',
    });
    expect(await desk.sayNo(one, earlier.offerId)).toMatchObject(OVER);
    expect(await desk.loanOf(one)).toMatchObject({ state: 'applied', principal_ngwee: 30_000, payouts: 0 });
    expect(await desk.statesOf(one)).toEqual(['ended', 'offered']);
    expect((await desk.lookAt(one)).estimate.principal).toBe(250);
    expect(await desk.sign(one, await desk.signing(one))).toMatchObject({ code: 200 });
    expect(await desk.loanOf(one)).toMatchObject({ principal_ngwee: 25_000, payouts: 1 });
  });

  test.each(['approve', 'decline'] as const)('ends when staff %s', async (outcome) => {
    const one = await desk.offered();
    const body = await desk.signing(one);
    expect(await desk.decide(one, outcome)).toMatchObject({ ok: true });
    expect(await desk.sign(one, body)).toMatchObject(OVER);
    expect(await desk.statesOf(one)).toEqual(['ended']);
    const { principal_ngwee, payouts } = await desk.loanOf(one);
    expect({ principal_ngwee, payouts }).toEqual({
      principal_ngwee: 30_000,
      payouts: outcome === 'approve' ? 1 : 0,
    });
  });

  test('ends when staff ask for evidence', async () => {
    const one = await desk.offered();
    const body = await desk.signing(one);
    const request = { loanId: one.orderId, kind: 'payslip' as const, reason: 'unclear', staffName: 'mary' };
    expect(await askForEvidence(await reviewDeps(server), request)).toMatchObject({ ok: true });
    expect(await desk.sign(one, body)).toMatchObject(OVER);
    expect(await desk.homeOf(one)).not.toHaveProperty('counterOffer');
  });

  test('that is signed several times at once is paid out once, and a repeated request gets its answer', async () => {
    const one = await desk.offered();
    const body = await desk.signing(one);
    const again = () => one.borrower.call('signCounterOffer', { body }, { idempotencyKey: 'one tap' });
    const signed = { code: 200, data: { orderId: one.orderId, userStatus: 4 } };
    expect(await Promise.all([again(), again()])).toMatchObject([signed, signed]);
    expect(await again()).toMatchObject(signed);
    expect(await desk.sign(one, body)).toMatchObject(OVER);
    expect(await desk.loanOf(one)).toMatchObject({ principal_ngwee: 20_000, payouts: 1 });
  });

  test('of two answers at once one counts', async () => {
    const one = await desk.offered();
    const body = await desk.signing(one);
    const answers = await Promise.all([desk.sign(one, body), desk.sayNo(one, body.offerId)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    const { state, payouts } = await desk.loanOf(one);
    expect(payouts).toBe(state === 'cancelled' ? 0 : 1);
  });
});

describe('staff offer what is allowed, and nothing else:', () => {
  let one: Applicant;
  beforeAll(async () => {
    one = await applicant(server);
  });

  test.each<[string, Wish, object]>([
    ['more than was asked for', { amountNgwee: kwacha(350) }, { kind: 'above_asked', askedNgwee: 30_000 }],
    ['what was asked for', { amountNgwee: kwacha(300) }, { kind: 'same_as_asked' }],
    ['a term that the product does not have', { termId: 5 }, { kind: 'unknown_term' }],
    [
      'less than the product lends',
      { amountNgwee: kwacha(50) },
      { kind: 'amount_below_minimum', minimumNgwee: 10_000 },
    ],
    ['an amount between the steps', { amountNgwee: kwacha(201) }, { kind: 'amount_not_on_step' }],
    ['more than limit and income allow', { amountNgwee: kwacha(2000) }, { kind: 'above_available' }],
    ['a term that the store does not allow', { minTermDays: 61 }, { kind: 'term_too_short_for_store' }],
  ])('%s is refused', async (_what, wish, refusal) => {
    expect(await desk.offer(one, wish)).toMatchObject({ ok: false, refusal });
    expect(await desk.statesOf(one)).toEqual([]);
  });

  test('an offer for an order that there is not is refused', async () => {
    expect(await desk.offer({ ...one, orderId: 1 })).toEqual({
      ok: false,
      refusal: { kind: 'no_such_loan' },
    });
  });

  test('an offer to a blocked borrower is refused', async () => {
    const blocked = await applicant(server);
    await server.query('update borrower set blocked_at = now() where borrower_id = $1', [
      blocked.borrower.borrowerId,
    ]);
    expect(await desk.offer(blocked)).toEqual({ ok: false, refusal: { kind: 'blocked' } });
  });

  test('an offer on a page that shows an earlier state is refused', async () => {
    const shown = await desk.shownOf(one);
    const older = { ...shown, loanVersion: shown.loanVersion - 1 };
    expect(await desk.offer(one, { shown: older })).toEqual({
      ok: false,
      refusal: { kind: 'order_changed' },
    });
  });
});

test('nothing of an offer is there for an application without one', async () => {
  const one = await applicant(server);
  const { borrower, orderId } = one;
  expect(await borrower.call('getCounterOffer', { body: { orderId } })).toMatchObject(OVER);
  expect(await desk.sayNo(one, 2)).toMatchObject(OVER);
});
