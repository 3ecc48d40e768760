import { kwacha, ngwee } from '@thumba/lending/money';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { apply, borrow, pay, signUp, submitPayment } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import type { IdempotencyKey } from '../../book/idempotency/idempotency.ts';
import { reversePostingOfLoan, type ServicingDeps, waiveChargeOfLoan, writeOffLoan } from './commands.ts';
import { billOf, type Customer, servicingDepsOf } from './servicing.test-support.ts';

const cause = 'our_mistake';

let server: AppServer;
let deps: ServicingDeps;
beforeAll(async () => {
  server = await startAppServer();
  deps = servicingDepsOf(server);
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

async function customer(wish = {}): Promise<Customer> {
  const borrower = await signUp(server);
  return { borrower, loanId: await borrow(borrower, wish) };
}

/** A borrower who borrowed K1,000 for 14 days and is late. */
async function debtor(): Promise<Customer> {
  const one = await customer({ termId: 2 });
  await server.passDays(17);
  return one;
}

const bySomebody = (loanId: number) => ({ loanId, reason: 'agreed on the phone', staffName: 'mary' });

async function bookOf(loanId: number, actor: string): Promise<string[]> {
  const rows = await server.query(
    `select t.debit_account || ' → ' || t.credit_account || ' ' || t.amount_ngwee as line from ledger_transfer t
     where t.loan_id = $1 and exists (select from loan_event e where e.entry_id = t.entry_id and e.actor = $2)
     order by t.entry_id, t.line`,
    [loanId, actor],
  );
  return rows.map((row: { line: string }) => row.line);
}

async function eventsBy(loanId: number, actor: string) {
  return server.query(
    `select kind, detail ->> 'reason' as reason from loan_event where loan_id = $1 and actor = $2 order by ordinal`,
    [loanId, actor],
  );
}

async function receiptOf({ borrower, loanId }: Customer): Promise<string> {
  const { payments } = await borrower.ask('queryLoanDetail', { params: { id: loanId } });
  return payments[0]!.receiptNo;
}

const lastText = async ({ borrower }: Customer) =>
  (await borrower.ask('listMessages', { query: {} })).items[0]!.text;

describe('a write-off', () => {
  test('takes what an overdue loan owes out of the receivables, with its reason and who did it', async () => {
    const one = await debtor();
    const { remaining } = await billOf(one);
    const done = await writeOffLoan(deps, bySomebody(one.loanId));
    const owedNgwee = Math.round(remaining * 100);
    expect(done).toEqual({
      ok: true,
      value: {
        loanId: one.loanId,
        amountNgwee: owedNgwee,
        remainingNgwee: owedNgwee,
        suspenseNgwee: 0,
        receiptNo: null,
      },
    });
    expect(await billOf(one)).toMatchObject({ status: 'written_off', remaining });
    expect(await eventsBy(one.loanId, 'staff:mary')).toContainEqual({
      kind: 'written_off',
      reason: 'agreed on the phone',
    });
    expect(await bookOf(one.loanId, 'staff:mary')).toEqual([
      'write_off_expense → penalty_receivable 1086',
      'write_off_expense → fee_receivable 3000',
      'write_off_expense → interest_receivable 5600',
      'write_off_expense → principal_receivable 100000',
    ]);
  });

  test('is recovered by the payments that still come, and by nothing else', async () => {
    const one = await debtor();
    await writeOffLoan(deps, bySomebody(one.loanId));
    await pay(server, one.borrower, one.loanId, { amount: 500 });
    expect(await billOf(one)).toMatchObject({ status: 'written_off', remaining: 596.86 });
    expect(await bookOf(one.loanId, 'operator:mtn')).toContain(
      'float_mtn_collection → recovery_income 50000',
    );
    await expectSoundBook(server);
    await pay(server, one.borrower, one.loanId);
    expect(await billOf(one)).toMatchObject({ status: 'recovered', remaining: 0 });
    expect(await bookOf(one.loanId, 'operator:mtn')).toContain(
      'float_mtn_collection → recovery_income 59686',
    );
  });

  test('is a debt again when the payment that had paid it off is taken back', async () => {
    const one = await debtor();
    await writeOffLoan(deps, bySomebody(one.loanId));
    await pay(server, one.borrower, one.loanId);
    const { status, payments } = await billOf(one);
    expect(status).toBe('recovered');
    const cause = 'payer_or_operator';
    const receiptNo = payments[0]!.receiptNo;
    const reversed = await reversePostingOfLoan(deps, { ...bySomebody(one.loanId), cause, receiptNo });
    expect(reversed).toMatchObject({ ok: true, value: { remainingNgwee: 109_686 } });
    expect(await billOf(one)).toMatchObject({ status: 'written_off', remaining: 1096.86 });
    await expectSoundBook(server);
    await pay(server, one.borrower, one.loanId);
    expect(await billOf(one)).toMatchObject({ status: 'recovered', remaining: 0 });
    await expectSoundBook(server);
  });

  test('of a loan that is not late is refused', async () => {
    const one = await customer();
    expect(await writeOffLoan(deps, bySomebody(one.loanId))).toEqual({
      ok: false,
      refusal: { kind: 'wrong_state', state: 'active' },
    });
  });

  test('waits for a payment under way', async () => {
    const one = await debtor();
    const paymentId = await submitPayment(one.borrower, one.loanId, 500);
    expect(await writeOffLoan(deps, bySomebody(one.loanId))).toEqual({
      ok: false,
      refusal: { kind: 'payment_pending', attemptId: paymentId, amountNgwee: kwacha(500) },
    });
  });
});

describe('a waiver', () => {
  test('takes back a part of a penalty, and the borrower is told', async () => {
    const one = await debtor();
    const waived = await waiveChargeOfLoan(deps, {
      ...bySomebody(one.loanId),
      period: 1,
      charge: 'penalty',
      amountNgwee: kwacha(10),
    });
    expect(waived).toMatchObject({ ok: true, value: { remainingNgwee: 108_686 } });
    expect(await billOf(one)).toMatchObject({ status: 'overdue', remaining: 1086.86 });
    expect(await bookOf(one.loanId, 'staff:mary')).toEqual(['penalty_income → penalty_receivable 1000']);
    expect(await lastText(one)).toBe('We removed K10.00 of your charges. Left to repay: K1,086.86.');
  });

  test('of interest at the charge cap is not charged again, and is reversed a month later', async () => {
    const one = await customer({ termId: 2 });
    await server.passDays(400);
    expect((await billOf(one)).remaining).toBe(2000);
    const interest = { period: 1, charge: 'interest', amountNgwee: kwacha(50) } as const;
    const waived = await waiveChargeOfLoan(deps, { ...bySomebody(one.loanId), ...interest });
    if (!waived.ok || waived.value.receiptNo === null) throw new Error('not waived');
    await server.passDays(30);
    expect((await billOf(one)).remaining).toBe(1950);
    const { receiptNo } = waived.value;
    const reversed = await reversePostingOfLoan(deps, { ...bySomebody(one.loanId), cause, receiptNo });
    expect(reversed).toMatchObject({ ok: true, value: { remainingNgwee: kwacha(2000) } });
  });

  test('of fee and interest leaves less to pay, and that pays the loan off', async () => {
    const one = await debtor();
    for (const [charge, amountNgwee] of [
      ['fee', kwacha(30)],
      ['interest', kwacha(56)],
    ] as const) {
      const waiver = { period: 1, charge, amountNgwee };
      expect(await waiveChargeOfLoan(deps, { ...bySomebody(one.loanId), ...waiver })).toMatchObject({
        ok: true,
      });
    }
    expect((await billOf(one)).remaining).toBe(1010.86);
    await pay(server, one.borrower, one.loanId);
    expect(await billOf(one)).toMatchObject({ status: 'settled', remaining: 0 });
  });

  test.each([
    ['more than is owed', { amountNgwee: kwacha(500) }, { kind: 'waiver_above_owed', owedNgwee: kwacha(30) }],
    ['nothing', { amountNgwee: ngwee(0) }, { kind: 'nothing_to_waive' }],
    ['anything of a plan that is not there', { period: 9 }, { kind: 'waiver_above_owed', owedNgwee: 0 }],
  ])('of %s is refused', async (_what, different, refusal) => {
    const one = await customer();
    const waiver = { period: 1, charge: 'fee' as const, amountNgwee: kwacha(1), ...different };
    expect(await waiveChargeOfLoan(deps, { ...bySomebody(one.loanId), ...waiver })).toEqual({
      ok: false,
      refusal,
    });
    expect(await eventsBy(one.loanId, 'staff:mary')).toEqual([]);
  });
});

describe('a reversal', () => {
  test('takes a payment back by the opposite rows, and the borrower is told', async () => {
    const one = await customer();
    await pay(server, one.borrower, one.loanId, { amount: 650 });
    const receiptNo = await receiptOf(one);
    const reversed = await reversePostingOfLoan(deps, { ...bySomebody(one.loanId), cause, receiptNo });
    expect(reversed).toMatchObject({ ok: true, value: { loanId: one.loanId, remainingNgwee: kwacha(1150) } });
    expect(await bookOf(one.loanId, 'staff:mary')).toEqual([
      'fee_receivable → suspense 3000',
      'interest_receivable → suspense 12000',
      'principal_receivable → suspense 50000',
    ]);
    expect(await billOf(one)).toMatchObject({ status: 'active', remaining: 1150 });
    expect(await lastText(one)).toBe(
      'A payment of K650.00 was recorded by mistake and does not count. Left to repay: K1,150.00.',
    );
  });

  test('brings a settled loan back to life', async () => {
    const one = await customer();
    await pay(server, one.borrower, one.loanId);
    expect(await billOf(one)).toMatchObject({ status: 'settled' });
    const receiptNo = await receiptOf(one);
    expect(await reversePostingOfLoan(deps, { ...bySomebody(one.loanId), cause, receiptNo })).toMatchObject({
      ok: true,
    });
    expect(await billOf(one)).toMatchObject({ status: 'active', remaining: 1150 });
    await pay(server, one.borrower, one.loanId);
    expect(await billOf(one)).toMatchObject({ status: 'settled' });
  });

  test.each([
    ['our_mistake', 0, 'active'],
    ['payer_or_operator', 3, 'overdue'],
  ] as const)(
    'for %s counts %i days late of a loan that was closed past its due date',
    async (why, days, status) => {
      const one = await customer({ termId: 2 });
      await server.passDays(14);
      await pay(server, one.borrower, one.loanId);
      const receiptNo = await receiptOf(one);
      await server.passDays(3);
      const request = { ...bySomebody(one.loanId), receiptNo, cause: why };
      expect(await reversePostingOfLoan(deps, request)).toMatchObject({ ok: true });
      expect(await billOf(one)).toMatchObject({ status, remaining: 1086 });
      expect((await one.borrower.ask('getMyLoanInfo', {})).order).toMatchObject({ overdueDays: days });
      const [kept] = await server.query(
        `select detail ->> 'cause' as cause from loan_event
      where loan_id = $1 and kind = 'reversed'`,
        [one.loanId],
      );
      expect(kept).toEqual({ cause: why });
      await pay(server, one.borrower, one.loanId);
      expect(
        await server.query('select state, worst_days_late from loan where loan_id = $1', [one.loanId]),
      ).toEqual([{ state: 'settled', worst_days_late: days }]);
    },
  );

  test('that is the payer’s or the operator’s tells the borrower of no mistake', async () => {
    const one = await customer();
    await pay(server, one.borrower, one.loanId, { amount: 650 });
    const request = { ...bySomebody(one.loanId), receiptNo: await receiptOf(one) };
    await reversePostingOfLoan(deps, { ...request, cause: 'payer_or_operator' });
    expect(await lastText(one)).toBe(
      'A payment of K650.00 did not reach us after all and no longer counts. Left to repay: K1,150.00.',
    );
    const { timeline } = await billOf(one);
    expect(timeline.map(({ detail }) => detail)).toContainEqual(
      expect.stringMatching(/^The money of receipt \S+ did not stay with us\. Receipt \S+$/),
    );
  });

  test('of a settled loan is refused while its borrower has another one open', async () => {
    const one = await customer({ amount: 200 });
    await pay(server, one.borrower, one.loanId);
    const receiptNo = await receiptOf(one);
    await borrow(one.borrower);
    expect(await reversePostingOfLoan(deps, { ...bySomebody(one.loanId), cause, receiptNo })).toEqual({
      ok: false,
      refusal: { kind: 'other_loan_open' },
    });
    expect(await billOf(one)).toMatchObject({ status: 'settled' });
  });

  test('beside a new application of the same borrower leaves one open loan, whoever is first', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await customer({ amount: 200 });
      await pay(server, one.borrower, one.loanId);
      const receiptNo = await receiptOf(one);
      const wish = { productId: 1, amount: 200, termId: 1 };
      const { contractVersion } = await one.borrower.ask('productTrial', { body: wish });
      const [reversed, applied] = await Promise.all([
        reversePostingOfLoan(deps, { ...bySomebody(one.loanId), cause, receiptNo }),
        one.borrower.call('appManualGetLoan', { body: { ...wish, contractVersion, agreed: true } }),
      ]);
      expect(reversed.ok).toBe(applied.code !== 200);
      if (!reversed.ok) expect(reversed.refusal).toEqual({ kind: 'other_loan_open' });
      const open = await server.query(`select from loan where borrower_id = $1 and state <> 'settled'`, [
        one.borrower.borrowerId,
      ]);
      expect(open).toHaveLength(1);
    }
  });

  test('of a reversal is refused, and so is a second one of the same payment', async () => {
    const one = await customer();
    await pay(server, one.borrower, one.loanId, { amount: 500 });
    const receiptNo = await receiptOf(one);
    const first = await reversePostingOfLoan(deps, { ...bySomebody(one.loanId), cause, receiptNo });
    if (!first.ok) throw new Error(first.refusal.kind);
    expect(await reversePostingOfLoan(deps, { ...bySomebody(one.loanId), cause, receiptNo })).toEqual({
      ok: false,
      refusal: { kind: 'already_reversed', receiptNo },
    });
    expect(
      await reversePostingOfLoan(deps, {
        ...bySomebody(one.loanId),
        cause,
        receiptNo: first.value.receiptNo!,
      }),
    ).toEqual({ ok: false, refusal: { kind: 'reversal_of_reversal' } });
  });

  test('of a receipt that there is not is refused', async () => {
    const one = await customer();
    expect(
      await reversePostingOfLoan(deps, { ...bySomebody(one.loanId), cause, receiptNo: `${one.loanId}-99` }),
    ).toEqual({ ok: false, refusal: { kind: 'no_such_posting' } });
  });
});

