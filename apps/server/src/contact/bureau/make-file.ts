import { createHash } from 'node:crypto';
import { type BureauQuestion, type BureauRecordKind, bureauVerdictOf } from '@thumba/lending/bureau-record';
import { type Day, daysBetween } from '@thumba/lending/day';
import type { Ngwee } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { type Actor, staffActor } from '../../book/actor.ts';
import { isDisputed } from '../../book/loan/disputed-loan.ts';
import { openIdentity } from '../../people/borrower/applicant.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement, type Transaction } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { FILE_HEAD, fileLine } from './file-line.ts';
import { hasOpenDispute, LATE_SINCE, OVERDUE_ON_LOAN, OWED_ON_LOAN } from './loan-columns.ts';

type FileDeps = {
  db: Database;
  sealing: Sealing;
  clock: Clock;
  today(): Day;
  listFromDaysLate: number;
  providerCode: string;
};

/** How many loans are read, and how many records written, with one statement. */
const AT_ONCE = 1000;

type Candidate = {
  borrower_id: number;
  loan_id: number;
  is_open: boolean;
  closed_on: Day | null;
  disbursed_on: Day;
  principal_ngwee: Ngwee;
  product_name: string;
  balance_ngwee: Ngwee;
  overdue_ngwee: Ngwee;
  late_since_on: Day | null;
  identity_sealed: Buffer | null;
  is_deleted: boolean;
  is_disputed: boolean;
  list_from_on: Day | null;
  is_withdrawn: boolean;
  told: BureauRecordKind | null;
  was_rejected: boolean;
};

/** Files are made one after the other, and no borrower is warned and no listing is disputed meanwhile. */
const lockStatement = statement<never>(
  'bureau: lock files',
  'lock table bureau_listing, bureau_dispute in share row exclusive mode',
);

const hasFileStatement = statement<{ file_id: number }, { month: string }>(
  'bureau: find the file of a month',
  'select file_id from bureau_file where month = $month',
);

/**
 * The next loans that a file could tell of. The newest record that was not rejected says what the bureau knows; one of a
 * file whose verdict has not come counts, because the bureau may have it.
 */
const candidatesStatement = statement<
  Candidate,
  { on: Day; monthStart: Day; afterBorrowerId: number; afterLoanId: number }
>(
  'bureau: loans of a file',
  `select l.borrower_id, l.loan_id, l.state in ('active', 'overdue', 'written_off') as is_open, l.closed_on,
     l.disbursed_on, l.principal_ngwee, l.terms ->> 'productName' as product_name,
     ${OWED_ON_LOAN} as balance_ngwee, ${OVERDUE_ON_LOAN} as overdue_ngwee, ${LATE_SINCE} as late_since_on,
     i.identity_sealed,
     exists (select from account_deletion d where d.borrower_id = l.borrower_id) as is_deleted,
     (${isDisputed({ borrowerId: 'l.borrower_id', loanId: 'l.loan_id' })}
       or ${hasOpenDispute({ borrowerId: 'l.borrower_id', loanId: 'l.loan_id' })}) as is_disputed,
     (select g.list_from_on from bureau_listing g
      where g.borrower_id = l.borrower_id and g.loan_id = l.loan_id and g.ended_on is null) as list_from_on,
     exists (select from bureau_listing g
      where g.borrower_id = l.borrower_id and g.loan_id = l.loan_id and g.ended_because = 'withdrawn'
        and g.ended_on > ${LATE_SINCE}) as is_withdrawn,
     (select r.kind from bureau_file_row r
      where r.borrower_id = l.borrower_id and r.loan_id = l.loan_id and r.reject_code is null
      order by r.file_id desc limit 1) as told,
     coalesce((select r.reject_code is not null from bureau_file_row r
      where r.borrower_id = l.borrower_id and r.loan_id = l.loan_id order by r.file_id desc limit 1), false)
       as was_rejected
   from loan l left join borrower_identity i using (borrower_id)
   where l.disbursed_on is not null and (l.borrower_id, l.loan_id) > ($afterBorrowerId::bigint, $afterLoanId::bigint)
     and (l.state in ('active', 'overdue', 'written_off')
       or l.state in ('settled', 'recovered') and l.closed_on >= $monthStart
       or exists (select from bureau_file_row r where r.borrower_id = l.borrower_id and r.loan_id = l.loan_id))
   order by l.borrower_id, l.loan_id limit ${AT_ONCE}`,
);

const insertFileStatement = statement<
  { file_id: number },
  {
    month: string;
    name: string;
    on: Day;
    actor: Actor;
    now: Date;
    records: number;
    held: number;
    sha256: Buffer;
  }
>(
  'bureau: insert a file',
  `insert into bureau_file (month, name, on_day, made_by, made_at, records, held, sha256)
   values ($month, $name, $on, $actor, $now, $records, $held, $sha256) returning file_id`,
);

const insertRowsStatement = statement<never, { fileId: number; rows: string }>(
  'bureau: insert records of a file',
  `insert into bureau_file_row (borrower_id, file_id, loan_id, record, kind, is_correction, balance_ngwee,
     overdue_ngwee, days_late, line_sealed)
   select "borrowerId", $fileId, "loanId", record, kind, "isCorrection", "balanceNgwee", "overdueNgwee", "daysLate",
     decode("lineSealed", 'base64')
   from json_to_recordset($rows::json) as r("borrowerId" bigint, "loanId" bigint, record integer, kind text,
     "isCorrection" boolean, "balanceNgwee" bigint, "overdueNgwee" bigint, "daysLate" integer, "lineSealed" text)`,
);

