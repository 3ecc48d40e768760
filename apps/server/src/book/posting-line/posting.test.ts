import { randomUUID } from 'node:crypto';
import { unchanged } from '@thumba/lending/change';
import { day } from '@thumba/lending/day';
import { demoLadder } from '@thumba/lending/ladder';
import { transfer } from '@thumba/lending/ledger';
import type { Loan } from '@thumba/lending/loan';
import { kwacha } from '@thumba/lending/money';
import { repayFromWallet } from '@thumba/lending/repayment';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AppBorrower, borrow, PATIENCE, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { openDatabase } from '../../platform/database.ts';
import type { IdempotencyKey } from '../idempotency/idempotency.ts';
import { planIdOf } from '../loan/plan-id.ts';
import type { Posting, PostingRequest } from './posting.ts';
import { createPostingLine, type PostingLine } from './posting-line.ts';

let server: AppServer;
let line: PostingLine;

beforeAll(async () => {
  // A gift moves money and is no event.
  server = await startAppServer({ tampers: ['every row of a loan belongs to a loan and to its history'] });
  line = server.app.line;
});
afterAll(() => server.stop());

type Customer = AppBorrower & { loanId: number };

/** A borrower with a running loan of K1,000 and this wallet credit. */
async function customer(walletKwacha = 0): Promise<Customer> {
  const borrower = await signUp(server);
  const one = { ...borrower, loanId: await borrow(borrower) };
  if (walletKwacha > 0) await line.post(gift(one, walletKwacha));
  return one;
}

function requestOf<Answer>(
  { borrowerId, loanId }: Customer,
  decide: (loan: Loan) => Posting<Answer>,
): PostingRequest<Answer, never> {
  return {
    borrowerId,
    loanId,
    actor: 'staff:test',
    decide: ({ loan }) => ({ ok: true, value: decide(loan) }),
  };
}

const gift = (of: Customer, walletKwacha: number) =>
  requestOf(of, (loan) => ({
    change: {
      ...unchanged(loan),
      walletNgwee: kwacha(walletKwacha),
      transfers: transfer('bank', 'wallet_credit', kwacha(walletKwacha)),
    },
    on: day(server.today()),
    answer: null,
  }));

/** Writes the loan as it is, with one event that says who was here. */
const visit = (of: Customer, visitor: string, versionsSeen: number[] = []) =>
  requestOf(of, (loan) => {
    versionsSeen.push(loan.version);
    const on = day(server.today());
    return {
      change: { ...unchanged(loan), events: [{ kind: 'cancelled', on, reason: visitor }] },
      on,
      answer: visitor,
    };
  });

/** A row that the book refuses: it would move an amount from an account to itself. */
const spoiled = (of: Customer) =>
  requestOf(of, (loan) => ({
    change: { ...unchanged(loan), transfers: transfer('bank', 'bank', kwacha(1)) },
    on: day(server.today()),
    answer: null,
  }));

async function visitorsOf({ loanId }: Customer): Promise<string[]> {
  const rows = await server.query(
    `select detail ->> 'reason' as visitor from loan_event where loan_id = $1 and actor = 'staff:test'
     order by loan_version`,
    [loanId],
  );
  return rows.map((row: { visitor: string }) => row.visitor);
}

async function versionOf({ loanId }: Customer): Promise<number> {
  return (await server.query('select version from loan where loan_id = $1', [loanId]))[0].version;
}

async function walletOf({ borrowerId }: Customer): Promise<number> {
  const sql = 'select wallet_ngwee from borrower_standing where borrower_id = $1';
  return (await server.query(sql, [borrowerId]))[0].wallet_ngwee;
}

const useWallet = (of: Customer, amount: number, idempotencyKey?: string) =>
  of.call(
    'useWallet',
    { body: { orderId: of.loanId, planId: planIdOf(of.loanId, 1), amount } },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );

/** Another process, as far as the database can tell: a line of its own over the same tables. */
function anotherLine(db = server.db): PostingLine {
  return createPostingLine({
    db,
    clock: server.clock,
    sealing: () => server.sealing,
    onNewAttempts: () => undefined,
    onNewMessages: () => undefined,
  });
}

