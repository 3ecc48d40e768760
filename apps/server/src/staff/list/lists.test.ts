import {
  BORROWER_GROUPS,
  BORROWER_SORTS,
  DECIDED_GROUPS,
  DECIDED_SORTS,
  DIRECTIONS,
  LOAN_GROUPS,
  LOAN_SORTS,
  PAYMENT_GROUPS,
  PAYMENT_SORTS,
} from '@thumba/contract/staff/list-words';
import { ROLES } from '@thumba/contract/staff/roles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apply, borrow, pay, settle, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { applicant } from '../../credit/application/review.test-support.ts';
import { APPROVE, DECLINE, decide } from '../application/applications.test-support.ts';
import { examineLists } from './lists.test-support.ts';

/* Each list is read page by page in each of its orders, and is the same as plain SQL that knows nothing of pages. */

type ListName = 'listLoans' | 'listBorrowers' | 'listPayments' | 'listDecided';
type Page = { items: Record<string, unknown>[]; next: string | null; previous: string | null };

let server: AppServer;
let reader: StaffMember;
let underwriter: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  reader = await hire(server, { maker, checker }, { userName: 'kasonde', roles: [...ROLES] });
  underwriter = await hire(server, { maker, checker }, { userName: 'natasha', roles: ['underwriter'] });
  await live();
});
afterAll(async () => {
  await expectSoundBook(server);
  await server.stop();
});

/** Loans, payments and decisions of each kind. */
async function live(): Promise<void> {
  for (const amount of [500, 700]) {
    const late = await signUp(server);
    await borrow(late, { amount, termId: 2 });
  }
  await server.passDays(20);
  const repaid = await signUp(server);
  await settle(server, repaid, await borrow(repaid, { amount: 500 }));
  const payer = await signUp(server);
  const loanId = await borrow(payer, { amount: 900 });
  await pay(server, payer, loanId, { amount: 100 });
  await pay(server, payer, loanId, { amount: 100, action: 'refuse' });
  await decide(underwriter, await applicant(server), DECLINE);
  await decide(underwriter, await applicant(server), APPROVE);
  await applicant(server);
  await apply(await signUp(server, { monthlyIncome: 500 }), { productId: 1, amount: 100 });
  const known = await signUp(server);
  await server.query('update borrower_standing set ladder_step = 2 where borrower_id = $1', [
    known.borrowerId,
  ]);
  await borrow(known, { productId: 2, termId: 4, amount: 500 });
  await signUp(server);
  await server.query(`update borrower set blocked_at = now() where borrower_id = $1`, [payer.borrowerId]);
}

async function pageOf(name: ListName, query: object): Promise<Page> {
  const answer = await reader.client.call(name, { query } as never);
  expect(answer.code, answer.msg).toBe(200);
  return answer.data as Page;
}

/** Every row of a list, two at a time: forwards, and then back from the last page. */
async function rowsOf(name: ListName, query: object): Promise<Record<string, unknown>[]> {
  const pages: Page[] = [];
  let after: string | undefined;
  do {
    const page: Page = await pageOf(name, { ...query, after, pageSize: 2 });
    pages.push(page);
    after = page.next ?? undefined;
  } while (after !== undefined);
  for (let at = pages.length - 1; at > 0; at -= 1) {
    const back = await pageOf(name, { ...query, before: pages[at]!.previous!, pageSize: 2 });
    expect(back.items, `page ${at} from behind`).toEqual(pages[at - 1]!.items);
    expect(back.previous === null).toBe(at === 1);
  }
  return pages.flatMap(({ items }) => items);
}

/** A part of the borrowers has no index that is in the order of the step. */
const sortsOf = (group: (typeof BORROWER_GROUPS)[number]) =>
  BORROWER_SORTS.filter((sort) => sort === 'number' || group === 'all');

async function firstColumn(sql: string): Promise<unknown[]> {
  return (await server.query(sql)).map((row) => Object.values(row)[0]);
}

const inStates = (states: readonly string[]) =>
  `state in (${states.map((state) => `'${state}'`).join(', ')})`;

