import { openLoan } from '@thumba/lending/application';
import { day } from '@thumba/lending/day';
import { payoutSucceeded } from '@thumba/lending/payout';
import { approval, sampleTerms } from '@thumba/lending/sample-loan.test-support';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { type Database, openDatabase, type Statement } from '../../platform/database.ts';
import { createSealing } from '../../platform/sealing.ts';
import { keysOf, newKeys } from '../settings/key-settings.ts';
import type { PostingRequest } from './posting.ts';
import { createPostingLine, type PostingLine } from './posting-line.ts';

const ON = day('2026-11-21');
const clock = { nowMs: () => Date.parse('2026-11-21T08:00:00Z') };

const sealing = createSealing(keysOf(newKeys()));

let db: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  db = openDatabase({ url: database.programUrl });
  drop = database.drop;
});
afterAll(async () => {
  await db.close();
  await drop();
});

function lineOver(database: Database): PostingLine {
  return createPostingLine({
    db: database,
    clock,
    sealing: () => sealing,
    onNewAttempts() {},
    onNewMessages() {},
  });
}

/** The same database, with something happening around its first write. */
function withFirstWrite(around: (write: () => Promise<unknown[]>) => Promise<unknown[]>): Database {
  let isFirst = true;
  return {
    ...db,
    async rows<Row, Values extends object>(statement: Statement<Row, Values>, values: Values) {
      const send = () => db.rows(statement, values);
      if (!statement.name.startsWith('posting line: write') || !isFirst) return send();
      isFirst = false;
      return (await around(send)) as Row[];
    },
  };
}

let lastId = 1000;

/** A borrower with a loan that waits for its payout. */
async function loanBeingPaidOut(): Promise<{ borrowerId: number; loanId: number }> {
  lastId += 1;
  const [borrowerId, loanId] = [lastId, lastId];
  await db.pool.query('insert into borrower_standing (borrower_id) values ($1)', [borrowerId]);
  const change = openLoan({
    loanId,
    borrowerId,
    terms: sampleTerms(),
    on: ON,
    decision: approval,
    payoutAttemptId: crypto.randomUUID(),
  });
  const { opened } = await lineOver(db).open({
    borrowerId,
    account: { accountId: 1, mobileSealed: Buffer.alloc(0) },
    identitySealed: null,
    change,
    on: ON,
    actor: 'borrower',
    acceptance: {
      contract_version: '1',
      shown: {},
      shown_hash: '',
      purpose: '',
      app_version_code: '',
      app_channel_code: '',
    },
    decision: {
      outcome: 'approve',
      points: 500,
      reasons: [],
      inputs: {},
      versions: {},
      may_apply_again_on: null,
    },
  });
  expect(opened).toBe(true);
  return { borrowerId, loanId };
}

/** Done twice, the money was paid out twice: the second time it goes to suspense. */
function paidOut(loan: { borrowerId: number; loanId: number }): PostingRequest<null, never> {
  return {
    ...loan,
    actor: 'operator:mtn',
    decide: (subject) => ({
      ok: true,
      value: {
        change: payoutSucceeded(subject.loan, { attemptId: crypto.randomUUID(), operator: 'mtn', on: ON }),
        on: ON,
        answer: null,
      },
    }),
  };
}

async function eventsOf({ loanId }: { loanId: number }): Promise<string[]> {
  const { rows } = await db.pool.query(
    `select kind from loan_event where loan_id = $1 and kind like 'paid_out%' order by loan_version`,
    [loanId],
  );
  return rows.map((row) => row.kind);
}

test('a batch whose answer got lost is not written a second time', async () => {
  const [one, two] = [await loanBeingPaidOut(), await loanBeingPaidOut()];
  const line = lineOver(
    withFirstWrite(async (write) => {
      await write();
      throw new Error('Connection terminated unexpectedly');
    }),
  );
  const outcomes = await Promise.allSettled([line.post(paidOut(one)), line.post(paidOut(two))]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await eventsOf(one)).toEqual(['paid_out']);
  expect(await eventsOf(two)).toEqual(['paid_out']);
});

