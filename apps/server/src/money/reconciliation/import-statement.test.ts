import { randomUUID } from 'node:crypto';
import { toKwacha } from '@thumba/lending/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { dumpDatabase, secretsIn } from '../../../test/database-dump.ts';
import { keysOf, newKeys } from '../../book/settings/key-settings.ts';
import { lusakaDay, toDate } from '../../platform/clock.ts';
import { type Database, openDatabase } from '../../platform/database.ts';
import { createSealing } from '../../platform/sealing.ts';
import { reportOf } from '../../staff/terminal/statement-report.ts';
import { type DifferenceKind, differencesOfStatement, summaryOf } from './differences.ts';
import { importStatement } from './import-statement.ts';
import { type Line, mtnFile } from './statement.test-support.ts';
import { readStatement } from './statement-file.ts';
import { statementFormats } from './statement-formats.ts';

const NOW = Date.parse('2026-11-22T08:00:00Z');
/** Ten past midnight in Lusaka. */
const FIRST_AT = Date.parse('2026-11-20T22:10:00Z');
const ROWS = 10_000;
const EACH = 50;
/** 50 rows less, 50 extra, 50 twice and 25 reversals in rows of their own make 10,000 rows of these. */
const PAYMENTS = ROWS - EACH / 2 - EACH;
const PAYERS = 2_000;

type Payment = {
  attemptId: string;
  borrowerId: number;
  mobile: string;
  direction: 'collection' | 'payout';
  amountNgwee: number;
  state: string;
  reference: string | null;
  at: number;
};

const sealing = createSealing(keysOf(newKeys()));
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let owner: Database;
let payments: Payment[];
let file: Buffer;
let seeded: string[];
/** A payment without an error, whose row carries our id. */
let unharmed: number;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.programUrl });
  owner = openDatabase({ url: database.url, maxConnections: 4 });
  payments = Array.from({ length: PAYMENTS }, (_, number) => paymentOf(number));
  ({ file, seeded, unharmed } = statementWithErrors());
  await keep(payments);
});
afterAll(async () => {
  await Promise.all([db.close(), owner.close()]);
  await database.drop();
});

function paymentOf(number: number): Payment {
  const borrowerId = 1 + (number % PAYERS);
  return {
    attemptId: randomUUID(),
    borrowerId,
    mobile: `096${String(1_000_000 + borrowerId)}`,
    direction: number % 4 === 3 ? 'payout' : 'collection',
    // One of a payer's own and no other's, so that a row without any id can be told.
    amountNgwee: 10_000 + Math.trunc(number / PAYERS) * 1_000 + (number % 7),
    state: 'succeeded',
    reference: number % 20 === 19 ? null : String(70_000_000 + number),
    at: FIRST_AT + number * 8_000,
  };
}

