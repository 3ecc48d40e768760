import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { OPERATOR_NAMES, type OperatorName } from '@thumba/lending/ledger';
import { expect } from 'vitest';
import type { StaffClient } from './staff-client.ts';

/* The lists of finance and of collectors against the tables alone: each count and each sum is computed a second way. */

/** Who reads the lists, and the tables that they are compared with. */
export type ListReader = {
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  finance: StaffClient;
  collector: StaffClient;
  today: string;
};

const PAGE_SIZE = 100;
/** Days of wallets are read one by one. */
const MOST_WALLET_DAYS = 30;

const ngweeOf = (shown: number) => Math.round(shown * 100);
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

type Answered<Data> = { code: number; msg: string; data: Data };

function dataOf<Data>({ code, msg, data }: Answered<Data>): Data {
  expect(code, msg).toBe(200);
  return data;
}

/** All rows of a list that has numbered pages, which say how many there are. */
async function everyPage<Item>(
  ask: (query: { page: number; pageSize: number }) => Promise<Answered<{ total: number; items: Item[] }>>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; ; page += 1) {
    const { total, items: more } = dataOf(await ask({ page, pageSize: PAGE_SIZE }));
    items.push(...more);
    if (more.length < PAGE_SIZE) {
      expect(items.length).toBe(total);
      return items;
    }
  }
}

/** Unknown payments, claims, suspense and differences. */
export async function expectSumsOfPayments(reader: ListReader): Promise<void> {
  await expectUnknownPayments(reader);
  await expectClaims(reader);
  await expectSuspense(reader);
  await expectDifferences(reader, undefined);
  for (const operator of OPERATOR_NAMES) await expectDifferences(reader, operator);
  await expectStatements(reader);
  await expectBatches(reader);
}

async function expectUnknownPayments({ query, finance }: ListReader): Promise<void> {
  const items = await everyPage((page) => finance.call('listUnknownPayments', { query: page }));
  const rows = await query(
    `select attempt_id, direction, amount_ngwee::integer as ngwee from payment_attempt where state = 'unknown'`,
  );
  const inWords = (id: unknown, direction: unknown, ngwee: unknown) => `${id} ${direction} ${ngwee}`;
  expect(items.map((one) => inWords(one.paymentId, one.direction, ngweeOf(one.amount))).sort()).toEqual(
    rows.map((row) => inWords(row.attempt_id, row.direction, row.ngwee)).sort(),
  );
  const { collections, payouts } = dataOf(await finance.call('listUnknownPayments', { query: {} }));
  for (const [sum, direction] of [
    [collections, 'collection'],
    [payouts, 'payout'],
  ] as const) {
    const of = rows.filter((row) => row.direction === direction);
    expect([sum.count, ngweeOf(sum.amount)]).toEqual([of.length, sumOf(of.map((row) => Number(row.ngwee)))]);
  }
}

async function expectClaims({ query, finance }: ListReader): Promise<void> {
  const rows = await query('select ticket_id::integer as id, state from claim_ticket');
  for (const state of ['waiting', 'settled'] as const) {
    const items = await everyPage((page) => finance.call('listClaims', { query: { state, ...page } }));
    const ids = rows.filter((row) => (row.state === 'settled') === (state === 'settled'));
    expect(items.map(({ ticketId }) => ticketId).toSorted(byNumber)).toEqual(
      ids.map((row) => Number(row.id)).toSorted(byNumber),
    );
  }
}

const byNumber = (one: number, other: number) => one - other;

/** What each entry has in the account of suspense, without the entries that took a piece out again. */
const SUSPENSE_OF_LEDGER = `select (coalesce(sum(amount_ngwee) filter (where credit_account = 'suspense'), 0)
    - coalesce(sum(amount_ngwee) filter (where debit_account = 'suspense'), 0))::bigint as ledger,
  (select coalesce(sum(amount_ngwee), 0)::bigint from suspense_placement where state = 'under_way') as under_way
  from ledger_transfer where 'suspense' in (debit_account, credit_account)`;

