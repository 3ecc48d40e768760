import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrow, pay, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { hire, openOffice, type StaffClient, signInAgain } from '../../../test/staff-client.ts';

/* Two loans, one with a payment and one that becomes late, over some weeks. */

let server: AppServer;
let auditor: StaffClient;
let support: StaffClient;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  const kasonde = await hire(server, { maker, checker }, { userName: 'kasonde', roles: ['auditor'] });
  const thandiwe = await hire(server, { maker, checker }, { userName: 'thandiwe', roles: ['support'] });
  const borrower = await signUp(server);
  const orderId = await borrow(borrower, { amount: 1000 });
  await borrow(await signUp(server), { amount: 500, termId: 2 });
  await server.passDays(12);
  await pay(server, borrower, orderId, { amount: 100 });
  await server.passDays(30);
  auditor = await signInAgain(server, kasonde);
  support = await signInAgain(server, thandiwe);
});
afterAll(() => server.stop());

type Report = StaffAnswer<'getIncomeAndCost'>;
type Entries = StaffAnswer<'listEntriesOfAccount'>;

const ask = async (query: object): Promise<Report> => {
  const { data } = await auditor.call('getIncomeAndCost', { query } as never);
  return data as Report;
};

/** What an account moved by on its side, from the rows of the ledger alone. */
async function movedBy(account: string, from: string, through: string, side: 'income' | 'expense') {
  const [{ kwacha }] = await server.query(
    `select coalesce(sum(case when $4 = 'income' and credit_account = $1 or $4 = 'expense' and debit_account = $1
       then amount_ngwee when $1 in (debit_account, credit_account) then -amount_ngwee else 0 end), 0)::float / 100 as kwacha
     from ledger_transfer where business_on between $2 and $3 and booking_kind <> 'year_end'`,
    [account, from, through, side],
  );
  return kwacha as number;
}

test('every amount is what the rows of the ledger come to, over days with totals and days without', async () => {
  for (const query of [{ period: 'quarter', compare: 'before' }, { period: 'month' }, { period: 'year' }]) {
    const { days, comparedDays, lines, points } = await ask(query);
    expect(days.through).toBe(server.today());
    for (const { account, kind, amount, comparedAmount } of lines) {
      expect([account, amount]).toEqual([account, await movedBy(account, days.from, days.through, kind)]);
      if (comparedDays)
        expect(comparedAmount).toBe(await movedBy(account, comparedDays.from, comparedDays.through, kind));
    }
    const total = (kind: 'income' | 'expense') =>
      lines.filter((line) => line.kind === kind).reduce((sum, { amount }) => sum + amount, 0);
    expect(points.reduce((sum, { income }) => sum + income, 0)).toBeCloseTo(total('income'));
    expect(points.reduce((sum, { expense }) => sum + expense, 0)).toBeCloseTo(total('expense'));
    expect(total('income')).toBeGreaterThan(0);
    expect(points[0]!.from).toBe(days.from);
    expect(points.at(-1)!.through).toBe(days.through);
  }
});

test('the rows behind an amount add up to it, page by page', async () => {
  const { days, lines } = await ask({ period: 'year' });
  const { account, amount } = lines.find((line) => line.account === 'penalty_income')!;
  const items: Entries['items'] = [];
  let after: string | undefined;
  let page: Entries;
  do {
    const query = { account, from: days.from, to: days.through, after, pageSize: 7 };
    page = (await auditor.call('listEntriesOfAccount', { query } as never)).data as Entries;
    items.push(...page.items);
    after = page.items.at(-1)?.key;
  } while (page.isMore);
  expect(items.length).toBeGreaterThan(7);
  expect(items.reduce((sum, item) => sum + item.amount, 0)).toBeCloseTo(amount);
  expect(page.total).toBe(amount);
  expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
  expect(items.map(({ on }) => on)).toEqual(
    items
      .map(({ on }) => on)
      .toSorted()
      .toReversed(),
  );
});

test('the days of a request are checked, and only people with the permission see a report', async () => {
  const refusal = async (query: object) => (await auditor.call('getIncomeAndCost', { query } as never)).code;
  expect(await refusal({ period: 'days', from: '2026-02-30' })).toBe(400);
  expect(await refusal({ period: 'days', from: '2026-12-02', to: '2026-12-01' })).toBe(400);
  expect(await refusal({ period: 'days', from: '2090-01-01', to: '2090-02-01' })).toBe(400);
  expect(await refusal({ period: 'days', from: '2001-01-01' })).toBe(400);
  expect((await support.call('getIncomeAndCost', { query: {} } as never)).code).toBe(403);
});
