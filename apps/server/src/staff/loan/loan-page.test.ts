import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { kwacha } from '@thumba/lending/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AppBorrower,
  answerPrompt,
  apply,
  borrow,
  pay,
  settle,
  signUp,
  waitForPayment,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { readPdf } from '../../../test/read-pdf.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { planIdOf } from '../../book/loan/plan-id.ts';
import {
  agreeHardshipOfLoan,
  reversePostingOfLoan,
  waiveChargeOfLoan,
  writeOffLoan,
} from '../../credit/servicing/commands.ts';
import { servicingDepsOf } from '../../credit/servicing/servicing.test-support.ts';
import { expectSumsOfLoan, ngweeOf } from './loan-sums.test-support.ts';

let server: AppServer;
let support: StaffMember;
let collector: StaffMember;
let auditor: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  support = await hire(server, { maker, checker }, { userName: 'thandiwe', roles: ['support'] });
  auditor = await hire(server, { maker, checker }, { userName: 'lubinda', roles: ['auditor'] });
  collector = await hire(server, { maker, checker }, { userName: 'kelvin', roles: ['collector'] });
});
afterAll(async () => {
  await expectSoundBook(server);
  await server.stop();
});

const of = (loanId: number) => ({ params: { loanId } });

async function loanOf(loanId: number): Promise<StaffAnswer<'getLoan'>> {
  const { code, msg, data } = await collector.client.call('getLoan', of(loanId));
  expect(code, msg).toBe(200);
  return data;
}

async function entriesOf(loanId: number) {
  const { code, msg, data } = await collector.client.call('listLoanLedger', {
    ...of(loanId),
    query: { page: 1, pageSize: 100 },
  });
  expect(code, msg).toBe(200);
  return data.items;
}

async function historyOf(loanId: number) {
  const { code, msg, data } = await collector.client.call('listLoanHistory', {
    ...of(loanId),
    query: { page: 1, pageSize: 100 },
  });
  expect(code, msg).toBe(200);
  return data;
}

/** The loan as its page shows it, whose every figure the tables have. */
async function expectAgreement(loanId: number): Promise<StaffAnswer<'getLoan'>> {
  const loan = await loanOf(loanId);
  const entries = await entriesOf(loanId);
  await expectSumsOfLoan((sql, values) => server.query(sql, values), loanId, { loan, entries });
  const { items } = await historyOf(loanId);
  for (const { text } of items) expect(text).toMatch(/^[A-Z0-9][^_]+$/);
  return loan;
}

const bySupport = (loanId: number) => ({ loanId, reason: 'agreed on the phone', staffName: 'thandiwe' });

async function debtor(daysGone: number): Promise<{ borrower: AppBorrower; loanId: number }> {
  const borrower = await signUp(server);
  const loanId = await borrow(borrower, { termId: 2 });
  await server.passDays(daysGone);
  return { borrower, loanId };
}