const PLACED_OF_PIECES = `select part.piece_entry_id::integer as id, sum(part.amount_ngwee)::bigint as ngwee
  from suspense_placement_part part join suspense_placement s using (placement_id)
  where s.state <> 'failed' group by part.piece_entry_id`;

async function expectSuspense({ query, finance }: ListReader): Promise<void> {
  const ofDirection = (direction: 'came' | 'left') =>
    everyPage((page) => finance.call('listSuspense', { query: { direction, ...page } }));
  const [came, left] = [await ofDirection('came'), await ofDirection('left')];
  const sums = dataOf(await finance.call('listSuspense', { query: {} }));
  const leftOf = (items: typeof came) => sumOf(items.map((one) => ngweeOf(one.left)));
  expect([ngweeOf(sums.came), ngweeOf(sums.left)]).toEqual([leftOf(came), leftOf(left)]);
  const [row] = await query(SUSPENSE_OF_LEDGER);
  expect([ngweeOf(sums.ledger), ngweeOf(sums.underWay)]).toEqual([
    Number(row!.ledger),
    Number(row!.under_way),
  ]);
  const made = ngweeOf(sums.came) - ngweeOf(sums.left) + ngweeOf(sums.underWay) + ngweeOf(sums.walletPayouts);
  expect(made).toBe(Number(row!.ledger));
  const placed = new Map((await query(PLACED_OF_PIECES)).map(({ id, ngwee }) => [Number(id), Number(ngwee)]));
  for (const piece of [...came, ...left]) {
    const { pieceId, amount } = piece;
    expect([pieceId, ngweeOf(amount) - ngweeOf(piece.left)]).toEqual([pieceId, placed.get(pieceId) ?? 0]);
  }
}

/** The amounts of the rows and of the payments themselves, which a difference has copies of. */
const OPEN_KINDS = `select d.kind, count(*)::integer as count, coalesce(sum(r.amount_ngwee), 0)::bigint as operator_ngwee,
    coalesce(sum(p.amount_ngwee), 0)::bigint as our_ngwee
  from reconciliation_difference d
  left join operator_statement_row r on r.operator = d.operator and r.row_hash = d.row_hash
  left join payment_attempt p on p.borrower_id = d.borrower_id and p.attempt_id = d.attempt_id
  where d.state <> 'resolved' and d.operator = coalesce($1, d.operator) group by d.kind order by d.kind`;

type Difference = StaffAnswer<'listDifferences'>['items'][number];

async function differencesOf(
  { finance }: ListReader,
  state: 'open' | 'resolved',
  operator: OperatorName | undefined,
): Promise<{ items: Difference[]; kinds: StaffAnswer<'listDifferences'>['kinds'] }> {
  const items: Difference[] = [];
  let after: number | undefined;
  for (;;) {
    const query = { state, operator, after, pageSize: PAGE_SIZE };
    const data = dataOf(await finance.call('listDifferences', { query }));
    items.push(...data.items);
    if (data.next === null) return { items, kinds: data.kinds };
    after = data.next;
  }
}

async function expectDifferences(reader: ListReader, operator: OperatorName | undefined): Promise<void> {
  const { items, kinds } = await differencesOf(reader, 'open', operator);
  const rows = (await reader.query(OPEN_KINDS, [operator ?? null])).map((row) => ({
    kind: row.kind,
    count: row.count,
    operatorNgwee: Number(row.operator_ngwee),
    ourNgwee: Number(row.our_ngwee),
  }));
  const shown = kinds.map(({ kind, count, operatorAmount, ourAmount }) => ({
    ...{ kind, count },
    operatorNgwee: ngweeOf(operatorAmount),
    ourNgwee: ngweeOf(ourAmount),
  }));
  expect(shown).toEqual(rows);
  const listed = kinds.map(({ kind }) => {
    const of = items.filter((one) => one.kind === kind);
    return {
      ...{ kind, count: of.length },
      operatorNgwee: sumOf(of.map((one) => ngweeOf(one.operatorAmount ?? 0))),
      ourNgwee: sumOf(of.map((one) => ngweeOf(one.ourAmount ?? 0))),
    };
  });
  expect(listed).toEqual(rows);
  expect(items.length).toBe(sumOf(kinds.map(({ count }) => count)));
  const [ended] = await reader.query(
    `select count(*)::integer as count from reconciliation_difference
     where state = 'resolved' and operator = coalesce($1, operator)`,
    [operator ?? null],
  );
  expect((await differencesOf(reader, 'resolved', operator)).items.length).toBe(ended!.count);
}