describe('all loans', () => {
  const COLUMNS = { number: 'loan_id', disbursed: 'disbursed_on', amount: 'principal_ngwee' };
  const groups = [['all', 'true'], ...Object.entries(LOAN_GROUPS).map(([name, of]) => [name, inStates(of)])];
  const cases = groups.flatMap(([group, where]) =>
    LOAN_SORTS.flatMap((sort) => DIRECTIONS.map((direction) => [group!, sort, direction, where!] as const)),
  );

  test.each(cases)('%s by %s %s are those of the table', async (group, sort, direction, where) => {
    const column = COLUMNS[sort];
    const expected = await firstColumn(
      `select loan_id::integer from loan where ${where} and ${column} is not null
       order by ${column} ${direction}, loan_id ${direction}`,
    );
    const rows = await rowsOf('listLoans', { group, sort, direction });
    expect(rows.map(({ loanId }) => loanId)).toEqual(expected);
  });

  const ofProduct = LOAN_SORTS.filter((sort) => sort !== 'amount').flatMap((sort) =>
    DIRECTIONS.flatMap((direction) => [1, 2, 7].map((product) => [product, sort, direction] as const)),
  );
  test.each(ofProduct)('of product %i by %s %s are those of the table', async (product, sort, direction) => {
    const column = COLUMNS[sort];
    const expected = await firstColumn(
      `select loan_id::integer from loan where terms ->> 'productId' = '${product}' and ${column} is not null
       order by ${column} ${direction}, loan_id ${direction}`,
    );
    const rows = await rowsOf('listLoans', { product, sort, direction });
    expect(rows.map(({ loanId }) => loanId)).toEqual(expected);
    expect(expected.length > 0).toBe(product !== 7);
  });

  test('of a product are in its file, and their screen names every product', async () => {
    const { data } = await reader.client.call('listLoans', { query: { product: 2, pageSize: 100 } });
    expect(new Set(data.items.map(({ productName }) => productName)).size).toBe(1);
    expect(data.products.map(({ productId }) => productId)).toEqual([1, 2]);
    const refused = await reader.client.call('listLoans', { query: { product: 2, sort: 'amount' } } as never);
    expect(refused.code).toBe(400);
  });

  test('are there in at least four states, so that the cases above say something', async () => {
    expect((await firstColumn('select distinct state from loan')).length).toBeGreaterThan(3);
  });

  test('show of each loan what the ledger has of its principal', async () => {
    const owed = await server.query(
      `select l.loan_id::integer as id, coalesce(sum(case 'principal_receivable' when t.debit_account then t.amount_ngwee
         when t.credit_account then -t.amount_ngwee end), 0)::integer as ngwee
       from loan l left join ledger_transfer t using (borrower_id, loan_id) group by l.loan_id`,
    );
    const { items } = await pageOf('listLoans', { pageSize: 100 });
    const shown = items.map(({ loanId, principalOut }) => ({
      id: loanId,
      ngwee: Math.round(Number(principalOut) * 100),
    }));
    const inOrder = (rows: { id: unknown }[]) =>
      rows.toSorted((one, other) => Number(one.id) - Number(other.id));
    expect(inOrder(shown)).toEqual(inOrder(owed as { id: unknown }[]));
    expect(shown.some(({ ngwee }) => ngwee > 0)).toBe(true);
  });
});

describe('all borrowers', () => {
  const COLUMNS = { number: 'b.borrower_id', step: 's.ladder_step' };
  const WHERE: Record<(typeof BORROWER_GROUPS)[number], string> = {
    all: 'true',
    open_loan: `b.borrower_id in (select borrower_id from loan
      where state not in ('declined', 'cancelled', 'settled', 'recovered'))`,
    late: `b.borrower_id in (select borrower_id from loan where state = 'overdue')`,
    blocked: 'b.blocked_at is not null',
  };
  const cases = BORROWER_GROUPS.flatMap((group) =>
    sortsOf(group).flatMap((sort) => DIRECTIONS.map((direction) => [group, sort, direction] as const)),
  );

  test.each(cases)('%s by %s %s are those of the table', async (group, sort, direction) => {
    const expected = await firstColumn(
      `select b.borrower_id::integer from borrower b join borrower_standing s using (borrower_id) where ${WHERE[group]}
       order by ${COLUMNS[sort]} ${direction}, b.borrower_id ${direction}`,
    );
    expect(expected.length).toBeGreaterThan(0);
    const rows = await rowsOf('listBorrowers', { group, sort, direction });
    expect(rows.map(({ borrowerId }) => borrowerId)).toEqual(expected);
  });

  test('are masked, and the look stands in the audit', async () => {
    const { items } = await pageOf('listBorrowers', {});
    expect(items[0]).toMatchObject({ maskedMobile: expect.stringMatching(/^\d{3} \*{4} \d{3}$/) });
    expect(JSON.stringify(items)).not.toMatch(/09\d{8}/);
    const looks = await server.query(
      `select outcome from staff_audit where call = 'listBorrowers' order by happened_at desc limit 1`,
    );
    expect(looks).toEqual([{ outcome: 'shown' }]);
  });
});

