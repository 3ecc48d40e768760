import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Sealing } from '../apps/server/src/platform/sealing.ts';

/** Where to look: our books, and the operators' own. */
export type Books = { databaseUrl: string; simulatorUrl: string; sealing: Sealing };

export type BookReport = {
  /** Everything that does not agree, as sentences. An empty list is a sound book. */
  problems: string[];
  /** Attempts whose outcome we do not know yet. */
  unknown: string[];
  /** What each operator moved for us, by its own account. */
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
  attempt_id: string;
  operator: string;
  direction: 'collection' | 'payout';
  amount_ngwee: number;
  msisdn_sealed: Buffer;
  state: string;
  next_step_at: Date | null;
  postings: number;
  float_ngwee: number;
};

const ENDED = ['succeeded', 'failed', 'expired'];

/** Every attempt with what the ledger says was moved for it. */
const ATTEMPTS = `
  select p.attempt_id, p.operator, p.direction, p.amount_ngwee::float8 as amount_ngwee, p.msisdn_sealed, p.state,
    p.next_step_at, m.postings::int as postings, m.float_ngwee::float8 as float_ngwee
  from payment_attempt p
  cross join lateral (
    select count(distinct e.entry_id) as postings, coalesce(sum(t.amount_ngwee), 0) as float_ngwee
    from (select distinct borrower_id, entry_id from loan_event
      where borrower_id = p.borrower_id and kind in ('repaid', 'paid_out', 'paid_out_unexpectedly')
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

const BALANCE_OF_LOAN = (account: string) => `coalesce((select sum(case when t.debit_account = '${account}'
    then t.amount_ngwee else -t.amount_ngwee end) from ledger_transfer t
  where t.borrower_id = l.borrower_id and t.loan_id = l.loan_id
    and '${account}' in (t.debit_account, t.credit_account)), 0)`;

const SUM_OF_PLANS = (amount: string) => `case when l.disbursed_on is null then 0 else
  (select sum(${amount}) from instalment n where n.borrower_id = l.borrower_id and n.loan_id = l.loan_id) end`;

/** Each query answers one row for everything that must not be, with a sentence about it. */
const RULES: Record<string, string> = {
  ...Object.fromEntries(
    ['principal', 'interest', 'fee', 'penalty'].map((kind) => [
      `${kind} owed = ${kind} receivable`,
      `select format('loan %s owes %s and the ledger says %s', loan_id, owed, booked) from (
         select l.loan_id, ${SUM_OF_PLANS(`n.${kind}_ngwee - n.${kind}_paid_ngwee`)} as owed,
           ${BALANCE_OF_LOAN(`${kind}_receivable`)} as booked from loan l) b where owed <> booked`,
    ]),
  ),
  ...Object.fromEntries(
    ['interest', 'fee'].map((kind) => [
      `${kind} earned + unearned = ${kind} charged`,
      `select format('loan %s charged %s, earned %s, booked %s unearned and %s earned', loan_id, charged, earned,
         -unearned, -income)
       from (select l.loan_id, ${SUM_OF_PLANS(`n.${kind}_ngwee`)} as charged, l.${kind}_earned_ngwee as earned,
           ${BALANCE_OF_LOAN(`unearned_${kind}`)} as unearned, ${BALANCE_OF_LOAN(`${kind}_income`)} as income
         from loan l) b
       where charged - earned <> -unearned or earned <> -income`,
    ]),
  ),
  'a loan is settled exactly when it owes nothing': `
    select format('loan %s is %s and owes %s', loan_id, state, owed) from (
      select l.loan_id, l.state, ${SUM_OF_PLANS(
        `n.principal_ngwee + n.interest_ngwee + n.fee_ngwee + n.penalty_ngwee
          - n.principal_paid_ngwee - n.interest_paid_ngwee - n.fee_paid_ngwee - n.penalty_paid_ngwee`,
      )} as owed from loan l) b
    where (state = 'settled' and owed <> 0) or (state in ('active', 'overdue') and owed = 0)`,
  // Beside the one that a loan runs on, only payouts that an operator had called failed, each of them in suspense.
  'a loan has its money exactly once': `
    select format('loan %s is %s after %s payouts, %s of them unexpected', loan_id, state, payouts, unexpected)
    from loan l cross join lateral (
      select count(*) as payouts, count(*) filter (where exists (
        select from loan_event e where e.borrower_id = l.borrower_id and e.kind = 'paid_out_unexpectedly'
          and e.detail ->> 'attemptId' = p.attempt_id::text)) as unexpected
      from payment_attempt p where p.borrower_id = l.borrower_id and p.loan_id = l.loan_id
        and p.direction = 'payout' and p.state = 'succeeded') b
    where payouts - unexpected <> case when disbursed_on is null then 0 else 1 end`,
  'a loan that is being paid out has one payout under way': `
    select format('loan %s is %s with %s open payouts', l.loan_id, l.state, count(p.attempt_id))
    from loan l left join payment_attempt p on p.borrower_id = l.borrower_id and p.loan_id = l.loan_id
      and p.direction = 'payout' and p.state not in ('succeeded', 'failed', 'expired')
    group by l.borrower_id, l.loan_id
    having count(p.attempt_id) > 1 or (l.state = 'paying_out') > (count(p.attempt_id) = 1)
      or (l.state = 'payout_failed' and count(p.attempt_id) > 0)`,
  'a loan waits for a payment exactly while one is open': `
    select format('loan %s waits for %s and %s is open', l.loan_id, l.pending_attempt_id, p.attempt_id)
    from loan l full join (select * from payment_attempt
      where direction = 'collection' and state not in ('succeeded', 'failed', 'expired')) p
      on p.borrower_id = l.borrower_id and p.attempt_id = l.pending_attempt_id
    where (l.pending_attempt_id is not null or p.attempt_id is not null)
      and (l.pending_attempt_id is null or p.attempt_id is null)`,
  'an open attempt has a next step and an ended one has none': `
    select format('attempt %s is %s with its next step at %s', attempt_id, state, next_step_at)
    from payment_attempt
    where (state in ('succeeded', 'failed', 'expired')) <> (next_step_at is null)`,
  'a running loan has a day on which something happens': `
    select format('loan %s is %s and waits for nothing', loan_id, state) from loan
    where state = 'active' and next_event_on is null and pending_attempt_id is null`,
  'wallet credit = what the ledger says': `
    select format('borrower %s has %s and the ledger says %s', borrower_id, s.wallet_ngwee, booked)
    from borrower_standing s cross join lateral (
      select coalesce(sum(case when t.credit_account = 'wallet_credit' then t.amount_ngwee
        else -t.amount_ngwee end), 0) as booked
      from ledger_transfer t where t.borrower_id = s.borrower_id
        and 'wallet_credit' in (t.debit_account, t.credit_account)) w
    where s.wallet_ngwee <> booked or s.wallet_ngwee < 0`,
  'one version of a loan is one entry': `
    select format('version %s of loan %s was written %s times', loan_version, loan_id, count(distinct entry_id))
    from loan_event group by borrower_id, loan_id, loan_version having count(distinct entry_id) > 1`,
  'one open loan each': `
    select format('borrower %s has %s open loans', borrower_id, count(*)) from loan
    where state in ('applied', 'approved', 'paying_out', 'payout_failed', 'active', 'overdue', 'written_off')
    group by borrower_id having count(*) > 1`,
  'money stands in suspense only if it came for nothing': `
    select format('loan %s has a row in suspense', t.loan_id) from ledger_transfer t
    where 'suspense' in (t.debit_account, t.credit_account) and not exists (
      select from loan_event e where e.borrower_id = t.borrower_id and e.entry_id = t.entry_id
        and e.kind = 'paid_out_unexpectedly')`,
};

/** Compares the operators' book with our attempts and ledger, and the ledger with the loans it explains. */
export async function checkBooks(books: Books): Promise<BookReport> {
  const client = new pg.Client({ connectionString: books.databaseUrl });
  await client.connect();
  try {
    // One snapshot, so that a server at work does not look like a book that is wrong.
    await client.query('begin isolation level repeatable read read only');
    const { rows: attempts } = await client.query<Attempt>(ATTEMPTS);
    const { rows: floats } = await client.query<{ operator: string; direction: string; ngwee: number }>(
      FLOATS,
    );
    const problems: string[] = [];
    for (const [rule, query] of Object.entries(RULES)) {
      const { rows } = await client.query<[string]>({ text: query, rowMode: 'array' });
      problems.push(...rows.map(([sentence]) => `${rule}: ${sentence}`));
    }
    const { rows: loans } = await client.query(
      'select state, count(*)::int as count from loan group by state',
    );
    const book = await readOperatorsBook(books.simulatorUrl);
    problems.push(...compareOneByOne(attempts, book, books.sealing), ...compareSums(attempts, floats, book));
    return {
      problems,
      unknown: attempts.filter(({ state }) => !ENDED.includes(state)).map(({ attempt_id }) => attempt_id),
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

/** Waits until no attempt has a step to come and the operators have nothing open. */
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
      sealing.open(attempt.msisdn_sealed) === instruction.mobile;
    if (!isSame) problems.push(`${id} is another instruction at the operator than with us`);
    if ((outcome === 'succeeded') !== (attempt.state === 'succeeded') && ENDED.includes(attempt.state)) {
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