async function expectStatements({ query, finance }: ListReader): Promise<void> {
  const { items } = dataOf(await finance.call('listStatements', { query: { pageSize: PAGE_SIZE } }));
  const rows = await query(
    `select s.statement_id::integer as id, count(d.difference_id)::integer as differences,
       count(d.difference_id) filter (where d.state in ('open', 'posting'))::integer as open
     from operator_statement s left join reconciliation_difference d using (statement_id)
     group by s.statement_id order by s.statement_id desc limit ${PAGE_SIZE}`,
  );
  expect(items.map(({ statementId, differences, open }) => ({ id: statementId, differences, open }))).toEqual(
    rows,
  );
}

/** What became of the differences that were resolved together. */
async function expectBatches({ query, finance }: ListReader): Promise<void> {
  const { items } = dataOf(await finance.call('listDifferenceBatches', { query: { pageSize: PAGE_SIZE } }));
  const rows = await query(
    `select b.batch_id::integer as id, count(i.difference_id)::integer as total,
       count(i.difference_id) filter (where i.state = 'done')::integer as done,
       count(i.difference_id) filter (where i.state = 'refused')::integer as refused
     from difference_batch b left join difference_batch_item i using (batch_id)
     group by b.batch_id order by b.batch_id desc limit ${PAGE_SIZE}`,
  );
  expect(items.map(({ batchId, total, done, refused }) => ({ id: batchId, total, done, refused }))).toEqual(
    rows,
  );
}

/** Float, transit, bank, and the days of wallets. */
export async function expectSumsOfTreasury(reader: ListReader): Promise<void> {
  const ledger = await ledgerBalances(reader, reader.today);
  await expectFloat(reader, ledger);
  await expectTransit(reader, ledger);
  await expectBank(reader);
  await expectWalletDays(reader);
}

/** Debits less credits of each account through a day, by the rows of the ledger alone. */
async function ledgerBalances({ query }: ListReader, through: string): Promise<Map<string, number>> {
  const rows = await query(
    `select account, sum(ngwee)::bigint as ngwee from (
       select debit_account::text as account, amount_ngwee as ngwee, business_on from ledger_transfer
       union all select credit_account::text, -amount_ngwee, business_on from ledger_transfer) side
     where business_on <= $1::date group by account`,
    [through],
  );
  return new Map(rows.map(({ account, ngwee }) => [String(account), Number(ngwee)]));
}

const PAYOUTS = `select operator,
    coalesce(sum(amount_ngwee) filter (where held_reason is not null and state in ('created', 'sent')), 0)::bigint as held,
    count(*) filter (where held_reason is not null and state in ('created', 'sent'))::integer as held_count,
    coalesce(sum(amount_ngwee) filter (where counted_on between $1::date - 6 and $1::date
      and state not in ('created', 'failed', 'expired')), 0)::bigint as pace
  from payment_attempt where direction = 'payout' group by operator`;