describe('the papers of a loan', () => {
  const draw = (
    member: StaffMember,
    loanId: number,
    body: { kind: 'contract' | 'receipt'; receiptNo: string | null },
  ) => member.client.call('drawLoanPaper', { ...of(loanId), body });

  test('are drawn for roles that draw papers, and are the ones that the borrower gets', async () => {
    const borrower = await signUp(server, { firstName: 'Mutinta', lastName: 'Hamoonga' });
    const loanId = await borrow(borrower);
    server.clock.advance({ minutes: 5 });
    await pay(server, borrower, loanId, { amount: 100 });
    const { papers } = await loanOf(loanId);
    expect(papers.map(({ kind }) => kind)).toEqual(['contract', 'statement', 'receipt']);
    const { receiptNo } = papers[2]!;
    const { data } = await draw(support, loanId, { kind: 'receipt', receiptNo });
    expect(data.fileName).toBe(`thumba-receipt-${receiptNo}.pdf`.toLowerCase());
    const { text } = await readPdf(Buffer.from(data.base64, 'base64'));
    expect(text).toContain('Mutinta Hamoonga');
    expect(text).toContain('K100.00');
    const own = await borrower.ask('issuePaper', {
      body: { orderId: loanId, kind: 'receipt', receiptNo: receiptNo! },
    });
    expect(text).toContain(own.code);
    const [{ issued }] = await server.query(
      'select count(*)::integer as issued from paper where loan_id = $1',
      [loanId],
    );
    expect(issued).toBe(1);
    for (const { kind, receiptNo: of } of papers) {
      const drawn = await support.client.call('drawLoanPaper', {
        params: { loanId },
        body: { kind, receiptNo: of },
      });
      expect(drawn).toMatchObject({ code: 200 });
    }
  });

  test('are issued by no person whose role changes nothing or shows no identity, and the audit names each paper', async () => {
    const borrower = await signUp(server);
    const loanId = await borrow(borrower);
    const wanted = { kind: 'contract', receiptNo: null } as const;
    const issued = () => server.query('select kind from paper where loan_id = $1', [loanId]);
    for (const member of [collector, auditor])
      expect(await draw(member, loanId, wanted)).toMatchObject({ code: 403, reason: 'not_permitted' });
    expect(await issued()).toEqual([]);
    expect(await draw(support, loanId, wanted)).toMatchObject({ code: 200 });
    expect(await issued()).toEqual([{ kind: 'contract' }]);
    const entries = await server.query(
      `select actor, outcome, borrower_id::integer as borrower_id, detail from staff_audit
       where call = 'drawLoanPaper' and subject_id = $1 order by entry_id`,
      [loanId],
    );
    expect(entries).toMatchObject([
      { actor: 'staff:thandiwe', outcome: 'begun' },
      {
        ...{ actor: 'staff:thandiwe', outcome: 'done', borrower_id: borrower.borrowerId },
        detail: { kind: 'contract', receiptNo: null },
      },
    ]);
  });

  test('that a loan does not have are refused', async () => {
    const borrower = await signUp(server);
    const loanId = await borrow(borrower);
    const wanted = { kind: 'receipt', receiptNo: 'TH-0' } as const;
    expect(await draw(support, loanId, wanted)).toMatchObject({ code: 409, reason: 'no_such_paper' });
  });
});

