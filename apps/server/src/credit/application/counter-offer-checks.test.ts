import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setHolder } from '../../../test/account-holder.ts';
import { addAccount } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { statement } from '../../platform/database.ts';
import { OVER, offerDesk, WAITS } from './counter-offer.test-support.ts';
import { applicant } from './review.test-support.ts';

let server: AppServer;
let desk: ReturnType<typeof offerDesk>;
beforeAll(async () => {
  server = await startAppServer();
  desk = offerDesk(server);
});
afterAll(() => server.stop());

const changeTermsStatement = statement<never, { loanId: number }>(
  'test: other terms',
  `update loan set terms = terms || '{"principalNgwee": 10000}' where loan_id = $loanId`,
);

describe('what holds at an approval holds at the signature:', () => {
  test('a borrower who was blocked since gets no money', async () => {
    const one = await desk.offered();
    const body = await desk.signing(one);
    await server.query('update borrower set blocked_at = now() where borrower_id = $1', [
      one.borrower.borrowerId,
    ]);
    expect(await desk.sign(one, body)).toMatchObject({ code: 403 });
    expect(await desk.loanOf(one)).toMatchObject({ state: 'applied', payouts: 0 });
  });

  test.each(['open', 'confirmed'] as const)(
    'a hit that is %s keeps the money, and is not told',
    async (state) => {
      const one = await desk.offered();
      const body = await desk.signing(one);
      await desk.hit(one, state);
      expect(await desk.sign(one, body)).toMatchObject(WAITS);
      expect(await desk.loanOf(one)).toMatchObject({ state: 'applied', payouts: 0 });
      expect(await desk.statesOf(one)).toEqual(['offered']);
    },
  );

  test('while lending is stopped nothing is signed, and the offer stands', async () => {
    const one = await desk.offered();
    const body = await desk.signing(one);
    const stop = { isStopped: true, reason: 'the float is empty', staffName: 'mary' };
    await server.query(
      `insert into lending_switch (is_stopped, reason, actor, switched_at) values ($1, $2, $3, now())`,
      [stop.isStopped, stop.reason, `staff:${stop.staffName}`],
    );
    const answer = await desk.sign(one, body);
    await server.query('alter table lending_switch disable trigger user');
    await server.query('delete from lending_switch');
    await server.query('alter table lending_switch enable trigger user');
    expect(answer).toMatchObject({ code: 409, data: { reason: 'lending_stopped' } });
    expect(await desk.statesOf(one)).toEqual(['offered']);
    expect(await desk.loanOf(one)).toMatchObject({ state: 'applied', payouts: 0 });
  });

  test('a borrower whom the rules decline gets no offer from one person, and signs none', async () => {
    const declined = await applicant(server);
    const one = await desk.offered();
    const body = await desk.signing(one);
    for (const { orderId } of [declined, one])
      await server.query(
        `update loan_decision set outcome = 'decline', reasons = '["income_too_low"]' where loan_id = $1`,
        [orderId],
      );
    expect(await desk.offer(declined)).toEqual({
      ok: false,
      refusal: { kind: 'override_needed', rules: ['income_too_low'] },
    });
    expect(await desk.sign(one, body)).toMatchObject(WAITS);
    expect(await desk.loanOf(one)).toMatchObject({ state: 'applied', payouts: 0 });
  });

  test('what a page showed is what is signed for', async () => {
    const one = await applicant(server);
    expect(await desk.offer(one, { shown: await desk.shownOf(one) })).toMatchObject({ ok: true });
    const body = await desk.signing(one);
    await server.query(
      `update borrower_identity set confirmed_at = confirmed_at + interval '1 second' where borrower_id = $1`,
      [one.borrower.borrowerId],
    );
    expect(await desk.sign(one, body)).toMatchObject(WAITS);
    expect(await desk.loanOf(one)).toMatchObject({ state: 'applied', payouts: 0 });
  });

  test('an account in another name that staff saw is allowed with the signature', async () => {
    const mobile = server.newMobile();
    await setHolder(server, mobile, 'Mwansa', 'Banda');
    const one = await applicant(server, { mobile });
    expect(await desk.offer(one, { shown: await desk.shownOf(one) })).toMatchObject({ ok: true });
    expect(await desk.sign(one, await desk.signing(one))).toMatchObject({ code: 200 });
    const [account] = await server.query(
      'select holder_cleared_by from repay_account where borrower_id = $1 and is_default',
      [one.borrower.borrowerId],
    );
    expect(account.holder_cleared_by).toBe('staff:mary');
  });

  test('money to another account than staff saw needs another look, and the offer stands no more', async () => {
    const one = await applicant(server);
    const { repayAccountId } = await addAccount(server, one.borrower, { mobile: server.newMobile() });
    server.clock.advance({ hours: 25 });
    expect(await desk.offer(one)).toMatchObject({ ok: true });
    const body = await desk.signing(one);
    const named = await one.borrower.call('retryPayout', { body: { orderId: one.orderId, repayAccountId } });
    expect(named).toMatchObject({ code: 200 });
    expect(await desk.sign(one, body)).toMatchObject(OVER);
    expect(await desk.homeOf(one)).not.toHaveProperty('counterOffer');
    server.clock.advance({ hours: 49 });
    await desk.lapse();
    expect(await desk.loanOf(one)).toMatchObject({ state: 'applied' });
  });

  test('without the agreement, or with the contract of another version, nothing is signed', async () => {
    const one = await desk.offered();
    const body = await desk.signing(one);
    expect(await desk.sign(one, { ...body, agreed: false as never })).toMatchObject({ code: 400 });
    expect(await desk.sign(one, { ...body, contractVersion: '2026-11e-p1v9-x1' })).toMatchObject({
      code: 409,
    });
    expect(await desk.loanOf(one)).toMatchObject({ state: 'applied' });
  });

  test('another borrower neither reads nor signs nor refuses the offer', async () => {
    const one = await desk.offered();
    const body = await desk.signing(one);
    const other = { ...(await applicant(server)), orderId: one.orderId };
    expect(await other.borrower.call('getCounterOffer', { body: { orderId: one.orderId } })).toMatchObject({
      code: 404,
    });
    expect(await desk.sign(other, body)).toMatchObject({ code: 404 });
    expect(await desk.sayNo(other, body.offerId)).toMatchObject({ code: 404 });
  });

  test('the program writes other terms into no loan that is not signed for them', async () => {
    const one = await desk.offered();
    const change = server.db.rows(changeTermsStatement, { loanId: one.orderId });
    await expect(change).rejects.toThrow(/the terms of a loan are those that were signed/);
  });
});
