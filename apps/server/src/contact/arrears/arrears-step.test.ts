import { day } from '@thumba/lending/day';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pay } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import type { StaffMember } from '../../../test/staff-client.ts';
import { type Debtor, debtorOf, hireCollectors } from './arrears.test-support.ts';
import { arrearsStep } from './arrears-step.ts';

let server: AppServer;
let bwalya: StaffMember;
let natasha: StaffMember;
let head: StaffMember;
let small: Debtor;
let large: Debtor;
beforeAll(async () => {
  server = await startAppServer();
  ({ bwalya, natasha, head } = await hireCollectors(server));
  small = await debtorOf(server, 500);
  large = await debtorOf(server, 1500);
});
afterAll(() => server.stop());

const list = (query: object = {}) => bwalya.client.call('listArrears', { query } as never);

/** The sums in plain SQL over loans and their bills, by the days since the oldest unpaid bill. */
async function sumsBySql(today: string) {
  return server.query(
    `select case when late_days <= 30 then 'from_1' when late_days <= 60 then 'from_31'
        when late_days <= 90 then 'from_61' else 'from_91' end as bucket,
      count(*)::integer as loans, (sum(late) / 100.0)::float as late, (sum(owed) / 100.0)::float as owed
     from (select l.loan_id, $1::date - min(n.due_on) as late_days,
         sum(owed) filter (where n.due_on < $1::date) as late, sum(owed) as owed
       from loan l join (select *, principal_ngwee + interest_ngwee + fee_ngwee + penalty_ngwee - principal_paid_ngwee
           - interest_paid_ngwee - fee_paid_ngwee - penalty_paid_ngwee as owed from instalment where state <> 'settled') n
         using (borrower_id, loan_id)
       where l.state = 'overdue' group by l.loan_id) late_loan
     group by 1 order by 1`,
    [today],
  );
}

async function expectSums() {
  const { data } = await list();
  expect(data.measuredOn).toBe(server.today());
  expect(data.buckets.filter(({ loans }) => loans > 0)).toEqual(await sumsBySql(server.today()));
}

test('before anything is late the list is empty', async () => {
  const { data } = await list();
  expect(data).toMatchObject({ measuredOn: null, items: [], isMore: false });
  expect(data.buckets.map(({ bucket }) => bucket)).toEqual(['from_1', 'from_31', 'from_61', 'from_91']);
});

test('late loans are listed at the end of the day, the one that owes most first, with the sums of plain SQL', async () => {
  await server.passDays(31);
  const { data } = await list();
  expect(data.items.map(({ loanId, lateSinceOn }) => [loanId, lateSinceOn])).toEqual([
    [large.loanId, '2026-12-21'],
    [small.loanId, '2026-12-21'],
  ]);
  await expectSums();
});

test('a page begins behind the last row of the page before', async () => {
  const first = await list({ pageSize: 1 });
  expect(first.data).toMatchObject({ items: [{ loanId: large.loanId }], isMore: true });
  const after = `${Math.round(first.data.items[0]!.owed * 100)}-${large.loanId}`;
  expect((await list({ pageSize: 1, after })).data).toMatchObject({
    items: [{ loanId: small.loanId }],
    isMore: false,
  });
});

test('a bucket, own loans and free ones are lists of their own', async () => {
  const seenStaffId = null;
  await bwalya.client.call('takeArrears', {
    params: { loanId: small.loanId },
    body: { seenStaffId },
  } as never);
  const loansOf = async (query: object) => (await list(query)).data.items.map(({ loanId }) => loanId);
  expect(await loansOf({ whose: 'mine' })).toEqual([small.loanId]);
  expect(await loansOf({ whose: 'free', bucket: 'from_1' })).toEqual([large.loanId]);
  expect(await loansOf({ bucket: 'from_31' })).toEqual([]);
});

