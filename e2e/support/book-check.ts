import { setTimeout as sleep } from 'node:timers/promises';
import { type AttemptState, hasEnded } from '@thumba/lending/attempt';
import { PAYMENT_EVENT_KINDS } from '@thumba/lending/payment-event';
import pg from 'pg';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import type { Sealing } from '../../apps/server/src/platform/sealing.ts';
import { sqlList } from '../../apps/server/src/platform/sql-list.ts';
import { examineBook, faultsIn } from '../../apps/server/src/upkeep/doctor/examination.ts';

/** Where our book and the operators' books are. */
export type Books = { databaseUrl: string; simulatorUrl: string; sealing: Sealing };

export type BookReport = {
  /** All differences, as sentences. An empty list means that the books agree. */
  problems: string[];
  /** Attempts whose outcome we do not know yet. */
  unknown: string[];
  /** What each operator moved for us, by its own book. */
  moved: { operator: string; direction: string; count: number; ngwee: number }[];
  attempts: Record<string, number>;
  loans: Record<string, number>;
};

type Instruction = {
  id: string;
  operator: string;
  direction: 'collect' | 'payout';
  mobile: string;
  amount: number;
  outcome: 'pending' | 'succeeded' | 'failed' | 'expired';
};

type Attempt = {
  borrower_id: string;
  attempt_id: string;
  operator: string;
  direction: 'collection' | 'payout';
  amount_ngwee: number;
  msisdn_sealed: Buffer;
  state: AttemptState;
  next_step_at: Date | null;
  postings: number;
  float_ngwee: number;
};

/** The kinds of event that say that an operator moved the money of an attempt. */
const MONEY_MOVED = sqlList([...PAYMENT_EVENT_KINDS, 'paid_out', 'paid_out_unexpectedly']);

/** Every attempt with the amount that the ledger moved for it. */
const ATTEMPTS = `
  select p.borrower_id, p.attempt_id, p.operator, p.direction, p.amount_ngwee::float8 as amount_ngwee, p.msisdn_sealed, p.state,
    p.next_step_at, m.postings::int as postings, m.float_ngwee::float8 as float_ngwee
  from payment_attempt p
  cross join lateral (
    select count(distinct e.entry_id) as postings, coalesce(sum(t.amount_ngwee), 0) as float_ngwee
    from (select distinct borrower_id, entry_id from loan_event
      where borrower_id = p.borrower_id and kind in ${MONEY_MOVED}
        and detail ->> 'attemptId' = p.attempt_id::text) e
    left join ledger_transfer t on t.borrower_id = e.borrower_id and t.entry_id = e.entry_id
      and case p.direction when 'collection' then t.debit_account else t.credit_account end
        = 'float_' || p.operator || '_' || p.direction
  ) m`;

const FLOATS = `
  select split_part(account, '_', 2) as operator, split_part(account, '_', 3) as direction,
    sum(case split_part(account, '_', 3) when 'collection' then received else -received end)::float8 as ngwee
  from ledger_transfer, lateral (values (debit_account, amount_ngwee), (credit_account, -amount_ngwee))
    as side (account, received)
  where account like 'float%' group by account`;

/** Compares the operators' books with our attempts and ledger. The program itself checks our book alone. */
export async function checkBooks(books: Books): Promise<BookReport> {
  const db = openDatabase({ url: books.databaseUrl, maxConnections: 1 });
  const problems = faultsIn(await examineBook(db).finally(() => db.close())).flatMap(({ check, listed }) =>
    listed.map(({ id, problem }) => `${check}: ${id}: ${problem}`),
  );
  const client = new pg.Client({ connectionString: books.databaseUrl });
  await client.connect();
  try {
    // One snapshot, so that a running server does not look like a wrong book.
    await client.query('begin isolation level repeatable read read only');
    const { rows: attempts } = await client.query<Attempt>(ATTEMPTS);
    const { rows: floats } = await client.query<{ operator: string; direction: string; ngwee: number }>(
      FLOATS,
    );
    const { rows: loans } = await client.query(
      'select state, count(*)::int as count from loan group by state',
    );
    const book = await readOperatorsBook(books.simulatorUrl);
    problems.push(...compareOneByOne(attempts, book, books.sealing), ...compareSums(attempts, floats, book));
    return {
      problems,
      unknown: attempts.filter(({ state }) => !hasEnded(state)).map(({ attempt_id }) => attempt_id),
      moved: sumsOf(book),
      attempts: countsOf(attempts.map(({ state }) => state)),
      loans: Object.fromEntries(loans.map(({ state, count }) => [state, count])),
    };
  } finally {
    await client.end();
  }
}

export async function readOperatorsBook(simulatorUrl: string): Promise<Instruction[]> {
  const response = await fetch(`${simulatorUrl}/api/book`);
  if (!response.ok) throw new Error(`the operators' book answered ${response.status}`);
  return ((await response.json()) as { instructions: Instruction[] }).instructions;
}