describe('every staff command', () => {
  const commands = {
    'a write-off': writeOffLoan,
    'a waiver': (with_: ServicingDeps, request: ReturnType<typeof bySomebody>) =>
      waiveChargeOfLoan(with_, { ...request, period: 1, charge: 'fee', amountNgwee: kwacha(1) }),
    'a reversal': (with_: ServicingDeps, request: ReturnType<typeof bySomebody>) =>
      reversePostingOfLoan(with_, { ...request, cause, receiptNo: '1' }),
  };

  test.each(Object.entries(commands))('%s of a loan that there is not is refused', async (_name, command) => {
    expect(await command(deps, bySomebody(1))).toEqual({ ok: false, refusal: { kind: 'no_such_loan' } });
  });

  test.each(Object.entries(commands).filter(([name]) => name !== 'a reversal'))(
    '%s wants a reason that says something',
    async (_name, command) => {
      const { loanId } = await customer();
      for (const reason of ['', '  x  ', 'x'.repeat(201)]) {
        expect(await command(deps, { ...bySomebody(loanId), reason })).toEqual({
          ok: false,
          refusal: { kind: 'reason_needed' },
        });
      }
      expect(await eventsBy(loanId, 'staff:mary')).toEqual([]);
    },
  );

  test('a reversal wants one too', async () => {
    const one = await customer();
    await pay(server, one.borrower, one.loanId, { amount: 500 });
    const receiptNo = await receiptOf(one);
    expect(
      await reversePostingOfLoan(deps, { ...bySomebody(one.loanId), cause, receiptNo, reason: '?' }),
    ).toEqual({
      ok: false,
      refusal: { kind: 'reason_needed' },
    });
  });

  test('sent again under its key is done once, and answers the same', async () => {
    const { loanId } = await customer();
    const idempotency: IdempotencyKey = { keyHashes: [Buffer.alloc(16, 1)], inputHash: Buffer.alloc(16, 2) };
    const request = {
      ...bySomebody(loanId),
      period: 1,
      charge: 'fee' as const,
      amountNgwee: kwacha(1),
      idempotency,
    };
    const first = await waiveChargeOfLoan(deps, request);
    expect(first).toMatchObject({ ok: true });
    expect(await waiveChargeOfLoan(deps, request)).toEqual(first);
    expect(await eventsBy(loanId, 'staff:mary')).toHaveLength(1);
  });
});

test('an application that nobody has decided on is nothing that staff can write off', async () => {
  const { orderId } = await apply(await signUp(server, { monthlyIncome: 1500 }), { amount: 100 });
  expect(await writeOffLoan(deps, bySomebody(orderId))).toEqual({
    ok: false,
    refusal: { kind: 'wrong_state', state: 'applied' },
  });
});
