import { createHash } from 'node:crypto';
import { type Database, statement } from '../../apps/server/src/platform/database.ts';
import type { Sealing } from '../../apps/server/src/platform/sealing.ts';
import { columnsOf, movedColumns } from './copy-template.ts';
import type { MadePerson } from './people.ts';
import type { Spans } from './template.ts';

/** The rows of the template whose number is sealed anew, of one original each. */
export type SealedOriginals = {
  borrowers: { borrower_id: number; operator: 'mtn' | 'airtel' }[];
  accounts: { borrower_id: number; account_id: number }[];
  attempts: { borrower_id: number; attempt_id: string }[];
};

const list = <Row>(what: string, sql: string) => statement<Row>(`made book: list ${what}`, sql);
const listBorrowersStatement = list<SealedOriginals['borrowers'][number]>(
  'borrowers',
  'select borrower_id, operator from template.repay_account where is_default order by borrower_id',
);
const listAccountsStatement = list<SealedOriginals['accounts'][number]>(
  'accounts',
  'select borrower_id, account_id from template.repay_account order by borrower_id, account_id',
);
const listAttemptsStatement = list<SealedOriginals['attempts'][number]>(
  'attempts',
  'select borrower_id, attempt_id from template.payment_attempt order by borrower_id, created_at, attempt_id',
);

export async function readSealedOriginals(db: Database): Promise<SealedOriginals> {
  return {
    borrowers: await db.rows(listBorrowersStatement, {}),
    accounts: await db.rows(listAccountsStatement, {}),
    attempts: await db.rows(listAttemptsStatement, {}),
  };
}

/** What `copiedUuid` gives in the database. */
function copiedUuid(id: string, copy: number): string {
  const hex = createHash('md5').update(`${id}-${copy}`).digest('hex').split('');
  hex[12] = '4';
  hex[16] = '8';
  const text = hex.join('');
  return [0, 8, 12, 16, 20].map((from, at) => text.slice(from, [8, 12, 16, 20, 32][at])).join('-');
}

/** Copies the rows with a number of a borrower. A sealed number opens only in its own row. */
export async function copySealedRows(
  db: Database,
  sealing: Sealing,
  {
    originals,
    spans,
    copy,
    people,
  }: { originals: SealedOriginals; spans: Spans; copy: number; people: readonly MadePerson[] },
): Promise<void> {
  const firstOf = people[0]!.borrowerId;
  const personOf = (originalId: number) => people[originalId - spans.borrower.first]!;
  const borrowerIdOf = (originalId: number) => firstOf + originalId - spans.borrower.first;
  const accountIdOf = (accountId: number) => accountId + copy * spans.account.span;
  await insertSealed(db, 'borrower', spans, copy, {
    key: { column: 'borrower_id', type: 'bigint' },
    sealedColumn: 'mobile_sealed',
    keys: originals.borrowers.map(({ borrower_id }) => borrower_id),
    sealed: originals.borrowers.map(({ borrower_id }) =>
      sealing.seal(
        'borrower.mobile_sealed',
        { borrower_id: borrowerIdOf(borrower_id) },
        personOf(borrower_id).mobile,
      ),
    ),
  });
  await insertSealed(db, 'repay_account', spans, copy, {
    key: { column: 'account_id', type: 'bigint' },
    sealedColumn: 'mobile_sealed',
    keys: originals.accounts.map(({ account_id }) => account_id),
    sealed: originals.accounts.map(({ borrower_id, account_id }) =>
      sealing.seal(
        'repay_account.mobile_sealed',
        { borrower_id: borrowerIdOf(borrower_id), account_id: accountIdOf(account_id) },
        personOf(borrower_id).mobile,
      ),
    ),
    hashes: originals.accounts.map(
      ({ borrower_id }) => sealing.lookupHashes('mobile', personOf(borrower_id).mobile)[0]!,
    ),
  });
  await insertSealed(db, 'payment_attempt', spans, copy, {
    key: { column: 'attempt_id', type: 'uuid' },
    sealedColumn: 'msisdn_sealed',
    keys: originals.attempts.map(({ attempt_id }) => attempt_id),
    sealed: originals.attempts.map(({ borrower_id, attempt_id }) =>
      sealing.seal(
        'payment_attempt.msisdn_sealed',
        { borrower_id: borrowerIdOf(borrower_id), attempt_id: copiedUuid(attempt_id, copy) },
        personOf(borrower_id).mobile,
      ),
    ),
  });
}

type SealedRows = {
  key: { column: string; type: 'bigint' | 'uuid' };
  sealedColumn: string;
  keys: (number | string)[];
  sealed: Buffer[];
  /** Of the numbers, where the table has them. */
  hashes?: Buffer[];
};

async function insertSealed(
  db: Database,
  table: 'borrower' | 'repay_account' | 'payment_attempt',
  spans: Spans,
  copy: number,
  { key, sealedColumn, keys, sealed, hashes }: SealedRows,
): Promise<void> {
  const moved: Record<string, string> = {
    ...movedColumns(spans),
    [sealedColumn]: 'made.sealed',
    ...(hashes ? { mobile_hash: 'made.hash' } : {}),
  };
  const columns = await columnsOf(db, table);
  await db.pool.query({
    name: `made book: insert ${table}`,
    text: `insert into ${table} (${columns.join(', ')}) overriding system value
     select ${columns.map((column) => moved[column] ?? `original.${column}`).join(', ')}
     from (select $1::bigint as copy) copies
     cross join unnest($2::${key.type}[], $3::bytea[], $4::bytea[]) as made (original_id, sealed, hash)
     join template.${table} original on original.${key.column} = made.original_id`,
    values: [copy, keys, sealed, hashes ?? []],
  });
}
