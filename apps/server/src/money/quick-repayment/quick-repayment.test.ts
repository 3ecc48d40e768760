import type { Request } from '@thumba/contract/wire';
import { marked } from '@thumba/words/en-xa';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type AppBorrower,
  borrow,
  PATIENCE,
  pay,
  signUp,
  submitPayment,
  succeedAfterAll,
  type Wish,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';

type Asked = Partial<Request<'quickRepayRepayment'>['body']>;

const NOT_VALID = {
  code: 404,
  msg: 'This link is not valid any more. Please sign in to see your bill.',
  data: null,
};

/** K1,150 due on 21 December, one day before that, with the link of the reminder in hand. */
async function reminded(server: AppServer, wish: Wish = {}) {
  const borrower = await signUp(server);
  const orderId = await borrow(borrower, wish);
  const dueOn = await server.query('select due_on - $2::date as days from instalment where loan_id = $1', [
    orderId,
    server.today(),
  ]);
  await server.passDays(dueOn[0].days - 1);
  return { borrower, orderId, ...(await linkOf(server, borrower)) };
}

/** Opens the link of the last reminder on the phone, without a token. */
async function linkOf(server: AppServer, borrower: AppBorrower) {
  const code = await vi.waitFor(async () => {
    const { messages } = await server.handset.phone(borrower.mobile);
    const found = messages.map(({ text }) => /\/qp\?code=([\w-]{22})/.exec(text)?.[1]).find(Boolean);
    if (!found) throw new Error('no reminder has come');
    return found;
  }, PATIENCE);
  const anybody = server.newClient();
  const info = () => anybody.ask('quickRepayInfo', { body: { code } });
  const submit = async (asked: Asked = {}, options: { idempotencyKey?: string } = {}) => {
    const { plans } = await info();
    const body = { code, planId: plans[0]!.planId, payAmount: 100, payMobile: borrower.mobile, ...asked };
    return anybody.call('quickRepayRepayment', { body }, options);
  };
  const answer = async (mobile: string, action: 'approve' | 'refuse') => {
    const prompt = await server.handset.waitForPrompt(mobile);
    await server.handset.answer(mobile, prompt.id, action);
    const wanted = action === 'approve' ? 'succeeded' : 'failed';
    await vi.waitFor(async () => expect((await info()).payment?.status).toBe(wanted), PATIENCE);
    // The next one is a later one, also on a clock that stands still.
    server.clock.advance({ seconds: 1 });
  };
  return { code, anybody, info, submit, answer };
}

async function textsOn(server: AppServer, mobile: string): Promise<string[]> {
  return (await server.handset.phone(mobile)).messages.map(({ text }) => text);
}