describe('all payments', () => {
  const COLUMNS = { made: 'created_at' };
  const groups = [
    ['all', 'true'],
    ...Object.entries(PAYMENT_GROUPS).map(([name, of]) => [name, inStates(of)]),
  ];
  const cases = groups.flatMap(([group, where]) =>
    PAYMENT_SORTS.flatMap((sort) =>
      DIRECTIONS.map((direction) => [group!, sort, direction, where!] as const),
    ),
  );

  test.each(cases)('%s by %s %s are those of the table', async (group, sort, direction, where) => {
    for (const way of [undefined, 'collection', 'payout']) {
      const expected = await firstColumn(
        `select attempt_id from payment_attempt where ${where} and ${way ? `direction = '${way}'` : 'true'}
         order by ${COLUMNS[sort]} ${direction}, attempt_id ${direction}`,
      );
      const rows = await rowsOf('listPayments', { group, sort, direction, way });
      expect(
        rows.map(({ paymentId }) => paymentId),
        way ?? 'both ways',
      ).toEqual(expected);
    }
  });

  test('are narrowed to an operator', async () => {
    const rows = await rowsOf('listPayments', { operator: 'mtn' });
    expect(rows).toHaveLength(
      Number((await firstColumn(`select count(*) from payment_attempt where operator = 'mtn'`))[0]),
    );
    expect(await rowsOf('listPayments', { operator: 'zamtel' })).toEqual([]);
  });
});

describe('decided applications', () => {
  const COLUMNS = { decided: 'coalesce(reviewed_at, decided_at)', points: 'points' };
  const WHERE = {
    all: `outcome <> 'refer' or review_outcome is not null`,
    approved_by_rules: `outcome = 'approve' and review_outcome is null`,
    declined_by_rules: `outcome = 'decline' and review_outcome is null`,
    approved_by_person: `review_outcome = 'approve'`,
    declined_by_person: `review_outcome = 'decline'`,
  };
  const cases = (['all', ...DECIDED_GROUPS] as const).flatMap((group) =>
    DECIDED_SORTS.flatMap((sort) => DIRECTIONS.map((direction) => [group, sort, direction] as const)),
  );

  test.each(cases)('%s by %s %s are those of the table', async (group, sort, direction) => {
    const expected = await firstColumn(
      `select loan_id::integer from loan_decision where ${WHERE[group]}
       order by ${COLUMNS[sort]} ${direction}, loan_id ${direction}`,
    );
    expect(expected.length).toBeGreaterThan(0);
    const rows = await rowsOf('listDecided', { group, sort, direction });
    expect(rows.map(({ loanId }) => loanId)).toEqual(expected);
    if (group !== 'all') expect(new Set(rows.map((row) => row.group))).toEqual(new Set([group]));
  });
});

describe('days', () => {
  /** Half of the payments and of the decisions are as if they were made two days before. */
  const move = async (by: string) => {
    await server.query(`update payment_attempt set created_at = created_at ${by} where borrower_id % 2 = 0`);
    await server.query(
      `update loan_decision set decided_at = decided_at ${by}, reviewed_at = reviewed_at ${by} where borrower_id % 2 = 0`,
    );
  };
  beforeAll(() => move(`- interval '2 days'`));
  afterAll(() => move(`+ interval '2 days'`));

  const LUSAKA = "at time zone 'Africa/Lusaka'";
  const LISTS = [
    [
      'listLoans',
      'disbursed',
      'loanId',
      'loan_id::integer',
      'loan',
      'disbursed_on',
      'disbursed_on is not null',
    ],
    [
      'listPayments',
      'made',
      'paymentId',
      'attempt_id',
      'payment_attempt',
      `(created_at ${LUSAKA})::date`,
      'true',
    ],
    [
      'listDecided',
      'decided',
      'loanId',
      'loan_id::integer',
      'loan_decision',
      `(coalesce(reviewed_at, decided_at) ${LUSAKA})::date`,
      `(outcome <> 'refer' or review_outcome is not null)`,
    ],
  ] as const;

  test.each(LISTS)('narrow %s to those of the table', async (name, sort, field, key, table, day, where) => {
    const found = await firstColumn(`select distinct ${day}::text from ${table} where ${where} order by 1`);
    expect(found.length).toBeGreaterThan(1);
    const [first, last] = [found[0], found.at(-1)] as string[];
    for (const [from, to] of [
      [first, first],
      [last, last],
      [undefined, first],
      [last, undefined],
      [first, last],
    ]) {
      const expected = await firstColumn(
        `select ${key} from ${table} where ${where} and ${day} between '${from ?? '2000-01-01'}' and '${to ?? '2099-12-31'}'`,
      );
      const rows = await rowsOf(name, { sort, from, to });
      expect(rows.map((row) => row[field]).toSorted(), `${from} to ${to}`).toEqual(expected.toSorted());
    }
  });

  test('begin and end at midnight in Lusaka', async () => {
    const [last] = await server.query(
      'select attempt_id, created_at from payment_attempt order by created_at desc limit 1',
    );
    const moveTo = (at: string) =>
      server.query('update payment_attempt set created_at = $1 where attempt_id = $2', [at, last.attempt_id]);
    const isListed = async (day: string) =>
      (await rowsOf('listPayments', { from: day, to: day })).some(
        ({ paymentId }) => paymentId === last.attempt_id,
      );
    await moveTo('2031-05-01T21:59:59.999999Z');
    expect([await isListed('2031-05-01'), await isListed('2031-05-02')]).toEqual([true, false]);
    await moveTo('2031-05-01T22:00:00Z');
    expect([await isListed('2031-05-01'), await isListed('2031-05-02')]).toEqual([false, true]);
    await moveTo(last.created_at);
  });

  test.each([
    ['listLoans', { from: '2026-11-01' }],
    ['listLoans', { sort: 'amount', to: '2026-11-01' }],
    ['listLoans', { sort: 'disbursed', from: '2026-11-02', to: '2026-11-01' }],
    ['listPayments', { from: '2026-11-31' }],
    ['listPayments', { from: '2026-11-02', to: '2026-11-01' }],
    ['listDecided', { sort: 'points', from: '2026-11-01' }],
  ] as const)('that the list does not have are refused: %s %o', async (name, query) => {
    const { code } = await reader.client.call(name, { query } as never);
    expect(code).toBe(400);
  });
});

