import type { StaffBody } from '@thumba/contract/staff/wire';
import { addDays, day } from '@thumba/lending/day';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  answerPrompt,
  borrow,
  pay,
  signUp,
  submitPayment,
  waitForPayment,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { changeSetting } from '../../../test/change-setting.ts';
import { ledgerOf, leftInTheBook, lineOf, newestRows } from '../../../test/shown-effect.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';

type Wanted = StaffBody<'doService'>['service'] | 'write_off';

let server: AppServer;
/** A collector, and another one. */
let kondwani: StaffMember;
let bupe: StaffMember;
/** Two heads of finance, who may ask for everything here and check it. */
let mary: StaffMember;
let grace: StaffMember;
beforeAll(async () => {
  server = await startAppServer({ settings: { WAIVER_ALONE_KWACHA: '20' } });
  const { first: maker, second: checker } = await openOffice(server);
  const hired = (userName: string, ...roles: Parameters<typeof hire>[2]['roles']) =>
    hire(server, { maker, checker }, { userName, roles });
  kondwani = await hired('kondwani', 'collector');
  bupe = await hired('bupe', 'collector');
  mary = await hired('mary', 'head_of_finance', 'collector');
  grace = await hired('grace', 'head_of_finance', 'collector');
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

const reason = 'agreed on the phone';

/** A borrower of K1,000 for 14 days who paid the fee of K30 and is three days late. */
async function lateBorrower() {
  const borrower = await signUp(server);
  const loanId = await borrow(borrower, { termId: 2 });
  await pay(server, borrower, loanId, { amount: 30 });
  await server.passDays(17);
  const { payments } = await borrower.ask('queryLoanDetail', { params: { id: loanId } });
  return { borrower, loanId, receiptNo: payments[0]!.receiptNo };
}

type Late = Awaited<ReturnType<typeof lateBorrower>>;

const waiver = (amount: number, charge: 'penalty' | 'fee' | 'interest' = 'interest') =>
  ({ kind: 'waiver', period: 1, charge, amount }) as const;

const preview = ({ client }: StaffMember, { loanId }: Late, wanted: Wanted) =>
  wanted === 'write_off'
    ? client.call('previewWriteOff', { params: { loanId } })
    : client.call('previewService', { params: { loanId }, body: { service: wanted } });

type Seen = StaffBody<'doService'>['seen'];

const confirm = ({ client }: StaffMember, { loanId }: Late, wanted: Wanted, seen: Seen) =>
  wanted === 'write_off'
    ? client.call('askForWriteOff', { params: { loanId }, body: { seen, reason } })
    : client.call('doService', { params: { loanId }, body: { service: wanted, seen, reason } });

async function lookAndConfirm(member: StaffMember, late: Late, wanted: Wanted) {
  const { data } = await preview(member, late, wanted);
  return confirm(member, late, wanted, data.seen);
}

const answer = ({ client }: StaffMember, requestId: number | null) =>
  client.call('answerRequest', {
    params: { requestId: requestId! },
    body: { answer: 'approve', reason: 'looked at it' },
  });

const versionOf = async ({ loanId }: Late) =>
  (await server.query('select version from loan where loan_id = $1', [loanId]))[0]!.version;
const textsOf = async ({ borrower }: Late) =>
  (await borrower.ask('listMessages', { query: {} })).items.map(({ text }) => text);

test('another limit that two people set counts for the next waiver', async () => {
  const late = await lateBorrower();
  expect((await preview(kondwani, late, waiver(24))).data.isAlone).toBe(false);
  const people = { maker: mary, checker: grace };
  await changeSetting(people, 'waiver_alone', { most: '25' });
  expect((await preview(kondwani, late, waiver(24))).data.isAlone).toBe(true);
  await changeSetting(people, 'waiver_alone', { most: '20' });
  expect((await preview(kondwani, late, waiver(24))).data.isAlone).toBe(false);
});

describe('a waiver up to the limit', () => {
  test('is shown, done by one person at once, and is what was shown', async () => {
    const late = await lateBorrower();
    const { data: shown } = await preview(kondwani, late, waiver(5, 'penalty'));
    expect(shown).toMatchObject({
      title: `Waive K5.00 of the penalty of plan 1 of order ${late.loanId}`,
      isAlone: true,
      seen: { principal: 1000, penalty: 10.56 },
    });
    expect(lineOf(shown.effect, 'Left to repay')).toEqual({
      title: 'Left to repay',
      before: await leftInTheBook(server, late.loanId),
      after: 'K1,061.56',
    });
    const done = await confirm(kondwani, late, waiver(5, 'penalty'), shown.seen);
    expect(done).toMatchObject({ code: 200, data: { requestId: null } });
    expect(done.data.sentence).toContain('is waived, receipt');
    expect(await leftInTheBook(server, late.loanId)).toBe('K1,061.56');
    expect(await newestRows(server, late.loanId)).toEqual(ledgerOf(shown.effect));
    expect((await textsOf(late))[0]).toBe(shown.message);
    const [last] = await server.query(
      `select actor, outcome, borrower_id::integer as borrower_id, detail from staff_audit
       where call = 'doService' and subject_id = $1 order by entry_id desc limit 1`,
      [late.loanId],
    );
    expect(last).toMatchObject({
      actor: 'staff:kondwani',
      outcome: 'done',
      borrower_id: late.borrower.borrowerId,
      detail: { kind: 'waiver', amount: 5 },
    });
  });

  test('is counted with what the person waived alone on the loan that day', async () => {
    const late = await lateBorrower();
    expect(await lookAndConfirm(kondwani, late, waiver(15))).toMatchObject({ data: { requestId: null } });
    expect((await preview(kondwani, late, waiver(5))).data.isAlone).toBe(true);
    expect((await preview(kondwani, late, waiver(5.01))).data.isAlone).toBe(false);
    const split = await lookAndConfirm(kondwani, late, waiver(5.01));
    expect(split.data.requestId).toEqual(expect.any(Number));
    expect((await preview(bupe, late, waiver(20))).data.isAlone).toBe(true);
    expect((await answer(grace, split.data.requestId)).data.state).toBe('done');
    // What a second person approved does not count.
    expect((await preview(kondwani, late, waiver(5))).data.isAlone).toBe(true);
  });

  test('by two people at once is done once, and the other person is told', async () => {
    const late = await lateBorrower();
    const { data: shown } = await preview(kondwani, late, waiver(5));
    const before = await versionOf(late);
    const answers = await Promise.all([
      confirm(kondwani, late, waiver(5), shown.seen),
      confirm(bupe, late, waiver(5), shown.seen),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(answers.find(({ code }) => code === 409)).toMatchObject({
      reason: 'loan_moved_on',
      msg: 'The loan changed since this was asked for. Nothing was done. Please ask again.',
    });
    expect(await versionOf(late)).toBe(before + 1);
  });

  test('stays under the limit in all, also when one person sends eight at once with a look that misses the penalty', async () => {
    const late = await lateBorrower();
    expect(await lookAndConfirm(kondwani, late, waiver(15))).toMatchObject({ data: { requestId: null } });
    const { data: shown } = await preview(kondwani, late, waiver(2, 'penalty'));
    expect(shown.isAlone).toBe(true);
    const seen = { ...shown.seen, penalty: 0 };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => confirm(kondwani, late, waiver(2, 'penalty'), seen)),
    );
    const done = answers.filter(({ code, data }) => code === 200 && data.requestId === null);
    expect(done.length).toBeGreaterThan(0);
    const [{ waived }] = await server.query(
      `select sum((detail ->> 'amountNgwee')::bigint)::integer as waived from loan_event
       where loan_id = $1 and kind = 'charge_waived' and not detail ? 'approvedBy'`,
      [late.loanId],
    );
    expect(waived).toBe(1500 + 200 * done.length);
    expect(waived).toBeLessThanOrEqual(2000);
  });
});

const kinds: Record<string, (late: Late) => Wanted> = {
  'a larger waiver': () => waiver(25),
  'new dates': () => ({ kind: 'hardship', dueDates: [addDays(day(server.today()), 30)] }),
  'a reversal': ({ receiptNo }) => ({ kind: 'reversal', receiptNo, cause: 'our_mistake' }),
  'a write-off': () => 'write_off',
};

describe.each(Object.keys(kinds))('%s', (kind) => {
  const wantedOf = kinds[kind]!;

  test('is shown, filed with what was shown, refused to its maker, and done once a second person approves', async () => {
    const late = await lateBorrower();
    const wanted = wantedOf(late);
    const { data: shown } = await preview(mary, late, wanted);
    expect(shown.isAlone).toBe(false);
    expect(lineOf(shown.effect, 'Left to repay')?.before).toBe(await leftInTheBook(server, late.loanId));
    const before = await versionOf(late);
    const { data: filed } = await confirm(mary, late, wanted, shown.seen);
    expect(filed.sentence).toBe(`Request ${filed.requestId} is filed: a second person decides on it.`);
    expect(await confirm(grace, late, wanted, shown.seen)).toMatchObject({
      code: 409,
      reason: 'waits_already',
    });
    const params = { requestId: filed.requestId! };
    const { data: request } = await grace.client.call('getRequest', { params });
    expect(request).toMatchObject({ title: shown.title, effect: shown.effect, message: shown.message });
    expect(await answer(mary, filed.requestId)).toMatchObject({ code: 403, reason: 'own_request' });
    expect(await versionOf(late)).toBe(before);

    expect((await answer(grace, filed.requestId)).data.state).toBe('done');
    if (wanted !== 'write_off')
      expect(lineOf(shown.effect, 'Left to repay')?.after).toBe(await leftInTheBook(server, late.loanId));
    expect(await newestRows(server, late.loanId)).toEqual(expect.arrayContaining(ledgerOf(shown.effect)));
    if (shown.message !== null) expect((await textsOf(late))[0]).toBe(shown.message);
  });

  test('of a loan that was paid since the look is not filed', async () => {
    const late = await lateBorrower();
    const wanted = wantedOf(late);
    const { data: shown } = await preview(mary, late, wanted);
    await pay(server, late.borrower, late.loanId, { amount: 100 });
    expect(await confirm(mary, late, wanted, shown.seen)).toMatchObject({
      code: 409,
      reason: 'loan_moved_on',
    });
    const waiting = await server.query('select from staff_request where loan_id = $1', [late.loanId]);
    expect(waiting).toEqual([]);
  });
});

describe('what cannot be done', () => {
  test.each([
    [
      'a waiver above what is owed',
      waiver(10.57, 'penalty'),
      'service.amount',
      'Only K10.56 of this is owed.',
    ],
    ['a waiver of nothing', waiver(0), 'service.amount', 'Please enter an amount to waive.'],
    [
      'two dates for one plan',
      { kind: 'hardship', dueDates: ['2027-01-31', '2027-02-28'] },
      'service.dueDates',
      '1 instalment is not paid. Please give a date for each.',
    ],
    [
      'a day that does not exist',
      { kind: 'hardship', dueDates: ['2027-02-31'] },
      'service.dueDates.0',
      'Write each date as 2027-01-31',
    ],
  ] as const)('%s is refused at its field', async (_what, wanted, field, sentence) => {
    const late = await lateBorrower();
    expect(await preview(kondwani, late, wanted as Wanted)).toMatchObject({
      code: 400,
      msg: sentence,
      data: { fields: { [field]: sentence } },
    });
  });

  test('the receipt of another loan is refused', async () => {
    const [one, other] = [await lateBorrower(), await lateBorrower()];
    const wanted = { kind: 'reversal', receiptNo: other.receiptNo, cause: 'our_mistake' } as const;
    expect(await preview(kondwani, one, wanted)).toMatchObject({
      code: 400,
      reason: 'no_such_posting',
      msg: 'The loan has no posting with this receipt. The ledger of the loan lists them.',
    });
  });

  test('a loan that is not late is not written off, and a collector writes none off', async () => {
    const borrower = await signUp(server);
    const one = { borrower, loanId: await borrow(borrower), receiptNo: '' };
    expect(await preview(mary, one, 'write_off')).toMatchObject({
      code: 409,
      reason: 'wrong_state',
      msg: 'Only an overdue loan is written off, and this one is not late.',
    });
    expect(await preview(kondwani, one, 'write_off')).toMatchObject({ code: 403 });
  });

  test('a payment under way comes first', async () => {
    const late = await lateBorrower();
    const paymentId = await submitPayment(late.borrower, late.loanId, 100);
    expect(await preview(kondwani, late, waiver(5))).toMatchObject({ code: 409, reason: 'payment_pending' });
    await answerPrompt(server, late.borrower);
    await waitForPayment(late.borrower, paymentId);
  });
});
