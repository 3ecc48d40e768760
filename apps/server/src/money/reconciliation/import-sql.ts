import type { OperatorName } from '@thumba/lending/ledger';
import type { Actor } from '../../book/actor.ts';
import { adoptedMobileHash } from '../../book/adopted-mobile-hash.ts';
import { statement } from '../../platform/database.ts';
import { adoptedReferenceHash } from './claims-sql.ts';

/** Imports of one operator's statements wait for each other, so that each sees all rows of the others. */
export const waitForImportsStatement = statement<never, { operator: OperatorName }>(
  'reconciliation: wait for imports',
  `select pg_advisory_xact_lock(hashtextextended('statements of ' || $operator, 0))`,
);

/**
 * PostgreSQL counts the rows of a table some time after they are written. Without this it takes a table that the same
 * transaction fills for an empty one, and reads all of it for each batch of rows.
 */
export const useIndexesStatement = statement<never>(
  'reconciliation: use indexes',
  `select set_config('enable_seqscan', 'off', true)`,
);

/** The statement with this file, if it is known, and the days that it covers so far. */
export const knownStatementStatement = statement<
  { statement_id: number; covers_from: Date; covers_until: Date },
  {
    operator: OperatorName;
    /** Under each live key. The same file under an earlier key is known. So is the same row. */
    fileHashes: Buffer[];
  }
>(
  'reconciliation: known statement',
  `select statement_id, min(c.covers_from) as covers_from, max(c.covers_until) as covers_until
   from operator_statement s join operator_statement_cover c using (statement_id)
   where s.operator = $operator and s.file_hash = any ($fileHashes::bytea[])
   group by statement_id order by statement_id limit 1`,
);

export const storeStatementStatement = statement<
  { statement_id: number },
  {
    operator: OperatorName;
    fileHash: Buffer;
    rowCount: number;
    coversFrom: Date;
    coversUntil: Date;
    importedAt: Date;
    actor: Actor;
  }
>(
  'reconciliation: store statement',
  `insert into operator_statement (operator, file_hash, row_count, covers_from, covers_until, imported_at, actor)
   values ($operator, $fileHash, $rowCount, $coversFrom, $coversUntil, $importedAt, $actor)
   returning statement_id`,
);

/** Adds days that a person names for a statement that is known. Days that are known until then add nothing. */
export const nameDaysStatement = statement<
  never,
  { statementId: number; coversFrom: Date; coversUntil: Date; importedAt: Date; actor: Actor }
>(
  'reconciliation: name days',
  `insert into operator_statement_days (statement_id, covers_from, covers_until, imported_at, actor)
   select $statementId::bigint, $coversFrom::timestamptz, $coversUntil::timestamptz, $importedAt::timestamptz, $actor
   where (select range_agg(instants) from operator_statement_known_time where statement_id = $statementId)
     @> tstzrange($coversFrom, greatest($coversFrom, least($coversUntil, $importedAt))) is not true`,
);

/** Keeps what the rows show at this import. What this person's imports of the file showed before adds nothing. */
export const recordShownTimeStatement = statement<
  never,
  { statementId: number; shownFrom: Date; shownUntil: Date; importedAt: Date; actor: Actor }
>(
  'reconciliation: record shown time',
  `insert into operator_statement_shown (statement_id, shown_from, shown_until, imported_at, actor)
   select $statementId::bigint, $shownFrom::timestamptz, $shownUntil::timestamptz, $importedAt::timestamptz, $actor
   where not exists (select from operator_statement_shown known
     where known.statement_id = $statementId and person_of(known.actor) = person_of($actor)
       and least(known.shown_until, known.imported_at) >= least($shownUntil, $importedAt))`,
);

/** A row and its payment have the same direction. A reversal moves money the other way and names its payment too. */
const SAME_DIRECTION = `(p.direction = r.direction or r.outcome = 'reversed')`;

/**
 * Stores some rows of a statement, as a JSON array, with the payment whose id of ours they name. A row of an earlier
 * statement stays with that one.
 */
export const storeRowsStatement = statement<
  never,
  { statementId: number; operator: OperatorName; rows: string }