describe('a place', () => {
  test.each([
    ['listLoans', { sort: 'disbursed', after: '7_7' }],
    ['listLoans', { sort: 'disbursed', after: '2026-02-31_7' }],
    ['listLoans', { sort: 'amount', after: '2026-02-28_7' }],
    ['listLoans', { after: "7' or true --_7" }],
    ['listLoans', { after: '7_7', before: '9_9' }],
    ['listLoans', { sort: 'terms' }],
    ['listBorrowers', { sort: 'step', group: 'late' }],
    ['listPayments', { after: '2026-11-21T10:00:00.000000Z_7' }],
    ['listPayments', { after: '2026-11-21T25:00:00.000000Z_3f0a5b1c-2d4e-4f60-8a9b-0c1d2e3f4a5b' }],
    ['listDecided', { sort: 'points', after: '2026-11-21T10:00:00.000000Z_7' }],
  ] as const)('of another list or sort is refused: %s %o', async (name, query) => {
    const { code } = await reader.client.call(name, { query } as never);
    expect(code).toBe(400);
  });

  test('behind the last row shows nothing, and leads nowhere', async () => {
    const nothing = { items: [], next: null, previous: null };
    expect(await pageOf('listLoans', { after: '0_0' })).toMatchObject(nothing);
  });
});

test('a page of each list in each order reads few rows of a large book', async () => {
  const found = await examineLists(server, async () => {
    for (const direction of DIRECTIONS) {
      for (const sort of LOAN_SORTS) {
        for (const group of ['all', ...Object.keys(LOAN_GROUPS)]) {
          await pageOf('listLoans', { group, sort, direction });
          if (sort !== 'amount') await pageOf('listLoans', { group, sort, direction, product: 2 });
        }
      }
      for (const group of BORROWER_GROUPS) {
        for (const sort of sortsOf(group)) await pageOf('listBorrowers', { group, sort, direction });
      }
      for (const sort of PAYMENT_SORTS) {
        for (const group of ['all', ...Object.keys(PAYMENT_GROUPS)])
          await pageOf('listPayments', { group, sort, direction });
      }
      for (const sort of DECIDED_SORTS) {
        for (const group of ['all', ...DECIDED_GROUPS])
          await pageOf('listDecided', { group, sort, direction });
      }
      const days = { direction, from: '2025-06-01', to: '2025-06-30' };
      await pageOf('listLoans', { ...days, sort: 'disbursed' });
      await pageOf('listLoans', { ...days, sort: 'disbursed', product: 2 });
      await pageOf('listPayments', days);
      await pageOf('listDecided', { ...days, sort: 'decided' });
    }
  });
  expect(found.statements).toBe(2 * (3 * 8 + 2 * 8 + 5 + 4 + 2 * 5 + 4));
  expect(found.readTooMuch).toEqual([]);
});