test('the same day twice, and two at once, change nothing', async () => {
  const rows = () => server.query('select * from arrears_work order by loan_id');
  const before = await rows();
  const step = arrearsStep({ db: server.db });
  const on = day(server.today());
  await Promise.all([step(on), step(on)]);
  await step(on);
  expect(await rows()).toEqual(before);
});

test('a step that was interrupted goes on, and a later day moves loans to the next bucket', async () => {
  await server.query(`delete from arrears_work where loan_id = $1`, [large.loanId]);
  await server.query(`update arrears_work set measured_on = measured_on - 1`);
  await arrearsStep({ db: server.db })(day(server.today()));
  await expectSums();
  await server.passDays(30);
  expect((await list({ bucket: 'from_31' })).data.items).toHaveLength(2);
  await expectSums();
});

test('a loan that was paid is worked on no more', async () => {
  await pay(server, small.borrower, small.loanId);
  await server.passDays(1);
  expect((await list()).data.items.map(({ loanId }) => loanId)).toEqual([large.loanId]);
  await expectSums();
  const read = await bwalya.client.call('readArrears', { params: { loanId: small.loanId } } as never);
  expect(read.data).toMatchObject({ isLate: false, daysLate: 0, next: { kind: 'nothing' } });
});

test('of two people who take the same loan one has it, and the other is told', async () => {
  const take = (member: StaffMember) =>
    member.client.call('takeArrears', {
      params: { loanId: large.loanId },
      body: { seenStaffId: null },
    } as never);
  const answers = await Promise.all([take(bwalya), take(head)]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  expect(answers.find(({ code }) => code === 409)).toMatchObject({ reason: 'taken' });
});

test('a collector takes no loan from another person, and is told who has it; the head of operations takes it over', async () => {
  const [loan, other] = [large.loanId, small.loanId];
  const holder = async () =>
    (await bwalya.client.call('readArrears', { params: { loanId: loan } } as never)).data.assignedTo;
  const give = async (staffId: number | null) => {
    const seenStaffId = (await holder())?.staffId ?? null;
    const body = { staffId, seenStaffId };
    return head.client.call('assignArrears', { params: { loanId: loan }, body } as never);
  };
  const take = (by: StaffMember, seenStaffId: number | null, loanId = loan) =>
    by.client.call('takeArrears', { params: { loanId }, body: { seenStaffId } } as never);
  await give(bwalya.staffId);
  const refusal = { code: 409, reason: 'taken', msg: 'Person bwalya has this loan.' };
  expect(await take(natasha, bwalya.staffId)).toMatchObject(refusal);
  expect(await take(natasha, natasha.staffId)).toMatchObject(refusal);
  expect(await take(natasha, null)).toMatchObject(refusal);
  expect(await take(bwalya, bwalya.staffId)).toMatchObject({ code: 200 });
  expect((await holder())?.staffId).toBe(bwalya.staffId);
  expect(await take(head, bwalya.staffId)).toMatchObject({ code: 200 });
  expect((await holder())?.staffId).toBe(head.staffId);
  expect(await take(natasha, null, other)).toMatchObject({
    msg: expect.stringContaining('not late any more'),
  });
});

test('the head of operations gives a loan to a collector, and not to a person of another role', async () => {
  const read = await head.client.call('readArrears', { params: { loanId: large.loanId } } as never);
  expect(read.data.collectors.map(({ userName }) => userName)).toEqual(['bwalya', 'chanda', 'natasha']);
  const seenStaffId = read.data.assignedTo!.staffId;
  const assign = (staffId: number | null) =>
    head.client.call('assignArrears', {
      params: { loanId: large.loanId },
      body: { staffId, seenStaffId },
    } as never);
  expect(await assign(1)).toMatchObject({ code: 400, reason: 'not_a_collector' });
  expect(await assign(null)).toMatchObject({ code: 200 });
  const next = await bwalya.client.call('takeNextArrears', {} as never);
  expect(next.data).toEqual({ loanId: large.loanId });
  expect((await bwalya.client.call('takeNextArrears', {} as never)).data).toEqual({ loanId: null });
});
