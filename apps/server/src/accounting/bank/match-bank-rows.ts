import type { Day } from '@thumba/lending/day';
import type { OperatorName, PaymentDirection } from '@thumba/lending/ledger';
import type { Actor } from '../../book/actor.ts';
import { statement, type Transaction } from '../../platform/database.ts';
import { postRowIn } from './post-bank-row.ts';

/** The bank may have a movement some days before or after the book. */
const DAYS_APART = 5;

/** What each entry of the book moved at the bank, where no row of the bank is known for it. */
export const ENTRIES_WITHOUT_ROW = `select t.borrower_id, t.entry_id, min(t.business_on) as booked_on,
    sum(case when t.debit_account = 'bank' then t.amount_ngwee else -t.amount_ngwee end)::bigint as amount_ngwee
  from ledger_transfer t
  where (t.debit_account = 'bank' or t.credit_account = 'bank')
    and not exists (select from bank_row_posting p where p.entry_id = t.entry_id)
  group by t.borrower_id, t.entry_id
  having sum(case when t.debit_account = 'bank' then t.amount_ngwee else -t.amount_ngwee end) <> 0`;

const ROWS_WITHOUT_ENTRY = `select r.row_id, r.booked_on, r.amount_ngwee from bank_statement_row r
  where not exists (select from bank_row_posting p where p.row_id = r.row_id)`;

/** Movements between the bank and a wallet that the bank's statement has not shown yet, with what they move at the bank. */
export const MOVEMENTS_ON_THE_WAY = `select m.movement_id, m.operator, m.direction, m.kind,
    case m.kind when 'top_up' then -m.amount_ngwee else m.amount_ngwee end as amount_ngwee,
    (select min(t.business_on) from ledger_transfer t where t.borrower_id = 0 and t.entry_id = m.entry_id) as booked_on
  from float_movement m
  where m.posted_against = 'in_transit'
    and not exists (select from transit_arrival a where a.movement_id = m.movement_id)`;

/** Rows of the bank that are posted as money in transit and whose movement at the wallet is not declared yet. */
export const ROWS_ON_THE_WAY = `select r.row_id, r.booked_on, r.amount_ngwee, p.operator, p.direction
  from bank_row_posting p join bank_statement_row r using (row_id)
  where p.posted_as = 'transit' and not exists (select from transit_arrival a where a.row_id = p.row_id)`;

/** A row and a movement or an entry of the same amount are one, where each is the only one for the other. */
const onlyPairs = (left: string, right: string) => `select pair.* from (
    select l.row_id, x.*, count(*) over (partition by l.row_id) as of_row,
      count(*) over (partition by x.kind_of_half, x.half_id) as of_half
    from (${left}) l join (${right}) x
      on x.amount_ngwee = l.amount_ngwee and abs(x.booked_on - l.booked_on) <= ${DAYS_APART}
  ) pair where of_row = 1 and of_half = 1 order by row_id`;

const HALVES = `select 'entry' as kind_of_half, e.entry_id as half_id, e.amount_ngwee, e.booked_on,
    null::text as operator, null::text as direction from (${ENTRIES_WITHOUT_ROW}) e
  union all
  select 'movement', m.movement_id, m.amount_ngwee, m.booked_on, m.operator, m.direction
  from (${MOVEMENTS_ON_THE_WAY}) m`;

const knownHalvesStatement = statement<{
  row_id: number;
  kind_of_half: 'entry' | 'movement';
  half_id: number;
  operator: OperatorName | null;
  direction: PaymentDirection | null;
}>('bank: known halves', onlyPairs(ROWS_WITHOUT_ENTRY, HALVES));

const noteBookedBeforeStatement = statement<
  { row_id: number },
  { rowId: number; entryId: number; actor: Actor; reason: string; now: Date }
>(
  'bank: note booked before',
  `insert into bank_row_posting (row_id, posted_as, entry_id, reason, actor, posted_at)
   values ($rowId, 'booked_before', $entryId, $reason, $actor, $now) on conflict do nothing returning row_id`,
);

/** Equal amounts to or from one wallet arrive in the order of their days. */
const inTurn = (pieces: string, id: string) => `select p.${id}, p.operator, p.direction, p.amount_ngwee,
    row_number() over (partition by p.operator, p.direction, p.amount_ngwee order by p.booked_on, p.${id}) as turn
  from (${pieces}) p`;

const arriveStatement = statement<never, { now: Date }>(
  'bank: note arrivals',
  `insert into transit_arrival (row_id, movement_id, arrived_at)
   select row_id, movement_id, $now::timestamptz
   from (${inTurn(ROWS_ON_THE_WAY, 'row_id')}) bank_half
   join (${inTurn(MOVEMENTS_ON_THE_WAY, 'movement_id')}) wallet_half using (operator, direction, amount_ngwee, turn)
   on conflict do nothing`,
);

export type PostingBy = { now: Date; today: Day; actor: Actor };

/** Posts the rows whose other half the book has, and answers how many there were. */
export async function postKnownRows(transaction: Transaction, posting: PostingBy): Promise<number> {
  const halves = await transaction.rows(knownHalvesStatement, {});
  let posted = 0;
  for (const { row_id: rowId, kind_of_half, half_id, operator, direction } of halves) {
    if (kind_of_half === 'entry') {
      const reason = 'the book had it before';
      const { actor, now } = posting;
      if (await transaction.row(noteBookedBeforeStatement, { rowId, entryId: half_id, actor, reason, now }))
        posted += 1;
    } else if (operator && direction) {
      const wallet = { operator, direction };
      const reason = `declared as movement ${half_id}`;
      if (await postRowIn(transaction, { ...posting, rowId, postedAs: 'transit', wallet, reason }))
        posted += 1;
    }
  }
  await noteArrivals(transaction, posting.now);
  return posted;
}

/** Notes which money in transit has arrived: a row of the bank and a movement of the wallet that are the same money. */
export async function noteArrivals(transaction: Transaction, now: Date): Promise<void> {
  await transaction.rows(arriveStatement, { now });
}