async function expectFloat(reader: ListReader, ledger: Map<string, number>): Promise<void> {
  const { wallets } = dataOf(await reader.finance.call('getFloat'));
  const payouts = await reader.query(PAYOUTS, [reader.today]);
  const days = await unsignedDays(reader);
  const signed = await reader.query(
    'select operator, direction, max(on_day)::text as on from wallet_day group by operator, direction',
  );
  for (const wallet of wallets) {
    const { operator, direction } = wallet;
    const account = `float_${operator}_${direction}`;
    const of = direction === 'payout' ? payouts.find((row) => row.operator === operator) : undefined;
    const [balance, held, pace] = [ledger.get(account) ?? 0, Number(of?.held ?? 0), Number(of?.pace ?? 0)];
    const hours = pace === 0 ? null : Math.max(0, Math.round(((balance * 7 * 24) / pace) * 10) / 10);
    expect({ account, ...wallet, balance: ngweeOf(wallet.balance) }).toEqual({
      ...{ account, operator, direction, balance },
      heldPayouts: of?.held_count ?? 0,
      heldAmount: held / 100,
      needed: direction === 'payout' ? (held + Math.ceil(pace / 7)) / 100 : null,
      hoursCovered: hours,
      signedThrough:
        signed.find((row) => row.operator === operator && row.direction === direction)?.on ?? null,
      unsignedDays: days.filter((day) => day.startsWith(`${account} `)).length,
    });
  }
  const listed = await everyPage((page) => reader.finance.call('listUnsignedDays', { query: page }));
  expect(listed.map(({ operator, direction, on }) => `float_${operator}_${direction} ${on}`).sort()).toEqual(
    days.sort(),
  );
}

/** The days of the last year on which the ledger moved in a wallet, without a signature. */
async function unsignedDays({ query, today }: ListReader): Promise<string[]> {
  const rows = await query(
    `select distinct side.account || ' ' || t.business_on as day
     from ledger_transfer t cross join lateral (values (t.debit_account::text), (t.credit_account::text)) side (account)
     where side.account like 'float%' and t.business_on < $1::date and t.business_on >= $1::date - 366
       and t.business_on > coalesce((select closed_through_on from book_closing), '-infinity')
       and not exists (select from wallet_day d
         where 'float_' || d.operator || '_' || d.direction = side.account and d.on_day = t.business_on)`,
    [today],
  );
  return rows.map(({ day }) => String(day));
}

async function expectTransit({ finance }: ListReader, ledger: Map<string, number>): Promise<void> {
  const items = await everyPage((page) => finance.call('listTransit', { query: page }));
  const { balance } = dataOf(await finance.call('listTransit', { query: {} }));
  expect(ngweeOf(balance)).toBe(ledger.get('in_transit') ?? 0);
  const signOf = ({ seenAt, isToWallet }: (typeof items)[number]) =>
    (seenAt === 'bank') === isToWallet ? 1 : -1;
  expect(sumOf(items.map((piece) => signOf(piece) * ngweeOf(piece.amount)))).toBe(ngweeOf(balance));
}

const OPEN_AT_BANK = `select
  (select count(*)::integer from bank_statement_row r left join bank_row_posting p using (row_id) where p.row_id is null)
    as rows,
  (select coalesce(sum(r.amount_ngwee), 0)::bigint from bank_statement_row r left join bank_row_posting p using (row_id)
    where p.row_id is null) as rows_ngwee`;

async function expectBank(reader: ListReader): Promise<void> {
  const { last, rows, entries } = dataOf(await reader.finance.call('getBank'));
  const listedRows = await everyPage((page) => reader.finance.call('listBankRows', { query: page }));
  const listedEntries = await everyPage((page) => reader.finance.call('listBankEntries', { query: page }));
  const [open] = await reader.query(OPEN_AT_BANK);
  expect([rows.count, ngweeOf(rows.sum)]).toEqual([open!.rows, Number(open!.rows_ngwee)]);
  for (const [sum, listed] of [
    [rows, listedRows],
    [entries, listedEntries],
  ] as const) {
    expect([sum.count, ngweeOf(sum.sum)]).toEqual([
      listed.length,
      sumOf(listed.map(({ amount }) => ngweeOf(amount))),
    ]);
  }
  if (last === null) return;
  const booked = (await ledgerBalances(reader, last.through)).get('bank') ?? 0;
  expect(ngweeOf(last.booked)).toBe(booked);
  // What only the bank has, less what only the book has, is how far apart they are.
  expect(ngweeOf(last.closing!) - booked).toBe(ngweeOf(rows.compared) - ngweeOf(entries.compared));
}