const noteListedStatement = statement<never, { fileId: number }>(
  'bureau: note the first file that lists a loan',
  `update bureau_listing g set listed_file_id = $fileId
   from bureau_file_row r
   where r.file_id = $fileId and r.kind = 'unpaid' and g.borrower_id = r.borrower_id and g.loan_id = r.loan_id
     and g.ended_on is null and g.listed_file_id is null`,
);

type MadeFile = { fileId: number; month: string; records: number; held: number; sha256: string };

/** The last whole month before a day, like “2026-11”. */
export function monthBefore(on: Day): string {
  const [year = 0, month = 0] = on.split('-').map(Number);
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`;
}

/** Makes the file of the last whole month as the book stands today, once. Rule: docs/rules/bureau.md. */
export function makeBureauFile(
  deps: FileDeps,
  by: { userName: string },
): Promise<Outcome<MadeFile, { kind: 'made_before'; fileId: number }>> {
  const on = deps.today();
  const month = monthBefore(on);
  return deps.db.inTransaction(async (transaction) => {
    await transaction.rows(lockStatement, {});
    const before = await transaction.row(hasFileStatement, { month });
    if (before) return refuse({ kind: 'made_before', fileId: before.file_id });
    const { told, held } = await readLoans(deps, transaction, { on, month });
    const lines = told.map(({ line }) => line);
    const sha256 = createHash('sha256')
      .update([FILE_HEAD, ...lines].join(''))
      .digest();
    const { file_id: fileId } = (await transaction.row(insertFileStatement, {
      ...{ month, on, sha256, held },
      name: `${deps.providerCode}-${month}.csv`,
      actor: staffActor(by.userName),
      now: toDate(deps.clock.nowMs()),
      records: lines.length,
    }))!;
    for (let first = 0; first < told.length; first += AT_ONCE) {
      const rows = told.slice(first, first + AT_ONCE).map(({ line, ...row }, index) => {
        const place = { borrower_id: row.borrowerId, file_id: fileId, loan_id: row.loanId };
        const lineSealed = deps.sealing.seal('bureau_file_row.line_sealed', place, line).toString('base64');
        return { ...row, record: first + index + 1, lineSealed };
      });
      await transaction.rows(insertRowsStatement, { fileId, rows: JSON.stringify(rows) });
    }
    await transaction.rows(noteListedStatement, { fileId });
    return allow({ fileId, month, records: lines.length, held, sha256: sha256.toString('hex') });
  });
}

async function readLoans(
  deps: FileDeps,
  transaction: Transaction,
  { on, month }: { on: Day; month: string },
): Promise<{ told: ReturnType<typeof recordOf>[]; held: number }> {
  const told: ReturnType<typeof recordOf>[] = [];
  let held = 0;
  const monthStart = `${month}-01` as Day;
  let last: { afterBorrowerId: number; afterLoanId: number } | undefined = {
    afterBorrowerId: 0,
    afterLoanId: 0,
  };
  while (last) {
    const rows: Candidate[] = await transaction.rows(candidatesStatement, { on, monthStart, ...last });
    for (const row of rows) {
      const daysLate = daysLateOf(row, on);
      const verdict = bureauVerdictOf(questionOf(row, { on, daysLate, month, deps }));
      if ('held' in verdict) held += 1;
      if ('kind' in verdict) told.push(recordOf(deps, row, { kind: verdict.kind, month, daysLate }));
    }
    const end: Candidate | undefined = rows.at(-1);
    last = end && { afterBorrowerId: end.borrower_id, afterLoanId: end.loan_id };
  }
  return { told, held };
}

function daysLateOf({ is_open: isOpen, late_since_on: lateSinceOn }: Candidate, on: Day): number {
  return isOpen && lateSinceOn !== null ? Math.max(0, daysBetween(lateSinceOn, on)) : 0;
}

function questionOf(
  row: Candidate,
  { on, daysLate, month, deps }: { on: Day; daysLate: number; month: string; deps: FileDeps },
): BureauQuestion {
  return {
    on,
    isOpen: row.is_open,
    // A last record that was rejected is told again, whenever the loan was closed.
    isClosedInMonth: row.was_rejected || (row.closed_on !== null && row.closed_on >= `${month}-01`),
    daysLate,
    listFromDaysLate: deps.listFromDaysLate,
    listFromOn: row.list_from_on,
    isDisputed: row.is_disputed,
    isWithdrawn: row.is_withdrawn,
    isAccountDeleted: row.is_deleted,
    told: row.told,
  };
}

/** What the bureau has to set right in what it was told before. */
const NEGATIVE: readonly (BureauRecordKind | null)[] = ['unpaid', 'disputed'];

function recordOf(
  { sealing, providerCode }: FileDeps,
  row: Candidate,
  { kind, month, daysLate }: { kind: BureauRecordKind; month: string; daysLate: number },
) {
  const isCorrection = row.was_rejected || (NEGATIVE.includes(row.told) && !NEGATIVE.includes(kind));
  // A loan that is closed owes nothing, whatever its plans say.
  const balanceNgwee = row.is_open ? row.balance_ngwee : (0 as Ngwee);
  const overdueNgwee = row.is_open ? row.overdue_ngwee : (0 as Ngwee);
  const figures = { balanceNgwee, overdueNgwee, daysLate };
  const line = fileLine({
    ...{ kind, isCorrection, providerCode, month },
    ...figures,
    loanId: row.loan_id,
    identity: row.identity_sealed && openIdentity(sealing, row.borrower_id, row.identity_sealed),
    productName: row.product_name,
    disbursedOn: row.disbursed_on,
    principalNgwee: row.principal_ngwee,
    closedOn: row.closed_on,
  });
  return { ...figures, kind, isCorrection, line, borrowerId: row.borrower_id, loanId: row.loan_id };
}