test('a request that fails later does not repeat what its batch wrote before', async () => {
  const [sound, late] = [await loanBeingPaidOut(), await loanBeingPaidOut()];
  const line = lineOver(
    withFirstWrite(async (write) => {
      await db.pool.query('update loan set version = version + 1 where loan_id = $1', [late.loanId]);
      return write();
    }),
  );
  let decisions = 0;
  const outcomes = await Promise.allSettled([
    line.post(paidOut(sound)),
    line.post({
      ...paidOut(late),
      decide(subject) {
        decisions += 1;
        if (decisions > 1) throw new Error('a broken invariant');
        return paidOut(late).decide(subject);
      },
    }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(decisions).toBe(2);
  expect(await eventsOf(sound)).toEqual(['paid_out']);
  expect(await eventsOf(late)).toEqual([]);
});

test('a request that the database refuses spoils no other of its batch', async () => {
  const [sound, broken] = [await loanBeingPaidOut(), await loanBeingPaidOut()];
  const line = lineOver(db);
  const outcomes = await Promise.allSettled([
    line.post(paidOut(sound)),
    line.post({
      ...paidOut(broken),
      decide(subject) {
        const decision = paidOut(broken).decide(subject);
        if (!decision.ok || 'unchanged' in decision) throw new Error('a payout is a posting');
        const { change } = decision.value;
        const loan = { ...change.loan, worstDaysLate: -1 };
        return { ok: true, value: { ...decision.value, change: { ...change, loan } } };
      },
    }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(await eventsOf(sound)).toEqual(['paid_out']);
  expect(await eventsOf(broken)).toEqual([]);
});

test('of two writers of one loan the second decides again on what the first left', async () => {
  const loan = await loanBeingPaidOut();
  const line = lineOver(
    withFirstWrite(async (write) => {
      await lineOver(db).post(paidOut(loan));
      return write();
    }),
  );
  await line.post(paidOut(loan));
  expect(await eventsOf(loan)).toEqual(['paid_out', 'paid_out_unexpectedly']);
});

/** Holds a lock of the database until it is let go. */
async function hold(lock: string): Promise<() => Promise<void>> {
  const holder = await db.pool.connect();
  await holder.query(`begin; ${lock}`);
  let isHeld = true;
  const letGo = async () => {
    if (!isHeld) return;
    isHeld = false;
    await holder.query('rollback');
    holder.release();
  };
  onTestFinished(letGo);
  return letGo;
}

test('a borrower whose loan is locked does not stop the line', async () => {
  const [locked, other] = [await loanBeingPaidOut(), await loanBeingPaidOut()];
  const line = lineOver(db);
  const letGo = await hold(`select from loan where loan_id = ${locked.loanId} for update`);
  const waiting = line.post(paidOut(locked));
  // The batch of the locked loan has begun.
  await new Promise(setImmediate);
  await line.post(paidOut(other));
  expect(line.isBusy()).toBe(true);
  expect(line.unfinishedForMs()).toBe(0);
  await letGo();
  await waiting;
  expect(await eventsOf(other)).toEqual(['paid_out']);
});

test('a table that is locked stops the line, until it is let go', async () => {
  const loans = [await loanBeingPaidOut(), await loanBeingPaidOut(), await loanBeingPaidOut()];
  const line = lineOver(db);
  const letGo = await hold('lock table loan in share row exclusive mode');
  const waiting: Promise<unknown>[] = [];
  for (const loan of loans) {
    // Each is a batch of its own, so that every lane has one.
    waiting.push(line.post(paidOut(loan)));
    await new Promise(setImmediate);
  }
  await expect.poll(line.unfinishedForMs).toBeGreaterThan(200);
  await letGo();
  await Promise.all(waiting);
  expect(line.unfinishedForMs()).toBe(0);
});