describe('a link', () => {
  let server: AppServer;
  beforeAll(async () => {
    server = await startAppServer();
  });
  afterAll(() => server.stop());

  test('shows the bill, and of the borrower only what a mask leaves', async () => {
    const { borrower, orderId, info } = await reminded(server);
    expect(await info()).toEqual({
      name: 'C**** L****',
      mobile: `${borrower.mobile.slice(0, 3)} **** ${borrower.mobile.slice(7)}`,
      orderId,
      plans: [
        {
          planId: orderId * 100 + 1,
          loanPeriod: 1,
          dueDate: expect.any(String),
          remaining: 1150,
          principal: 1000,
          interest: 120,
          serviceFee: 30,
          penalty: 0,
          discount: 0,
        },
      ],
      dueNow: 0,
      remaining: 1150,
      lender: {
        name: 'Thumba Demo Lender',
        licence: 'Demonstration only: no licence, no real money',
        phone: '0211 000 000',
      },
      minRepayAmount: 20,
      operators: ['mtn', 'airtel'],
    });
  });

  test('stands on the bill of its borrower while it is valid, and on no other bill', async () => {
    const { borrower, orderId, code } = await reminded(server);
    const billOf = ({ ask }: AppBorrower, id: number) => ask('queryLoanDetail', { params: { id } });
    expect((await billOf(borrower, orderId)).payLink).toMatch(new RegExp(`^http.*/qp\\?code=${code}$`));
    const other = await signUp(server);
    const withoutReminder = await borrow(other);
    expect((await billOf(other, withoutReminder)).payLink).toBeUndefined();
    await pay(server, borrower, orderId);
    expect((await billOf(borrower, orderId)).payLink).toBeUndefined();
  });

  test('says what is due now, what is all, and what each instalment is made of', async () => {
    const { info } = await reminded(server, { termId: 3 });
    const before = await info();
    expect(before.dueNow).toBe(0);
    await server.passDays(3);
    const after = await info();
    const [first, second, third] = after.plans;
    expect(first!.penalty).toBeGreaterThan(0);
    expect(after.dueNow).toBe(first!.remaining);
    expect(after.remaining).toBeCloseTo(first!.remaining + second!.remaining + third!.remaining, 2);
    for (const plan of after.plans) {
      const { principal, interest, serviceFee, penalty, discount, remaining } = plan;
      expect(principal + interest + serviceFee + penalty - discount).toBeCloseTo(remaining, 2);
    }
  });

  test('is paid from any number, and both phones get a receipt', async () => {
    const { borrower, orderId, info, submit, answer } = await reminded(server);
    const friend = server.newMobile('airtel');
    const submitted = await submit({ payAmount: 400, payMobile: friend });
    expect(submitted).toMatchObject({ code: 200, data: { status: 'pending' } });
    expect((await info()).payment).toMatchObject({
      paymentId: submitted.data?.paymentId,
      status: 'pending',
      amount: 400,
      operator: 'airtel',
    });
    await answer(friend, 'approve');
    const { payment, plans } = await info();
    expect(plans[0]!.remaining).toBe(750);
    const { receiptNo } = payment!;
    const received = `Thank you. We received K400.00. Left to repay: K750.00. Receipt ${receiptNo}.`;
    const copy = `Thank you. We received your payment of K400.00. Receipt ${receiptNo}.`;
    await vi.waitFor(async () => {
      expect(await textsOn(server, borrower.mobile)).toContain(received);
      expect(await textsOn(server, friend)).toContain(copy);
    }, PATIENCE);
    expect(await textsOn(server, borrower.mobile)).not.toContain(copy);
    const { items } = await borrower.ask('listMessages', { query: {} });
    expect(items.map(({ text }) => text)).not.toContain(copy);
    expect(await borrower.ask('queryLoanDetail', { params: { id: orderId } })).toMatchObject({
      paid: 400,
      remaining: 750,
    });
  });

  test('is paid by a friend whose language is not known, who gets English', async () => {
    const { borrower, submit, answer } = await reminded(server);
    await borrower.ask('chooseLanguage', { body: { language: 'en-XA' } });
    const friend = server.newMobile('airtel');
    await submit({ payAmount: 400, payMobile: friend });
    await answer(friend, 'approve');
    const ofFriend = 'Thank you. We received your payment of K400.00.';
    await vi.waitFor(async () => {
      expect((await textsOn(server, borrower.mobile)).join()).toContain(marked('Left to repay').slice(1, -1));
      expect((await textsOn(server, friend)).join()).toContain(ofFriend);
    }, PATIENCE);
  });

  test("paid from the borrower's own number brings one receipt", async () => {
    const { borrower, submit, answer } = await reminded(server);
    await submit();
    await answer(borrower.mobile, 'approve');
    const thanks = async () =>
      (await textsOn(server, borrower.mobile)).filter((text) => text.startsWith('Thank you'));
    await vi.waitFor(async () => expect(await thanks()).toHaveLength(1), PATIENCE);
    const [{ payers }] = await server.query(
      'select array_agg(payer) as payers from payment_attempt where borrower_id = $1 and direction = $2',
      [borrower.borrowerId, 'collection'],
    );
    expect(payers).toEqual(['own_number']);
  });

  test.each([
    ['below the least', 10, 'minimum: 20'],
    [
      'leaving too little',
      1120,
      'The remaining amount is less than the minimum amount and the current repayment must be paid off',
    ],
    ['above the bill', 1200, 'The input amount cannot be greater than the remaining repayment amount'],
  ])('takes no amount %s', async (_, payAmount, msg) => {
    const { submit } = await reminded(server);
    expect(await submit({ payAmount })).toMatchObject({ code: 400, msg });
  });

  test('pays no other loan than its own', async () => {
    const [{ submit }, other] = [await reminded(server), await reminded(server)];
    expect((await submit({ planId: other.orderId * 100 + 1 })).code).toBe(404);
  });

  test('takes no second payment while one waits, whoever sent it', async () => {
    const { borrower, orderId, submit } = await reminded(server);
    const paymentId = await submitPayment(borrower, orderId, 100);
    expect(await submit({ payMobile: server.newMobile() })).toMatchObject({ code: 409, data: { paymentId } });
  });

  test('needs an operator that the number tells or the payer chooses, and that we are connected to', async () => {
    const { submit } = await reminded(server);
    expect(await submit({ payMobile: '0558000001' })).toMatchObject({
      code: 400,
      data: { fields: { operator: 'Please choose a mobile-money operator' } },
    });
    expect((await submit({ payMobile: server.newMobile('zamtel') })).code).toBe(400);
    expect((await submit({ payMobile: '0558000001', operator: 'mtn' })).code).toBe(200);
  });

  test('asked twice with one key asks once, also when its prompts are used up', async () => {
    const { borrower, submit, answer } = await reminded(server);
    for (const payAmount of [100, 101]) {
      await submit({ payAmount });
      await answer(borrower.mobile, 'refuse');
    }
    const key = { idempotencyKey: 'one-and-only' };
    const first = await submit({ payAmount: 102 }, key);
    expect(first.code).toBe(200);
    expect(await submit({ payAmount: 102 }, key)).toEqual(first);
    await answer(borrower.mobile, 'approve');
    expect(await submit({ payAmount: 102 }, key)).toEqual(first);
    expect((await submit({ payAmount: 103 }, key)).code).toBe(409);
  });

  test('brings three prompts an hour, and so does a number whatever the link', async () => {
    const { submit, answer } = await reminded(server);
    const friend = server.newMobile();
    for (let prompt = 1; prompt <= 3; prompt += 1) {
      // What a rule refuses sends no prompt.
      expect((await submit({ payAmount: 5, payMobile: friend })).code).toBe(400);
      expect((await submit({ payMobile: friend })).code).toBe(200);
      await answer(friend, 'refuse');
    }
    expect(await submit({ payMobile: server.newMobile() })).toEqual({
      code: 429,
      msg: 'Too many payments were asked for. Please try again in 60 minutes.',
      data: { retryAfterSeconds: 3597 },
    });
    const other = await reminded(server);
    expect((await other.submit({ payMobile: friend })).code).toBe(429);
    expect((await other.submit({ payMobile: server.newMobile() })).code).toBe(200);
    server.clock.advance({ seconds: 3600 });
    expect((await submit({ payMobile: friend })).code).toBe(200);
  });

  test.each(['', 'x', 'A'.repeat(22), '../../etc/passwd', '0977123456', 'Ä'.repeat(5000)])(
    'that was never sent (%#) says so, and nothing else',
    async (code) => {
      const anybody = server.newClient();
      expect(await anybody.call('quickRepayInfo', { body: { code } })).toEqual(NOT_VALID);
      const body = { code, planId: 1, payAmount: 100, payMobile: '0968000001' };
      expect(await anybody.call('quickRepayRepayment', { body })).toEqual(NOT_VALID);
    },
  );

  test('stands in no table, log or address of ours', async () => {
    const { code } = await reminded(server);
    const rows = await server.query(
      `select m::text as row from message m union all select l::text from repay_link l union all select r::text from reminder r`,
    );
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.filter(({ row }) => row.includes(code))).toEqual([]);
    expect(server.logLines.join('')).not.toContain(code);
  });
});

