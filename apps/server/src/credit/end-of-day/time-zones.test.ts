import { afterEach, expect, test } from 'vitest';
import { borrow, pay, signUp } from '../../../test/app-borrower.ts';
import { startAppServer } from '../../../test/app-server.ts';

const zoneOfMachine = process.env.TZ;
afterEach(() => {
  if (zoneOfMachine === undefined) delete process.env.TZ;
  else process.env.TZ = zoneOfMachine;
});

/** What one machine says of a story over midnight, 29 February and the ends of two months. */
async function storyIn(zone: string): Promise<{ localHour: number; story: unknown }> {
  process.env.TZ = zone;
  const localHour = new Date('2028-02-27T21:30:00Z').getHours();
  // 23:30 in Lusaka, on Sunday 27 February.
  const server = await startAppServer({ startsAt: '2028-02-27T21:30:00Z' });
  const todays = [server.today()];
  const late = await signUp(server);
  const lateId = await borrow(late, { amount: 500, termId: 2 });
  const inParts = await signUp(server);
  const inPartsId = await borrow(inParts, { amount: 1500, termId: 3 });
  for (const instant of ['2028-02-27T21:59:59.999Z', '2028-02-27T22:00:00Z', '2028-02-28T22:00:00Z']) {
    server.clock.set(instant);
    await server.endTheDay();
    todays.push(server.today());
  }
  await server.passDays(28);
  todays.push(server.today());
  await pay(server, inParts, inPartsId);
  await server.passDays(6);
  todays.push(server.today());
  const rows = await server.query(`
    select line from (
      select row('loan', state, applied_on, disbursed_on, accrued_through_on, worst_days_late, next_event_on)::text as line from loan
      union all select row('plan', period, starts_on, due_on, state, penalty_ngwee, penalty_runs, days_late)::text from instalment
      union all select row('book', business_on, debit_account, credit_account, amount_ngwee)::text from ledger_transfer
      union all select row('event', kind, on_day)::text from loan_event
      union all select row('snapshot', business_on, bucket, loans, principal_ngwee, total_ngwee)::text from portfolio_snapshot
    ) lines order by line`);
  const bills = await Promise.all(
    (
      [
        [late, lateId],
        [inParts, inPartsId],
      ] as const
    ).map(async ([borrower, id]) => {
      const { dueDate, overdueDays, remaining, plans } = await borrower.ask('queryLoanDetail', {
        params: { id },
      });
      return { dueDate, overdueDays, remaining, plans: plans.map((plan) => [plan.dueDate, plan.status]) };
    }),
  );
  await server.stop();
  return { localHour, story: { todays, bills, rows: rows.map(({ line }) => line) } };
}

test('the same story in four time zones is one story', async () => {
  const zones = ['UTC', 'Africa/Lusaka', 'America/Los_Angeles', 'Pacific/Kiritimati'];
  const told: Awaited<ReturnType<typeof storyIn>>[] = [];
  for (const zone of zones) told.push(await storyIn(zone));
  // The machine really was elsewhere each time.
  expect(told.map(({ localHour }) => localHour)).toEqual([21, 23, 13, 11]);
  const [first, ...others] = told.map(({ story }) => story);
  for (const story of others) expect(story).toEqual(first);
  expect(first).toMatchObject({
    todays: ['2028-02-27', '2028-02-27', '2028-02-28', '2028-02-29', '2028-03-28', '2028-04-03'],
    bills: [
      { dueDate: '2028-03-12', overdueDays: 22 },
      {
        overdueDays: 0,
        plans: [
          ['2028-03-28', 'settled'],
          ['2028-04-27', 'scheduled'],
          ['2028-05-27', 'scheduled'],
        ],
      },
    ],
  });
});