>(
  'reconciliation: store rows',
  `insert into operator_statement_row (operator, row_hash, statement_id, line, direction, outcome, operator_reference,
     reference_hash, named_attempt_id, mobile_hash, mobile_sealed, amount_ngwee, charge_ngwee, happened_at, row_sealed, borrower_id, attempt_id)
   select $operator, r.row_hashes[1], $statementId::bigint, r.line, r.direction, r.outcome, r.operator_reference,
     ${adoptedReferenceHash('r.reference_hashes')}, r.named_attempt_id, ${adoptedMobileHash('r.mobile_hashes')},
     decode(r.mobile_sealed, 'hex'), r.amount_ngwee, r.charge_ngwee, r.happened_at, decode(r.row_sealed, 'hex'),
     p.borrower_id, p.attempt_id
   from json_to_recordset($rows::json) as r(row_hashes bytea[], line integer, direction text,
     outcome text, operator_reference text, reference_hashes bytea[], named_attempt_id uuid, mobile_hashes bytea[],
     mobile_sealed text, amount_ngwee bigint, charge_ngwee bigint, happened_at timestamptz, row_sealed text)
   left join payment_by_attempt b on b.attempt_id = r.named_attempt_id and r.direction is not null
   left join payment_attempt p on p.borrower_id = b.borrower_id and p.attempt_id = b.attempt_id
     and p.operator = $operator and ${SAME_DIRECTION}
   where not exists (select from unnest(r.row_hashes) as given(row_hash)
     join operator_statement_row known on known.operator = $operator and known.row_hash = given.row_hash)
   on conflict do nothing`,
);

/**
 * Some rows of a statement, as a JSON array, beside the rows of earlier statements about the same movements. A charge of 0
 * may not have been stated, so this statement gives it. Of two charges the earlier one stands, and the other is kept beside it.
 */
export const takeChargesStatement = statement<
  never,
  { statementId: number; operator: OperatorName; rows: string }
>(
  'reconciliation: take charges',
  `with known as (
     select earlier.row_hash, earlier.charge_ngwee as known_ngwee, r.line, r.charge_ngwee, r.states_charge
     from json_to_recordset($rows::json) as r(row_hashes bytea[], line integer, charge_ngwee bigint, states_charge boolean)
     cross join lateral unnest(r.row_hashes) as given(row_hash)
     join operator_statement_row earlier on earlier.operator = $operator and earlier.row_hash = given.row_hash
   ), given as (
     update operator_statement_row earlier
     set charge_ngwee = known.charge_ngwee, charge_statement_id = $statementId::bigint
     from known
     where earlier.operator = $operator and earlier.row_hash = known.row_hash
       and known.known_ngwee = 0 and known.charge_ngwee <> 0
   )
   insert into operator_other_charge (statement_id, line, operator, row_hash, charge_ngwee)
   select $statementId::bigint, line, $operator, row_hash, charge_ngwee from known
   where states_charge and known_ngwee <> 0 and known_ngwee <> charge_ngwee
   on conflict do nothing`,
);

/** For rows that were stored before their payment was. */
export const matchByIdStatement = statement<never, { statementId: number }>(
  'reconciliation: match by id',
  `update operator_statement_row r set borrower_id = p.borrower_id, attempt_id = p.attempt_id
   from payment_by_attempt b
   join payment_attempt p on p.borrower_id = b.borrower_id and p.attempt_id = b.attempt_id
   where r.statement_id = $statementId and r.attempt_id is null and r.direction is not null
     and b.attempt_id = r.named_attempt_id and p.operator = r.operator and ${SAME_DIRECTION}`,
);

export const matchByReferenceStatement = statement<never, { statementId: number }>(
  'reconciliation: match by reference',
  `update operator_statement_row r set borrower_id = p.borrower_id, attempt_id = p.attempt_id
   from payment_attempt p
   where r.statement_id = $statementId and r.attempt_id is null and r.direction is not null
     and p.operator_reference = r.operator_reference and p.operator = r.operator and ${SAME_DIRECTION}`,
);

export const likelyPairsStatement = statement<
  {
    row_hash: Buffer;
    mobile_hash: Buffer;
    borrower_id: number;
    attempt_id: string;
    msisdn_sealed: Buffer;
  },
  { statementId: number }
>(
  'reconciliation: likely pairs',
  `select distinct r.row_hash, r.mobile_hash, p.borrower_id, p.attempt_id, p.msisdn_sealed
   from operator_statement_row r
   join repay_account a on a.mobile_hash = r.mobile_hash
   join payment_attempt p on p.borrower_id = a.borrower_id and p.operator = r.operator
     and p.direction = r.direction and p.amount_ngwee = r.amount_ngwee
     and (p.operator_reference is null or p.operator_reference = r.operator_reference)
     and (r.happened_at at time zone 'Africa/Lusaka')::date - (p.created_at at time zone 'Africa/Lusaka')::date
       between 0 and 1
   where r.statement_id = $statementId and r.attempt_id is null and r.named_attempt_id is null
     and r.outcome = 'succeeded'
     and not exists (select from operator_statement_row o
       where o.borrower_id = p.borrower_id and o.attempt_id = p.attempt_id and o.outcome = 'succeeded')`,
);