describe('the page of a loan', () => {
  test('that runs shows what is charged, paid and left as the tables and the ledger have it', async () => {
    const borrower = await signUp(server);
    const loanId = await borrow(borrower, { termId: 2 });
    server.clock.advance({ minutes: 5 });
    await pay(server, borrower, loanId, { amount: 100 });
    const loan = await expectAgreement(loanId);
    expect(loan).toMatchObject({
      ...{ loanId, borrowerId: borrower.borrowerId, state: 'active', amount: 1000, paidByBorrower: 100 },
      payout: { purpose: 'loan_payout', state: 'succeeded', heldFor: null, failure: null },
      underWay: null,
      openRequests: [],
      accounts: [{ isDefault: true, isOfLoan: true }],
    });
    const { order } = await borrower.ask('getMyLoanInfo', {});
    expect(loan).toMatchObject({ totals: { total: { owed: order!.remaining } }, dueOn: order!.dueDate });
    expect(JSON.stringify(loan)).not.toContain(borrower.mobile);
    const looks = await server.query(
      `select actor, call, outcome from staff_audit where subject_kind = 'loan' and subject_id = $1
       order by entry_id limit 1`,
      [loanId],
    );
    expect(looks).toEqual([{ actor: 'staff:kelvin', call: 'getLoan', outcome: 'shown' }]);
  });

  test('that is late shows the penalty, and what was waived of it', async () => {
    const { loanId } = await debtor(20);
    const late = await expectAgreement(loanId);
    expect(late.state).toBe('overdue');
    expect(late.daysLate).toBeGreaterThan(0);
    expect(late.totals.penalty.owed).toBeGreaterThan(0);
    const waived = await waiveChargeOfLoan(servicingDepsOf(server), {
      ...bySupport(loanId),
      period: 1,
      charge: 'penalty',
      amountNgwee: kwacha(1),
    });
    expect(waived.ok).toBe(true);
    const after = await expectAgreement(loanId);
    expect(after.totals.penalty).toEqual({
      ...late.totals.penalty,
      waived: 1,
      owed: (ngweeOf(late.totals.penalty.owed) - 100) / 100,
    });
    const [newest] = await entriesOf(loanId);
    expect(newest).toMatchObject({
      by: 'Person thandiwe',
      titles: ['K1.00 of the penalty of plan 1 waived: agreed on the phone'],
    });
  });

  test('shows which payment was taken back, in the ledger, the history and the papers', async () => {
    const { borrower, loanId } = await debtor(3);
    await pay(server, borrower, loanId, { amount: 200 });
    const receiptNo = (await loanOf(loanId)).papers.find(({ kind }) => kind === 'receipt')!.receiptNo!;
    const reversed = await reversePostingOfLoan(servicingDepsOf(server), {
      ...bySupport(loanId),
      receiptNo,
      cause: 'our_mistake',
    });
    expect(reversed.ok).toBe(true);
    const loan = await expectAgreement(loanId);
    expect(loan.papers).toContainEqual(
      expect.objectContaining({ kind: 'receipt', receiptNo, isTakenBack: true }),
    );
    const entries = await entriesOf(loanId);
    expect(entries.filter(({ isTakenBack }) => isTakenBack)).toMatchObject([{ receiptNo }]);
    const { items } = await historyOf(loanId);
    expect(items.filter(({ isTakenBack }) => isTakenBack)).toMatchObject([{ kind: 'repaid', receiptNo }]);
    expect(items[0]).toMatchObject({ kind: 'reversed', by: 'Person thandiwe', isTakenBack: false });
  });

  test('that was written off shows the debt, for which the books hold no receivable', async () => {
    const { loanId } = await debtor(100);
    const off = await writeOffLoan(servicingDepsOf(server), bySupport(loanId));
    expect(off.ok).toBe(true);
    const loan = await expectAgreement(loanId);
    expect(loan.state).toBe('written_off');
    expect(loan.totals.total.owed).toBeGreaterThan(1000);
    const [row] = await server.query(
      `select sum(amount_ngwee)::integer as amount from ledger_transfer
       where loan_id = $1 and debit_account = 'write_off_expense'`,
      [loanId],
    );
    expect(row.amount).toBeGreaterThan(0);
  });

  test('of a hardship plan shows the dates before and after', async () => {
    const { loanId } = await debtor(5);
    const before = await loanOf(loanId);
    const [{ later }] = await server.query(`select ($1::date + 30)::text as later`, [before.dueOn]);
    const agreed = await agreeHardshipOfLoan(servicingDepsOf(server), {
      ...bySupport(loanId),
      dueDates: [later],
    });
    expect(agreed.ok).toBe(true);
    const loan = await expectAgreement(loanId);
    expect(loan).toMatchObject({
      dueOn: later,
      hardship: { isFrozen: true, endedOn: null },
      plans: [{ dueOn: later, earlierDueOn: [before.dueOn] }],
    });
  });

  test('of several plans adds up plan by plan, and a penalty stands at its plan', async () => {
    const borrower = await signUp(server);
    const loanId = await borrow(borrower, { termId: 3 });
    await server.passDays(40);
    await pay(server, borrower, loanId, { amount: 200 });
    const loan = await expectAgreement(loanId);
    expect(loan.plans.map(({ period, state }) => [period, state])).toEqual([
      [1, 'overdue'],
      [2, 'scheduled'],
      [3, 'scheduled'],
    ]);
    expect(loan.plans.map(({ penalty }) => penalty.charged > 0)).toEqual([true, false, false]);
  });

  test('that was extended counts the fee as paid by the borrower and as no part of the plans', async () => {
    const borrower = await signUp(server);
    const loanId = await borrow(borrower, { termId: 2 });
    const before = await loanOf(loanId);
    const planId = planIdOf(loanId, 1);
    const { extensionFee } = await borrower.ask('extensionDetail', { body: { planId } });
    const { paymentId } = await borrower.ask('submitRepayApplyV2', {
      body: { bizType: 2, planId, payAmount: extensionFee },
    });
    await answerPrompt(server, borrower);
    await waitForPayment(borrower, paymentId);
    const loan = await expectAgreement(loanId);
    expect(loan).toMatchObject({
      ...{ paidByBorrower: extensionFee, extensionFees: extensionFee },
      extensions: { used: 1 },
      totals: before.totals,
      plans: [{ earlierDueOn: [before.dueOn] }],
    });
  });

  test('that was given back in its cooling-off hours owes nothing', async () => {
    const borrower = await signUp(server);
    const loanId = await borrow(borrower);
    const { quoteId, planId, amount } = await borrower.ask('cancelLoan', { body: { orderId: loanId } });
    const { paymentId } = await borrower.ask('submitRepayApplyV2', {
      body: { bizType: 1, planId, payAmount: amount, quoteId },
    });
    await answerPrompt(server, borrower);
    await waitForPayment(borrower, paymentId);
    const loan = await expectAgreement(loanId);
    expect(loan).toMatchObject({ state: 'cancelled', totals: { total: { owed: 0 } } });
  });

  test('that was written off and then paid is recovered, and the books never hold it as receivable again', async () => {
    const { borrower, loanId } = await debtor(17);
    await writeOffLoan(servicingDepsOf(server), bySupport(loanId));
    await pay(server, borrower, loanId, { amount: 500 });
    expect(await expectAgreement(loanId)).toMatchObject({ state: 'written_off' });
    await pay(server, borrower, loanId);
    const loan = await expectAgreement(loanId);
    expect(loan).toMatchObject({ state: 'recovered', totals: { total: { owed: 0 } } });
    const [row] = await server.query(
      `select sum(amount_ngwee)::integer as recovered from ledger_transfer
       where loan_id = $1 and credit_account = 'recovery_income'`,
      [loanId],
    );
    expect(ngweeOf(loan.paidByBorrower)).toBe(row.recovered);
  });

  test('that was paid off has a paid-up letter and owes nothing', async () => {
    const borrower = await signUp(server);
    const loanId = await borrow(borrower);
    await settle(server, borrower, loanId);
    const loan = await expectAgreement(loanId);
    expect(loan.state).toBe('settled');
    expect(loan.totals.total.owed).toBe(0);
    expect(loan.papers.map(({ kind }) => kind)).toEqual([
      'contract',
      'statement',
      'paid_up_letter',
      'receipt',
    ]);
    const [paid] = await server.query(
      `select coalesce(sum(amount_ngwee), 0)::integer as paid from payment_attempt
       where loan_id = $1 and direction = 'collection' and state = 'succeeded'`,
      [loanId],
    );
    expect(ngweeOf(loan.paidByBorrower)).toBe(paid.paid);
  });

  test('of an application has no ledger and no contract yet', async () => {
    const borrower = await signUp(server, { monthlyIncome: 1500 });
    const { orderId } = await apply(borrower, { productId: 1, amount: 300 });
    const loan = await loanOf(orderId);
    expect(loan).toMatchObject({ state: 'applied', disbursedAt: null, papers: [], payout: null });
    expect(await entriesOf(orderId)).toEqual([]);
    const { items } = await historyOf(orderId);
    expect(items.at(-1)).toMatchObject({ kind: 'applied', text: 'Applied for K300.00', by: 'borrower' });
  });

  test('is not found for a number that no loan has', async () => {
    for (const call of ['getLoan', 'listLoanLedger', 'listLoanHistory'] as const)
      expect(await support.client.call(call, of(999_999))).toMatchObject({ code: 404 });
  });

  test('pages its ledger and its history on the server, newest first', async () => {
    const { borrower, loanId } = await debtor(2);
    await pay(server, borrower, loanId, { amount: 50 });
    const [whole, history] = [await entriesOf(loanId), await historyOf(loanId)];
    const [row] = await server.query(
      `select (select count(*)::integer from loan_event where loan_id = $1) as events,
         (select count(distinct entry_id)::integer from ledger_transfer where loan_id = $1) as entries`,
      [loanId],
    );
    expect([history.total, whole.length]).toEqual([row.events, row.entries]);
    const second = await collector.client.call('listLoanLedger', {
      ...of(loanId),
      query: { page: 2, pageSize: 1 },
    });
    expect(second.data).toEqual({ total: whole.length, items: [whole[1]] });
    const behind = await collector.client.call('listLoanHistory', {
      ...of(loanId),
      query: { page: 90, pageSize: 10 },
    });
    expect(behind.data).toEqual({ total: history.total, items: [] });
  });
});