describe('two writers on one loan', () => {
  test('of two at once one writes, and the other reads and decides again', async () => {
    const one = await customer();
    const before = await versionOf(one);
    const other = await server.db.pool.connect();
    await other.query('begin');
    await other.query('update loan set version = version + 1 where loan_id = $1', [one.loanId]);
    const versionsSeen: number[] = [];
    const posted = line.post(visit(one, 'second', versionsSeen));
    await vi.waitFor(async () => {
      const [{ count }] = await server.query(
        `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(count).toBe(1);
    }, PATIENCE);
    await other.query('commit');
    other.release();
    expect(await posted).toEqual({ ok: true, value: 'second' });
    expect(versionsSeen).toEqual([before, before + 1]);
    expect(await versionOf(one)).toBe(before + 2);
    expect(await visitorsOf(one)).toEqual(['second']);
  });

  test('of two processes nobody’s change is lost', async () => {
    const one = await customer();
    const before = await versionOf(one);
    const lines = [line, anotherLine()];
    const visitors = Array.from({ length: 12 }, (_, index) => `visitor ${index}`);
    await Promise.all(visitors.map((visitor, index) => lines[index % 2]!.post(visit(one, visitor))));
    expect(await versionOf(one)).toBe(before + 12);
    expect((await visitorsOf(one)).sort()).toEqual(visitors.sort());
  });

  test('in one process each waits for the one before it and nobody decides twice', async () => {
    const one = await customer();
    const before = await versionOf(one);
    const versionsSeen: number[] = [];
    await Promise.all(['a', 'b', 'c'].map((visitor) => line.post(visit(one, visitor, versionsSeen))));
    expect(versionsSeen).toEqual([before, before + 1, before + 2]);
    expect(await visitorsOf(one)).toEqual(['a', 'b', 'c']);
  });
});

describe('a batch', () => {
  test('of many borrowers takes one query to read and one to write', async () => {
    const customers = await Promise.all(Array.from({ length: 5 }, () => customer()));
    const db = openDatabase({ url: server.programUrl });
    const quiet = anotherLine(db);
    await Promise.all(customers.map((one) => quiet.post(visit(one, 'all at once'))));
    expect(db.roundTrips()).toBe(2);
    await db.close();
    for (const one of customers) expect(await visitorsOf(one)).toEqual(['all at once']);
  });

  test('is not spoiled by one bad item', async () => {
    const [good, bad, alsoGood] = await Promise.all([customer(), customer(), customer()]);
    const before = await versionOf(bad);
    const [first, second, third] = await Promise.allSettled([
      line.post(visit(good, 'good')),
      line.post(spoiled(bad)),
      line.post(visit(alsoGood, 'also good')),
    ]);
    expect(first).toEqual({ status: 'fulfilled', value: { ok: true, value: 'good' } });
    expect(second.status).toBe('rejected');
    expect(third).toEqual({ status: 'fulfilled', value: { ok: true, value: 'also good' } });
    expect([await visitorsOf(good), await visitorsOf(alsoGood)]).toEqual([['good'], ['also good']]);
    expect(await versionOf(bad)).toBe(before);
  });

  test('with a loan of somebody else in it refuses that one only', async () => {
    const [owner, stranger] = await Promise.all([customer(), customer()]);
    const [own, foreign] = await Promise.all([
      line.post(visit(owner, 'owner')),
      line.post({ ...visit(owner, 'stranger'), borrowerId: stranger.borrowerId }),
    ]);
    expect(own).toEqual({ ok: true, value: 'owner' });
    expect(foreign).toEqual({ ok: false, refusal: { kind: 'no_such_loan' } });
    expect(await visitorsOf(owner)).toEqual(['owner']);
  });
});

describe('an idempotency key', () => {
  test('gets its first answer again, and nothing happens twice', async () => {
    const one = await customer(500);
    const key = randomUUID();
    const first = await useWallet(one, 100, key);
    expect(first).toMatchObject({ code: 200, data: { paid: 100, walletBalance: 400 } });
    expect(await useWallet(one, 100, key)).toEqual(first);
    expect(await walletOf(one)).toBe(kwacha(400));
  });

  test('with another amount is refused', async () => {
    const one = await customer(500);
    const key = randomUUID();
    await useWallet(one, 100, key);
    expect(await useWallet(one, 200, key)).toEqual({
      code: 409,
      msg: 'This request was already used for something else. Please start again.',
      data: null,
    });
    expect(await walletOf(one)).toBe(kwacha(400));
  });

  test('on another call is refused', async () => {
    const one = await customer(500);
    const key = randomUUID();
    await useWallet(one, 100, key);
    const answer = await one.call(
      'submitRepayApplyV2',
      { body: { bizType: 1, planId: planIdOf(one.loanId, 1), payAmount: 100 } },
      { idempotencyKey: key },
    );
    expect(answer).toMatchObject({ code: 409, data: null });
    expect(
      await server.query(`select from payment_attempt where loan_id = $1 and direction = 'collection'`, [
        one.loanId,
      ]),
    ).toEqual([]);
  });

  test('of a refusal is free again, for another amount too', async () => {
    const one = await customer(500);
    const key = randomUUID();
    expect(await useWallet(one, 10, key)).toMatchObject({ code: 400, msg: 'minimum: 20' });
    expect(await useWallet(one, 100, key)).toMatchObject({ code: 200, data: { paid: 100 } });
  });

  test('of one borrower means nothing for another', async () => {
    const [one, other] = await Promise.all([customer(500), customer(300)]);
    const key = randomUUID();
    expect(await useWallet(one, 100, key)).toMatchObject({ data: { walletBalance: 400 } });
    expect(await useWallet(other, 100, key)).toMatchObject({ data: { walletBalance: 200 } });
  });

  test('of a thousand characters is as good as any', async () => {
    const one = await customer(500);
    const key = 'k'.repeat(1000);
    const first = await useWallet(one, 100, key);
    expect(first.code).toBe(200);
    expect(await useWallet(one, 100, key)).toEqual(first);
    expect(await walletOf(one)).toBe(kwacha(400));
  });

  test('used fifty times at once has one effect and one answer', async () => {
    const one = await customer(500);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => useWallet(one, 100, key)));
    expect(answers.every((answer) => answer.code === 200)).toBe(true);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await walletOf(one)).toBe(kwacha(400));
  });

  test('used by several processes at once has one effect and one answer', async () => {
    const one = await customer(500);
    const idempotency: IdempotencyKey = { keyHashes: [Buffer.alloc(16, 7)], inputHash: Buffer.alloc(16, 9) };
    const lines = [line, anotherLine(), anotherLine(), anotherLine()];
    const answers = await Promise.all(
      lines.map((each) =>
        each.post<{ leftNgwee: number }, unknown>({
          borrowerId: one.borrowerId,
          loanId: one.loanId,
          idempotency,
          actor: 'staff:test',
          decide({ loan, walletNgwee, ladder }) {
            const on = day(server.today());
            const paid = repayFromWallet(loan, {
              amountNgwee: kwacha(100),
              period: 1,
              walletNgwee,
              on,
              ladder: { rule: demoLadder, place: ladder },
            });
            if (!paid.ok) return paid;
            const leftNgwee = walletNgwee + paid.value.walletNgwee;
            return { ok: true, value: { change: paid.value, on, answer: { leftNgwee } } };
          },
        }),
      ),
    );
    expect(answers).toEqual(lines.map(() => ({ ok: true, value: { leftNgwee: kwacha(400) } })));
    expect(await walletOf(one)).toBe(kwacha(400));
  });
});

describe('wallet credit', () => {
  test('spent from several sides at once is never spent twice', async () => {
    const one = await customer(250);
    const answers = await Promise.all(Array.from({ length: 8 }, () => useWallet(one, 100)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(2);
    expect(answers.filter((answer) => answer.code !== 200).map((answer) => answer.msg)).toEqual(
      Array.from({ length: 6 }, () => 'Your wallet holds K50.00'),
    );
    expect(await walletOf(one)).toBe(kwacha(50));
    const [{ balance }] = await server.query(
      `select sum(case when credit_account = 'wallet_credit' then amount_ngwee else -amount_ngwee end)::bigint as balance
       from ledger_transfer where borrower_id = $1 and 'wallet_credit' in (debit_account, credit_account)`,
      [one.borrowerId],
    );
    expect(balance).toBe(kwacha(50));
  });
});