export const matchPairsStatement = statement<
  never,
  { statementId: number; rowHashes: Buffer[]; borrowerIds: number[]; attemptIds: string[] }
>(
  'reconciliation: match pairs',
  `update operator_statement_row r set borrower_id = w.borrower_id, attempt_id = w.attempt_id
   from unnest($rowHashes::bytea[], $borrowerIds::bigint[], $attemptIds::uuid[]) as w(row_hash, borrower_id, attempt_id)
   where r.statement_id = $statementId and r.row_hash = w.row_hash and r.attempt_id is null`,
);

/**
 * Records where the rows of a statement differ from our payments. A reversal differs where our payment succeeded, or
 * where we have none; a payment that failed with us agrees with it. A row whose amount a later statement changed is no
 * duplicate.
 */
export const findRowDifferencesStatement = statement<never, { statementId: number; now: Date }>(
  'reconciliation: find row differences',
  `insert into reconciliation_difference (operator, kind, direction, statement_id, row_hash, borrower_id, attempt_id,
     statement_ngwee, attempt_ngwee, happened_at, found_at)
   select r.operator, d.kind, coalesce(p.direction, r.direction), r.statement_id, r.row_hash, r.borrower_id,
     r.attempt_id, r.amount_ngwee, p.amount_ngwee, r.happened_at, $now::timestamptz
   from operator_statement_row r
   left join payment_attempt p on p.borrower_id = r.borrower_id and p.attempt_id = r.attempt_id
   cross join lateral (select case
     when r.outcome = 'reversed' then case when p.attempt_id is null or p.state = 'succeeded' then 'reversed' end
     when r.outcome <> 'succeeded' then null
     when p.attempt_id is null then 'extra'
     when exists (select from operator_statement_row o
       where o.borrower_id = r.borrower_id and o.attempt_id = r.attempt_id and o.outcome = 'succeeded'
         and (o.statement_id, o.line) < (r.statement_id, r.line)
         and (o.operator_reference <> r.operator_reference or o.amount_ngwee = r.amount_ngwee)) then 'duplicate'
     when p.amount_ngwee <> r.amount_ngwee then 'amount_differs'
     when p.state <> 'succeeded' then 'status_differs'
     end as kind) d
   where r.statement_id = $statementId and r.direction is not null and d.kind is not null
   on conflict do nothing`,
);

/**
 * Records the payments that only we have. An operator dates a payment between the instants at which we made it and
 * learned its end, so a payment can be missing only where statements cover that whole time. Five minutes on both sides
 * allow for different clocks.
 */
export const findMissingStatement = statement<never, { statementId: number; now: Date }>(
  'reconciliation: find missing',
  `with covered as (
     select range_agg(k.instants) as instants
     from operator_statement s join operator_statement_known_time k using (operator)
     where s.statement_id = $statementId
   ),
   stated as (
     select statement_id, operator, min(covers_from) as covers_from, max(covers_until) as covers_until
     from operator_statement_cover where statement_id = $statementId group by statement_id, operator
   )
   insert into reconciliation_difference (operator, kind, direction, statement_id, borrower_id, attempt_id,
     attempt_ngwee, happened_at, found_at)
   select s.operator, 'missing', p.direction, s.statement_id, p.borrower_id, p.attempt_id,
     p.amount_ngwee, p.finished_at, $now::timestamptz
   from stated s
   cross join covered c
   join payment_attempt p on p.operator = s.operator and p.state = 'succeeded'
     and p.created_at <= s.covers_until and p.finished_at >= s.covers_from
   where c.instants @> tstzrange(p.created_at - interval '5 minutes', p.finished_at + interval '5 minutes')
     and not exists (select from operator_statement_row r
       where r.borrower_id = p.borrower_id and r.attempt_id = p.attempt_id and r.outcome in ('succeeded', 'reversed'))
   on conflict do nothing`,
);

export const openStatusDifferencesStatement = statement<
  { borrower_id: number; attempt_id: string },
  { statementId: number }
>(
  'reconciliation: open status differences',
  `select d.borrower_id, d.attempt_id from reconciliation_difference d
   join payment_attempt p on p.borrower_id = d.borrower_id and p.attempt_id = d.attempt_id
   where d.statement_id = $statementId and d.state = 'open' and d.kind in ('status_differs', 'amount_differs')
     and p.state <> 'succeeded'`,
);