describe('a link ends', () => {
  async function serverFor() {
    const server = await startAppServer();
    onTestFinished(() => server.stop());
    return server;
  }

  test('when its loan is paid off, and an hour later for whoever paid it', async () => {
    const server = await serverFor();
    const { borrower, code, anybody, info, submit, answer } = await reminded(server);
    await submit({ payAmount: 1150, payMobile: server.newMobile() });
    const [paid] = await server.query(
      `select borrower_id, attempt_id, msisdn_sealed from payment_attempt where payer = 'other_number'`,
    );
    const mobile = server.sealing.open('payment_attempt.msisdn_sealed', paid, paid.msisdn_sealed);
    await answer(mobile, 'approve');
    expect(await info()).toMatchObject({
      plans: [],
      minRepayAmount: 0,
      payment: { status: 'succeeded', receiptNo: expect.any(String) },
    });
    const body = { code, planId: 1, payAmount: 20, payMobile: borrower.mobile };
    expect((await anybody.call('quickRepayRepayment', { body })).code).toBe(404);
    server.clock.advance({ seconds: 3600 });
    expect(await anybody.call('quickRepayInfo', { body: { code } })).toEqual(NOT_VALID);
  });

  test('for everybody at once when the loan is paid off another way', async () => {
    const server = await serverFor();
    const { borrower, orderId, code, anybody } = await reminded(server);
    await pay(server, borrower, orderId);
    expect(await anybody.call('quickRepayInfo', { body: { code } })).toEqual(NOT_VALID);
  });

  test('thirty days after the last reminder that carried it', async () => {
    const server = await serverFor();
    const { borrower, orderId, code, anybody } = await reminded(server);
    const [{ expires_on: expiresOn }] = await server.query('select expires_on from repay_link');
    expect(expiresOn).toBe('2027-01-20');
    // A payment that waits keeps reminders away.
    await submitPayment(borrower, orderId, 100);
    await server.passDays(31);
    expect(server.today()).toBe('2027-01-20');
    expect((await anybody.call('quickRepayInfo', { body: { code } })).code).toBe(200);
    await server.passDays(1);
    expect(await anybody.call('quickRepayInfo', { body: { code } })).toEqual(NOT_VALID);
    expect(await server.query('select * from repay_link')).toEqual([]);
  });
});

test('a payment by link that the operator confirms after a refusal counts, with one receipt for the payer', async () => {
  const server = await startAppServer();
  onTestFinished(() => server.stop());
  const { info, submit, answer } = await reminded(server);
  const friend = server.newMobile();
  await submit({ payAmount: 400, payMobile: friend });
  await answer(friend, 'refuse');
  server.clock.advance({ seconds: 1 });
  await succeedAfterAll(server, (await info()).payment!.paymentId);
  await vi.waitFor(async () => expect((await info()).payment?.status).toBe('succeeded'), PATIENCE);
  await vi.waitFor(
    async () =>
      expect((await textsOn(server, friend)).filter((text) => text.startsWith('Thank you'))).toHaveLength(1),
    PATIENCE,
  );
});