async function expectWalletDays(reader: ListReader): Promise<void> {
  const days = await everyPage((page) => reader.finance.call('listUnsignedDays', { query: page }));
  const every = Math.max(1, Math.ceil(days.length / MOST_WALLET_DAYS));
  for (const params of days.filter((_, index) => index % every === 0)) {
    const day = dataOf(await reader.finance.call('getWalletDay', { params }));
    const account = `float_${params.operator}_${params.direction}`;
    const through = (await ledgerBalances(reader, params.on)).get(account) ?? 0;
    const [{ moved }] = (await reader.query(
      `select coalesce(sum(case when debit_account::text = $1 then amount_ngwee else -amount_ngwee end), 0)::bigint as moved
       from ledger_transfer where business_on = $2::date and $1 in (debit_account::text, credit_account::text)`,
      [account, params.on],
    )) as [{ moved: unknown }];
    const parts = [day.takenOn, day.payments, day.bank, day.suspense, -day.charges].map(ngweeOf);
    expect([account, params.on, sumOf(parts)]).toEqual([account, params.on, Number(moved)]);
    expect(ngweeOf(day.opening) + Number(moved)).toBe(through);
    expect(ngweeOf(day.balance) - ngweeOf(day.timing)).toBe(through);
  }
}

/** Late loans by the days since their oldest bill that is not paid, over loans and bills alone. */
const LATE_LOANS = `select case when late_days <= 30 then 'from_1' when late_days <= 60 then 'from_31'
    when late_days <= 90 then 'from_61' else 'from_91' end as bucket, loan_id::integer as id, late::bigint, owed::bigint
  from (select l.loan_id, $1::date - min(n.due_on) as late_days, sum(n.owed) filter (where n.due_on < $1::date) as late,
      sum(n.owed) as owed
    from loan l join (select borrower_id, loan_id, due_on, principal_ngwee + interest_ngwee + fee_ngwee + penalty_ngwee
        - principal_paid_ngwee - interest_paid_ngwee - fee_paid_ngwee - penalty_paid_ngwee as owed
      from instalment where state <> 'settled') n using (borrower_id, loan_id)
    where l.state = 'overdue' group by l.loan_id) late_loan`;

/** The list of late loans, which shows the figures of the beginning of the day, and the sums of its buckets. */
export async function expectSumsOfArrears({ query, collector, today }: ListReader): Promise<void> {
  const items: StaffAnswer<'listArrears'>['items'] = [];
  let data: StaffAnswer<'listArrears'>;
  do {
    const last = items.at(-1);
    const after = last && `${ngweeOf(last.owed)}-${last.loanId}`;
    data = dataOf(await collector.call('listArrears', { query: { after, pageSize: PAGE_SIZE } }));
    items.push(...data.items);
  } while (data.isMore);
  expect(data.measuredOn).toBe(today);
  const rows = await query(LATE_LOANS, [today]);
  const inWords = (bucket: unknown, id: unknown, late: unknown, owed: unknown) =>
    `${bucket} loan ${id}: ${late} of ${owed}`;
  expect(
    items.map((one) => inWords(one.bucket, one.loanId, ngweeOf(one.late), ngweeOf(one.owed))).sort(),
  ).toEqual(rows.map((row) => inWords(row.bucket, row.id, row.late, row.owed)).sort());
  for (const { bucket, loans, late, owed } of data.buckets) {
    const of = rows.filter((row) => row.bucket === bucket);
    expect([bucket, loans, ngweeOf(late), ngweeOf(owed)]).toEqual([
      ...[bucket, of.length],
      sumOf(of.map((row) => Number(row.late))),
      sumOf(of.map((row) => Number(row.owed))),
    ]);
  }
}
