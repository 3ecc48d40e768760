import { type Database, statement } from '../apps/server/src/platform/database.ts';
import type { Sealing } from '../apps/server/src/platform/sealing.ts';
import { sealCopies } from './seal-copies.ts';

const OWNER = 'borrower_id';
const LOAN = 'loan_id';
const ENTRY = 'entry_id';
const ATTEMPT = 'attempt_id';
const PENDING = 'pending_attempt_id';
const DETAIL = 'detail';

/** The tables with rows of a borrower, and the columns that get a new value in a copy. */
const TABLES: Record<string, readonly string[]> = {
  borrower: [OWNER],
  borrower_standing: [OWNER],
  repay_account: [OWNER],
  loan: [OWNER, LOAN, PENDING],
  instalment: [OWNER, LOAN],
  loan_acceptance: [OWNER, LOAN],
  loan_decision: [OWNER, LOAN],
  loan_event: [OWNER, LOAN, ENTRY, DETAIL],
  ledger_transfer: [OWNER, LOAN, ENTRY],
  payment_attempt: [OWNER, LOAN, ATTEMPT],
  payment_by_attempt: [OWNER, ATTEMPT],
  message: [OWNER, LOAN],
};

/** Another version 4 UUID for each copy. The ids that are sent to operators must be of version 4. */
function copiedUuid(id: string): string {
  return `overlay(overlay(md5(${id} || copy.number) placing '4' from 13) placing '8' from 17)::uuid`;
}

const MOVED: Record<string, string> = {
  [OWNER]: 'original.borrower_id + copy.number',
  [LOAN]: 'original.loan_id + copy.number * span.loans',
  [ENTRY]: 'original.entry_id + copy.number * span.entries',
  [ATTEMPT]: copiedUuid('original.attempt_id::text'),
  [PENDING]: copiedUuid('original.pending_attempt_id::text'),
  // An event names the attempt that it is about.
  [DETAIL]: `case when original.detail ->> 'attemptId' is null then original.detail
    else original.detail || jsonb_build_object('attemptId', ${copiedUuid(`(original.detail ->> 'attemptId')`)}) end`,
};

/** A row is copied with all its columns, so columns added later are copied too. */
function copyOf(table: string, columns: readonly string[]): string {
  const moved = columns.map((column) => `'${column}', ${MOVED[column]}`).join(', ');
  return `copied_${table} as (
    insert into ${table} overriding system value
    select moved.* from ${table} original, copy, span,
      jsonb_populate_record(original, jsonb_build_object(${moved})) moved
    where original.borrower_id = $1
  )`;
}

const copyStatement = statement<{ loan_ids_later: number }, { borrowerId: number; tokenHashes: Buffer[] }>(
  'bench: copy a borrower',
  `with span as (
    select (select max(loan_id) - min(loan_id) + 1 from loan where borrower_id = $borrowerId) as loans,
      (select max(entry_id) - min(entry_id) + 1 from loan_event where borrower_id = $borrowerId) as entries
  ),
  copy as (select * from unnest($tokenHashes::bytea[]) with ordinality as copy (token_hash, number)),
  ${Object.entries(TABLES)
    .map(([table, columns]) => copyOf(table, columns))
    .join(',\n')},
  mobiles as (
    insert into borrower_by_mobile (mobile_hash, borrower_id) select token_hash, $borrowerId + number from copy
  ),
  sessions as (
    insert into session (token_hash, borrower_id, created_at, expires_at, ends_at, trusted_at, used_at)
    select copy.token_hash, $borrowerId + copy.number, s.created_at, s.expires_at, s.ends_at, s.trusted_at,
      s.used_at
    from copy, (select * from session where borrower_id = $borrowerId) s
  )
  select copy.number * span.loans as loan_ids_later from copy, span order by copy.number`,
);

const moveSequencesStatement = statement<never>(
  'bench: move sequences',
  `select setval('loan_id', (select max(loan_id) from loan)),
    setval('repay_account_id', (select max(account_id) from repay_account)),
    setval('ledger_entry_id', (select max(entry_id) from loan_event)),
    setval(pg_get_serial_sequence('borrower', 'borrower_id'), (select max(borrower_id) from borrower))`,
);

/** Rows made after the copies get ids above those of the copies. */
export async function moveSequences(db: Database): Promise<void> {
  await db.rows(moveSequencesStatement, {});
}

/** Copies all rows of a borrower once for each token. */
export async function copyBorrower(
  db: Database,
  sealing: Sealing,
  borrowerId: number,
  tokenHashes: Buffer[],
): Promise<{ loanIdsLater: number }[]> {
  const copies = await db.rows(copyStatement, { borrowerId, tokenHashes });
  await sealCopies(db, sealing, borrowerId);
  await moveSequences(db);
  await db.pool.query('vacuum analyze');
  return copies.map((copy) => ({ loanIdsLater: copy.loan_ids_later }));
}