const time = (at: number) =>
  toDate(at + 2 * 3_600_000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');

/** Most rows carry our id, some only the operator's, some neither. */
function lineOf(payment: Payment, number: number): Line {
  return {
    reference: payment.reference ?? `8${number}`,
    ourId: number % 10 === 9 ? '' : payment.attemptId,
    at: time(payment.at),
    direction: payment.direction,
    mobile: payment.mobile,
    amount: toKwacha(payment.amountNgwee).toFixed(2),
  };
}

/** The class of error of a payment, by the number of the payment. */
function errorsByNumber(): Map<number, string> {
  const classOf = new Map<number, string>();
  const classes = ['missing', 'amount', 'reversed', 'reversal', 'duplicate', 'failed', 'unknown', 'pending'];
  classes.push('both failed');
  let at = 0;
  for (const name of classes) {
    const isHalf = name === 'reversed' || name === 'reversal' || name === 'pending' || name === 'unknown';
    for (let count = 0; count < (isHalf ? EACH / 2 : EACH); count += 1) {
      classOf.set((at * 7919) % PAYMENTS, name);
      at += 1;
    }
  }
  return classOf;
}

/** Errors of every class at scattered places: 350 of them, 3.5 %. Each is named as it should be found. */
function statementWithErrors(): { file: Buffer; seeded: string[]; unharmed: number } {
  const lines: Line[] = [];
  const expected: string[] = [];
  const classOf = errorsByNumber();
  const expectRow = (kind: DifferenceKind, reference: string) => expected.push(`${kind} ${reference}`);
  payments.forEach((payment, number) => {
    const line = lineOf(payment, number);
    switch (classOf.get(number)) {
      case 'missing':
        expected.push(`missing ${payment.attemptId}`);
        return;
      case 'amount':
        expectRow('amount_differs', line.reference);
        // Without any id it would be another payment.
        lines.push({ ...line, ourId: payment.attemptId, amount: '77.77' });
        return;
      case 'reversed':
        expectRow('reversed', line.reference);
        lines.push({ ...line, ourId: payment.attemptId, status: 'Reversed' });
        return;
      case 'reversal':
        expectRow('reversed', `6${number}`);
        lines.push(line, {
          ...line,
          reference: `6${number}`,
          ourId: payment.attemptId,
          type: 'Reversal',
          at: time(payment.at + 60_000),
        });
        return;
      case 'duplicate': {
        const again = { ...line, ourId: payment.attemptId, at: time(payment.at + 5_000) };
        const isSameRow = number % 2 === 0 && line.ourId !== '';
        // A row without an id, beside one with it, cannot be told to be of the same payment.
        lines.push(isSameRow ? line : { ...line, ourId: payment.attemptId });
        lines.push(isSameRow ? line : { ...again, reference: `5${number}` });
        expectRow('duplicate', isSameRow ? line.reference : `5${number}`);
        return;
      }
      case 'failed':
      case 'unknown':
      case 'pending':
        payment.state = classOf.get(number)!;
        payment.reference = null;
        expectRow('status_differs', line.reference);
        lines.push({
          ...line,
          ourId: line.ourId === '' && number % 20 !== 19 ? payment.attemptId : line.ourId!,
        });
        return;
      case 'both failed':
        payment.state = 'failed';
        payment.reference = null;
        lines.push({ ...line, ourId: payment.attemptId, status: 'Failed' });
        return;
      default:
        lines.push(line);
    }
  });
  for (let number = 0; number < EACH; number += 1) {
    const { mobile, at: paidAt } = payments[number * 31]!;
    const reference = `4${number}`;
    const ourId = number % 2 === 0 ? randomUUID() : '';
    lines.splice(number * 150, 0, { reference, ourId, at: time(paidAt), mobile, amount: '33.33' });
    expectRow('extra', reference);
  }
  const sound = payments.findIndex((_, number) => number > 300 && number % 10 !== 9 && !classOf.has(number));
  return { file: mtnFile(lines), seeded: expected.sort(), unharmed: sound };
}

async function keep(kept: readonly Payment[]): Promise<void> {
  const records = kept.map((payment) => ({
    ...payment,
    sealed: sealing
      .seal(
        'payment_attempt.msisdn_sealed',
        { borrower_id: payment.borrowerId, attempt_id: payment.attemptId },
        payment.mobile,
      )
      .toString('hex'),
    hash: sealing.lookupHashes('mobile', payment.mobile)[0]!.toString('hex'),
    createdAt: toDate(payment.at - 30_000),
    finishedAt: ['succeeded', 'failed'].includes(payment.state) ? toDate(payment.at + 10_000) : null,
  }));
  const rows = `json_to_recordset($1::json) as p("attemptId" uuid, "borrowerId" bigint, direction text,
    "amountNgwee" bigint, state text, reference text, sealed text, hash text, "createdAt" timestamptz,
    "finishedAt" timestamptz)`;
  await db.pool.query(
    `insert into payment_attempt (borrower_id, attempt_id, loan_id, direction, purpose, amount_ngwee, operator,
       msisdn_sealed, state, submitted_on, created_at, sent_at, finished_at, operator_reference)
     select "borrowerId", "attemptId", 1, direction, case direction when 'payout' then 'loan_payout' else 'repayment' end,
       "amountNgwee", 'mtn', decode(sealed, 'hex'), state, '2026-11-21', "createdAt", "createdAt", "finishedAt", reference
     from ${rows}`,
    [JSON.stringify(records)],
  );
  await db.pool.query(
    `insert into payment_by_attempt (attempt_id, borrower_id) select attempt_id, borrower_id from payment_attempt
     on conflict do nothing`,
  );
  await db.pool.query(
    `insert into repay_account (borrower_id, mobile_sealed, mobile_hash, operator, created_at)
     select distinct on ("borrowerId") "borrowerId", '', decode(hash, 'hex'), 'mtn', now()
     from ${rows}`,
    [JSON.stringify(records)],
  );
}

async function importFile(bytes: Buffer) {
  const read = readStatement(statementFormats.mtn, bytes);
  if (!read.ok) throw new Error(read.refusal.problem);
  const imported = await importStatement(
    { db, sealing, nowMs: NOW, today: lusakaDay(NOW) },
    { operator: 'mtn', bytes, rows: read.value, actor: 'staff:test' },
  );
  if (!imported.ok) throw new Error(imported.refusal.kind);
  const { statementId } = imported.value;
  const differences = await differencesOfStatement(db, statementId);
  const summary = await summaryOf(db, statementId);
  const found = differences.map(
    ({ kind, attempt_id, operator_reference }) =>
      `${kind} ${kind === 'missing' ? attempt_id : operator_reference}`,
  );
  return { ...imported.value, summary, differences, found: found.sort() };
}

describe('a statement of 10,000 rows with 350 errors', () => {
  test('shows each of them by its kind, and none else', async () => {
    expect(seeded).toHaveLength(350);
    const startedAt = performance.now();
    const roundTrips = db.roundTrips();
    const { found, summary } = await importFile(file);
    // 20,000 rows need four more: 5,000 rows at a time are compared with known charges, and stored.
    expect(db.roundTrips() - roundTrips).toBeLessThanOrEqual(23);
    console.log(`10,000 rows compared in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    expect(found).toEqual(seeded);
    expect(summary).toMatchObject({ rows: ROWS, known: 0, matched: ROWS - EACH, failed: EACH });
  });

  test('asks the operator about what it says has succeeded and we do not, and about nothing else', async () => {
    const { rows } = await db.pool.query(
      `select count(*)::int as asked, count(*) filter (where state in ('failed', 'unknown', 'pending'))::int as unsettled
       from payment_attempt where next_step_at = $1`,
      [toDate(NOW)],
    );
    expect(rows).toEqual([{ asked: 2 * EACH, unsettled: 2 * EACH }]);
  });

  test('changes nothing when it comes again', async () => {
    const before = await dumpDatabase(owner);
    const again = await importFile(file);
    expect(again).toMatchObject({ isNew: false, found: seeded });
    expect(await dumpDatabase(owner)).toBe(before);
  });

  test('moves no money and keeps nobody’s number or name in the clear', async () => {
    const dump = await dumpDatabase(owner);
    expect((await db.pool.query('select from ledger_transfer')).rowCount).toBe(0);
    expect(secretsIn(dump, [payments[0]!.mobile.slice(1), 'Mwale'])).toEqual([]);
  });

  test('is told in a table of its kinds and a line for each difference', async () => {
    const { isNew, summary, differences } = await importFile(file);
    const report = reportOf({ operator: 'mtn', isNew, summary, differences, openBefore: [] });
    expect(report).toContain('MTN statement, 21 November to 21 November (imported before)');
    expect(report).toMatch(/missing at the operator +50 +50/);
    expect(report).toMatch(/status differs +100 +100/);
    expect(report).toContain('350 of 350 differences wait for a person.');
    expect(secretsIn(report, [payments[0]!.mobile.slice(1), 'Mwale'])).toEqual([]);
  });

  test('and one that overlaps it brings only what is new, and what it changed', async () => {
    const late = { reference: '99', at: '2026-11-21 23:59:00', mobile: '0961999999', amount: '5.00' };
    const lines = payments.slice(200, 205).map((payment, index) => lineOf(payment, 200 + index));
    const changed = { ...lineOf(payments[unharmed]!, unharmed), amount: '1.00' };
    const { found, summary } = await importFile(mtnFile([...lines, changed, late]));
    expect(summary).toMatchObject({ rows: 7, known: 5 });
    expect(found).toEqual([`amount_differs ${changed.reference}`, 'extra 99']);
  });

  test('what the operator’s later word or a later statement brings together is closed by itself', async () => {
    const attemptOf = (kind: DifferenceKind) =>
      db.pool.query(
        `select d.difference_id, d.attempt_id, d.borrower_id from reconciliation_difference d where kind = $1
         order by difference_id limit 1`,
        [kind],
      );
    const [asked] = (await attemptOf('status_differs')).rows;
    const [missing] = (await attemptOf('missing')).rows;
    await db.pool.query(
      `update payment_attempt set state = 'succeeded', finished_at = $2 where attempt_id = $1`,
      [asked.attempt_id, toDate(NOW)],
    );
    const number = payments.findIndex(({ attemptId }) => attemptId === missing.attempt_id);
    await importFile(mtnFile([{ ...lineOf(payments[number]!, 0), reference: '12345' }]));
    const { rows } = await db.pool.query(
      `select difference_id, resolution from reconciliation_difference where state = 'resolved' order by 1`,
    );
    expect(rows).toEqual(
      [asked, missing]
        .map(({ difference_id }) => ({ difference_id, resolution: 'agreed' }))
        .sort((a, b) => a.difference_id - b.difference_id),
    );
  });
});

test('of two rows without any id for one payment, or two payments for one row, none is taken for the other', async () => {
  const twin = (number: number): Payment => ({
    attemptId: randomUUID(),
    borrowerId: 900_000 + number,
    mobile: `096550000${number}`,
    direction: 'collection',
    amountNgwee: 12_300,
    state: 'succeeded',
    reference: null,
    at: FIRST_AT,
  });
  const [one, two, alone] = [twin(1), twin(2), twin(3)];
  await keep([one, two, { ...two, attemptId: randomUUID() }, alone]);
  const row = (payment: Payment, reference: string) => ({ ...lineOf(payment, 9), ourId: '', reference });
  const { found } = await importFile(
    mtnFile([row(one, '31'), row(one, '32'), row(two, '33'), row(alone, '34')]),
  );
  expect(found.filter((name) => name.startsWith('extra'))).toEqual(['extra 31', 'extra 32', 'extra 33']);
});
