import { Writable } from 'node:stream';
import { monthOf } from '@thumba/accounting/month';
import { day } from '@thumba/lending/day';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrow, pay, signUp } from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { accrueMonth } from '../../../accounting/month-end/accrual.ts';
import { adjustToEffectiveInterest } from '../../../accounting/month-end/effective-interest.ts';
import { deskBeside } from '../staff-desk.test-support.ts';
import { runBooks } from './books.ts';
import { command } from './month-end.ts';

/** Loans of 30 days from 21 November, K1,000 with K120 of interest and K30 of fee: 9 days of November. */
let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

async function run(...words: string[]): Promise<{ done: boolean; text: string }> {
  const { done, lines } = await command.atDesk(await deskBeside(server), words);
  return { done, text: lines.join('\n') };
}

async function incomeBookedOn(day: string) {
  const rows = await server.query(
    `select credit_account as account, sum(amount_ngwee)::int as ngwee, count(distinct loan_id)::int as loans
     from ledger_transfer where business_on = $1 and credit_account in ('interest_income', 'fee_income')
     group by credit_account order by credit_account`,
    [day],
  );
  return Object.fromEntries(rows.map(({ account, ngwee, loans }) => [account, { ngwee, loans }]));
}

test('income of November is in the book of November, of a loan that was paid in December too', async () => {
  const [early, quiet] = [await signUp(server), await signUp(server)];
  const orderId = await borrow(early);
  await borrow(quiet);
  expect(await run('2026-11')).toEqual({
    done: false,
    text: 'Nothing was changed. The month is over after 2026-11-30.',
  });
  await server.passDays(12);
  // On 3 December, before the run: its 9 days of November are booked with the payment, on the last of November.
  await pay(server, early, orderId);
  expect(await incomeBookedOn('2026-11-30')).toEqual({
    interest_income: { ngwee: 3600, loans: 1 },
    fee_income: { ngwee: 900, loans: 1 },
  });
  expect(await run('2026-11')).toEqual({
    done: true,
    text: [
      'Income of 2026-11: interest K36.00 and fees K9.00 of 1 loan (1 was running).',
      'Straight-line income: no effective interest adjustment, nothing to post.',
      // Both loans owed K1,045 at the end of November: 5 % of them default, and 60 % of it is lost.
      'Expected losses of 2026-11 (run 1): allowance K62.70 on K2,090.00, expense K62.70.',
      '  Write-offs used K0.00, charged off K0.00, recovered after charge-off K0.00.',
      '  The regulator asks for K0.00: credit risk reserve K0.00, moved K0.00. Interest in suspense K0.00.',
      '  By classes 1, default-probability 1, loss-given-default 1; not all of them are confirmed.',
    ].join('\n'),
  });
  expect(await incomeBookedOn('2026-11-30')).toEqual({
    interest_income: { ngwee: 7200, loans: 2 },
    fee_income: { ngwee: 1800, loans: 2 },
  });
});

test('the losses of a month are run once: a second run is refused by name and changes nothing', async () => {
  const before = await server.query('select count(*)::int as rows from ledger_transfer');
  expect(await run('2026-11')).toMatchObject({ done: false, text: expect.stringContaining('already_run') });
  expect(await server.query('select count(*)::int as rows from ledger_transfer')).toEqual(before);
  expect((await run()).text).toBe(
    'Income policy: straight-line\n2026-11  finished  1 loan  interest K36.00  fees K9.00  by staff:mary',
  );
});

test('the trial balance of a day between two runs says what is earned and not posted', async () => {
  const written: string[] = [];
  const output = new Writable({
    write(piece, _encoding, done) {
      written.push(String(piece));
      done();
    },
  });
  const words = ['trial-balance', '--on', '2026-12-02', '--format', 'csv'];
  expect(await runBooks(await deskBeside(server), words, output)).toMatchObject({ done: true });
  // Two days of two loans; one of them was paid off the day after.
  expect(written.join('')).toContain(
    'Accrued, not posted by 2026-12-02: interest K16.00 and fees K4.00 of 2 loans.',
  );
});

test('the effective policy posts its adjustment, and another choice takes it back', async () => {
  const adjustments = () =>
    server.query(
      `select t.debit_account, t.credit_account, t.amount_ngwee::int as ngwee, t.business_on, j.kind, j.made_by
       from journal j join ledger_transfer t using (entry_id) where j.kind = 'effective_interest' order by entry_id`,
    );
  expect(await run('policy', 'effective')).toMatchObject({ done: true });
  expect(await run('policy', 'effective')).toMatchObject({ done: false });
  // Both loans ran at the end of November. By day 9 each has K42.82 effective and K45.00 straight line.
  expect((await run('2026-11')).text).toContain(
    'Effective interest: adjustment −K4.36 of 2 loans, −K4.36 posted.',
  );
  expect((await run('2026-11')).text).toContain('−K4.36 posted');
  const of = { business_on: '2026-11-30', kind: 'effective_interest', made_by: 'staff:mary' };
  const first = {
    ...of,
    debit_account: 'effective_interest_income',
    credit_account: 'effective_interest_adjustment',
    ngwee: 436,
  };
  expect(await adjustments()).toEqual([first]);
  await run('policy', 'straight-line');
  await run('2026-11');
  expect(await adjustments()).toEqual([
    first,
    {
      ...of,
      debit_account: 'effective_interest_adjustment',
      credit_account: 'effective_interest_income',
      ngwee: 436,
    },
  ]);
});

test('two months that run at once post the adjustment once', async () => {
  await server.passDays(62);
  await run('policy', 'effective');
  await run('2026-11');
  const desk = await deskBeside(server);
  const months = [monthOf(day('2026-12-31')), monthOf(day('2027-01-31'))];
  for (const month of months) await accrueMonth(desk, { month, actor: 'staff:mary' });
  await Promise.all(months.map((month) => adjustToEffectiveInterest(desk, { month, actor: 'staff:mary' })));
  // Both loans are past their signed dates, so nothing of the adjustment of November is left.
  expect(
    await server.query(
      `select sum(case when debit_account = 'effective_interest_adjustment' then amount_ngwee else -amount_ngwee end)::int
         as ngwee from ledger_transfer
       where 'effective_interest_adjustment' in (debit_account, credit_account)`,
    ),
  ).toEqual([{ ngwee: 0 }]);
});

test('the security log keeps who ran a month and who chose a policy', async () => {
  const events = await server.query(
    `select distinct actor, detail ->> 'action' as action from security_event
     where kind = 'staff_command' and detail ->> 'command' = 'month-end' order by action`,
  );
  expect(events.map(({ action }) => action)).toEqual(['policy', 'run']);
});

test.each([
  ['a month that is none', ['2026-13']],
  ['a policy that is none', ['policy', 'quick']],
  ['a word too many', ['2026-11', '2026-12']],
  ['an action that is none', ['constructor']],
])('with %s nothing is changed', async (_what, words) => {
  expect(await run(...words)).toEqual({
    done: false,
    text: expect.stringContaining('npm run month-end -- <month>'),
  });
});