/** Waits until no attempt has a next step and no instruction is open at the operators. */
export async function untilQuiet(books: Books, forMs: number): Promise<void> {
  const client = new pg.Client({ connectionString: books.databaseUrl });
  await client.connect();
  try {
    const giveUpAt = performance.now() + forMs;
    for (;;) {
      const { rows } = await client.query(
        'select attempt_id, state, operator, next_step_at from payment_attempt where next_step_at is not null',
      );
      const open = (await readOperatorsBook(books.simulatorUrl)).filter(
        ({ outcome }) => outcome === 'pending',
      );
      if (rows.length === 0 && open.length === 0) return;
      if (performance.now() > giveUpAt) {
        throw new Error(`payments did not come to rest: ${JSON.stringify([...rows, ...open])}`);
      }
      await sleep(200);
    }
  } finally {
    await client.end();
  }
}

function compareOneByOne(attempts: Attempt[], book: Instruction[], sealing: Sealing): string[] {
  const problems: string[] = [];
  const ours = new Map(attempts.map((attempt) => [attempt.attempt_id, attempt]));
  const theirs = new Map(book.map((instruction) => [instruction.id, instruction]));
  if (theirs.size !== book.length) problems.push('an id stands twice in the operators’ book');
  for (const instruction of book) {
    const attempt = ours.get(instruction.id);
    const { id, outcome } = instruction;
    if (!attempt) {
      problems.push(`the operator holds ${id}, of which we know nothing`);
      continue;
    }
    const isSame =
      attempt.operator === instruction.operator &&
      directionOf(attempt) === instruction.direction &&
      attempt.amount_ngwee === ngweeOf(instruction) &&
      sealing.open('payment_attempt.msisdn_sealed', attempt, attempt.msisdn_sealed) === instruction.mobile;
    if (!isSame) problems.push(`${id} is another instruction at the operator than with us`);
    if ((outcome === 'succeeded') !== (attempt.state === 'succeeded') && hasEnded(attempt.state)) {
      problems.push(`${id} ${outcome} at the operator and is ${attempt.state} with us`);
    }
  }
  for (const { attempt_id, state, amount_ngwee, postings, float_ngwee } of attempts) {
    const isPaid = state === 'succeeded';
    if (isPaid && !theirs.has(attempt_id))
      problems.push(`${attempt_id} succeeded and the operator has no such id`);
    if (postings !== (isPaid ? 1 : 0) || float_ngwee !== (isPaid ? amount_ngwee : 0)) {
      problems.push(
        `${attempt_id} is ${state} over ${amount_ngwee} and was posted ${postings} times, ${float_ngwee} in all`,
      );
    }
  }
  return problems;
}

function compareSums(
  attempts: Attempt[],
  floats: { operator: string; direction: string; ngwee: number }[],
  book: Instruction[],
): string[] {
  const succeeded = attempts.filter(({ state }) => state === 'succeeded');
  return ['mtn', 'airtel', 'zamtel'].flatMap((operator) =>
    (['collect', 'payout'] as const).flatMap((direction) => {
      const name = direction === 'collect' ? 'collection' : 'payout';
      const operatorSays = sum(
        book
          .filter((entry) => entry.operator === operator && entry.direction === direction)
          .map((entry) => (entry.outcome === 'succeeded' ? ngweeOf(entry) : 0)),
      );
      const attemptsSay = sum(
        succeeded
          .filter((attempt) => attempt.operator === operator && attempt.direction === name)
          .map((attempt) => attempt.amount_ngwee),
      );
      const ledgerSays =
        floats.find((float) => float.operator === operator && float.direction === name)?.ngwee ?? 0;
      if (operatorSays === ledgerSays && attemptsSay === ledgerSays) return [];
      return [
        `${operator} ${direction}: the operator says ${operatorSays}, the attempts ${attemptsSay}, the ledger ${ledgerSays}`,
      ];
    }),
  );
}

function sumsOf(book: Instruction[]): BookReport['moved'] {
  const moved = new Map<string, BookReport['moved'][number]>();
  for (const entry of book.filter(({ outcome }) => outcome === 'succeeded')) {
    const { operator, direction } = entry;
    const before = moved.get(`${operator} ${direction}`) ?? { operator, direction, count: 0, ngwee: 0 };
    moved.set(`${operator} ${direction}`, {
      ...before,
      count: before.count + 1,
      ngwee: before.ngwee + ngweeOf(entry),
    });
  }
  return [...moved.values()];
}

function directionOf(attempt: Attempt): Instruction['direction'] {
  return attempt.direction === 'collection' ? 'collect' : 'payout';
}

function ngweeOf(instruction: Instruction): number {
  return Math.round(instruction.amount * 100);
}

function countsOf(states: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const state of states) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
