import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  answerPrompt,
  pay,
  submitPayment,
  waitForPayment,
  waitForPending,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import type { StaffMember } from '../../../test/staff-client.ts';
import {
  begin,
  CALLABLE_DAYS_LATE,
  check,
  type Debtor,
  debtorOf,
  end,
  hireCollectors,
  promise,
  TERM_DAYS,
} from './arrears.test-support.ts';

const DUE_ON = '2026-12-28';

let server: AppServer;
let bwalya: StaffMember;
let kept: Debtor;
let broken: Debtor;
let waits: Debtor;
let earlier: Debtor;
beforeAll(async () => {
  server = await startAppServer();
  ({ bwalya } = await hireCollectors(server));
  for (const name of ['kept', 'broken', 'waits', 'earlier'] as const) {
    const debtor = await debtorOf(server);
    if (name === 'kept') kept = debtor;
    else if (name === 'broken') broken = debtor;
    else if (name === 'waits') waits = debtor;
    else earlier = debtor;
  }
  await server.passDays(TERM_DAYS + CALLABLE_DAYS_LATE);
});
afterAll(() => server.stop());

const read = (loanId: number) =>
  bwalya.client.call('readArrears', { params: { loanId } } as never).then(({ data }) => data);
const stateOf = async ({ loanId }: Debtor) => (await read(loanId)).promises[0]!.state;
/** What a promise must not move. */
const figuresOf = ({ loanId }: Debtor) =>
  server.query(
    `select n.due_on, n.penalty_ngwee, n.state, l.state as loan_state, l.worst_days_late
     from instalment n join loan l using (borrower_id, loan_id) where n.loan_id = $1 order by n.period`,
    [loanId],
  );

describe('a promise', () => {
  test('is refused for more than 14 days ahead, for more than is owed, and without its amount and day', async () => {
    const { loanId } = kept;
    const { callId } = (await begin(bwalya, loanId)).data;
    const of = { loanId, callId };
    await check(bwalya, of);
    const endWith = (promised?: { amount: number; dueOn: string }) =>
      end(bwalya, of, { outcome: 'promised', ...(promised ? { promise: promised } : {}) });
    expect(await endWith()).toMatchObject({ code: 400, reason: 'promise_missing' });
    expect(await endWith({ amount: 100, dueOn: '2027-01-09' })).toMatchObject({ reason: 'promise_too_far' });
    expect(await endWith({ amount: 100, dueOn: '2026-12-24' })).toMatchObject({ reason: 'promise_day_over' });
    expect(await endWith({ amount: 9000, dueOn: DUE_ON })).toMatchObject({ reason: 'promise_above_owed' });
    expect(await endWith({ amount: 100, dueOn: '2026-12-32' })).toMatchObject({ code: 400 });
    expect(await endWith({ amount: 500, dueOn: DUE_ON })).toMatchObject({ code: 200 });
  });

  test('stops calls and reminders until its day, and moves no date, penalty or class', async () => {
    const before = await figuresOf(broken);
    await promise(bwalya, broken.loanId, { amount: 500, dueOn: DUE_ON });
    await promise(bwalya, waits.loanId, { amount: 500, dueOn: DUE_ON });
    expect(await figuresOf(broken)).toEqual(before);
    expect(await begin(bwalya, broken.loanId)).toMatchObject({ code: 409, reason: 'promise_open' });
    expect((await read(broken.loanId)).next).toEqual({ kind: 'wait_for_promise', untilOn: DUE_ON });
    await expect(
      server.query(
        `insert into arrears_promise (borrower_id, loan_id, call_id, promised_on, due_on, amount_ngwee,
           paid_before_ngwee, actor, made_at)
         select borrower_id, loan_id, call_id, promised_on, due_on, amount_ngwee, 0, actor, made_at
         from arrears_promise where loan_id = $1`,
        [broken.loanId],
      ),
    ).rejects.toMatchObject({ constraint: 'arrears_promise_one_open' });
  });

  test('does not count what was paid on its day before it was made', async () => {
    await pay(server, earlier.borrower, earlier.loanId, { amount: 300 });
    await promise(bwalya, earlier.loanId, { amount: 300, dueOn: DUE_ON });
    await server.passDays(1);
    expect(await stateOf(earlier)).toBe('open');
  });

  test('is kept by itself once the amount has come, and one that is open holds the reminder of the day back', async () => {
    await pay(server, kept.borrower, kept.loanId, { amount: 500 });
    await server.passDays(2);
    expect(await stateOf(kept)).toBe('kept');
    const reminders = await server.query(
      `select on_day from reminder where on_day = '2026-12-27' and loan_id = any ($1)`,
      [[broken.loanId, waits.loanId, earlier.loanId]],
    );
    expect(reminders).toEqual([]);
  });

  test('waits for a payment that is under way on its day, is broken by itself otherwise, and is kept by the late news', async () => {
    expect(server.today()).toBe(DUE_ON);
    const paymentId = await submitPayment(waits.borrower, waits.loanId, 500);
    await waitForPending(server, paymentId);
    expect(await stateOf(broken)).toBe('open');
    await server.passDays(1);
    expect([await stateOf(broken), await stateOf(earlier), await stateOf(waits)]).toEqual([
      'broken',
      'broken',
      'open',
    ]);
    await answerPrompt(server, waits.borrower);
    await waitForPayment(waits.borrower, paymentId);
    await server.passDays(1);
    expect(await stateOf(waits)).toBe('kept');
  });

  test('that was broken becomes kept by money of its days, and broken again without it', async () => {
    const setPayments = (payments: object[]) =>
      server.query('update loan set counted_payments = $2::jsonb where loan_id = $1', [
        broken.loanId,
        JSON.stringify(payments),
      ]);
    const [{ counted_payments: real }] = await server.query(
      'select counted_payments from loan where loan_id = $1',
      [broken.loanId],
    );
    await setPayments([{ receiptNo: 'R1', valueOn: DUE_ON, amountNgwee: 50_000, extension: null }]);
    await server.passDays(1);
    expect(await stateOf(broken)).toBe('kept');
    await setPayments(real);
    await server.passDays(1);
    expect(await stateOf(broken)).toBe('broken');
  });

  test('lapses when the borrower gets new dates', async () => {
    await server.query(`update loan set hardship = $2::jsonb where loan_id = $1`, [
      broken.loanId,
      JSON.stringify({ agreedOn: server.today(), missAfterDays: 700, endedOn: null }),
    ]);
    await server.query(
      `update arrears_promise set state = 'open', judged_on = null, promised_on = $2, due_on = $2::date + 3 where loan_id = $1`,
      [broken.loanId, server.today()],
    );
    await server.passDays(1);
    expect(await stateOf(broken)).toBe('lapsed');
    await server.query('update loan set hardship = null where loan_id = $1', [broken.loanId]);
  });
});
