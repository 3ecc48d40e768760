import { readRecordNumber } from '../../book/staff-action.ts';
import { isAttemptId } from '../../money/payment/operators/operator.ts';
import { ownersOfDifference } from '../../money/reconciliation/difference-owners.ts';
import { ownersOf } from '../../money/suspense/queries.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { findNamedBorrower } from './named-borrower.ts';

type Desk = { db: Database; sealing(): Sealing; staffName(): string };

/** What a command is about, by the word that names it. */
export type NamedRecord =
  | { kind: 'loan' | 'ticket' | 'case' | 'account' | 'difference' | 'piece'; no: string | undefined }
  | { kind: 'payment'; attemptId: string | undefined }
  | { kind: 'borrower'; whom: string | undefined };

const isRelatedStatement = statement<
  { is_related: boolean },
  { staffName: string; borrowerIds: readonly number[] }
>(
  'terminal: whether a borrower is the person or a relative',
  `select exists (select from staff_member m, unnest($borrowerIds::bigint[]) as b (borrower_id)
     where m.user_name = $staffName and is_related_staff(m.staff_id, b.borrower_id)) as is_related`,
);

export const OWN_ACCOUNT_TEXT =
  'This is your own account or that of a relative. Another person has to do it.';

/** Whether one of the borrowers is the person at the terminal, or a relative whom they declared in the console. */
export async function isRelatedAtDesk(
  { db, staffName }: { db: Database; staffName: string },
  borrowerIds: readonly number[],
): Promise<boolean> {
  if (borrowerIds.length === 0) return false;
  return (await db.row(isRelatedStatement, { staffName, borrowerIds }))!.is_related;
}

const findBorrowersStatement = statement<
  { borrower_id: number },
  { kind: Exclude<NamedRecord['kind'], 'payment' | 'borrower' | 'piece' | 'difference'>; id: number }
>(
  'terminal: find the borrowers of a record',
  `select borrower_id from loan where $kind = 'loan' and loan_id = $id::bigint
   union select borrower_id from complaint where $kind = 'ticket' and ticket_id = $id::bigint
   union select borrower_id from mobile_change_request where $kind = 'ticket' and ticket_id = $id::bigint
   union select borrower_id from claim_ticket where $kind = 'ticket' and ticket_id = $id::bigint
   union select borrower_id from screening_hit where $kind = 'case' and hit_id = $id::bigint
   union select borrower_id from repay_account where $kind = 'account' and account_id = $id::bigint`,
);

const findPayerStatement = statement<{ borrower_id: number }, { attemptId: string }>(
  'terminal: find the borrower of a payment',
  'select borrower_id from payment_by_attempt where attempt_id = $attemptId::uuid',
);

/** Whether one of the records is about them. A word that names no record is for the command to refuse. */
export async function isAboutRelative(desk: Desk, records: readonly NamedRecord[]): Promise<boolean> {
  // A command without such words also works where the person has no name.
  if (records.length === 0) return false;
  const borrowerIds = (await Promise.all(records.map((record) => borrowersOf(desk, record)))).flat();
  return isRelatedAtDesk({ db: desk.db, staffName: desk.staffName() }, borrowerIds);
}

async function borrowersOf({ db, sealing }: Desk, record: NamedRecord): Promise<number[]> {
  if (record.kind === 'borrower') {
    const named = record.whom === undefined ? undefined : await findNamedBorrower(db, sealing(), record.whom);
    return named && 'borrowerId' in named ? [named.borrowerId] : [];
  }
  if (record.kind === 'payment') {
    const attemptId = record.attemptId?.toLowerCase() ?? '';
    if (!isAttemptId(attemptId)) return [];
    return (await db.rows(findPayerStatement, { attemptId })).map((row) => row.borrower_id);
  }
  const id = record.no === undefined ? undefined : readRecordNumber(record.no);
  if (id === undefined) return [];
  if (record.kind === 'piece') return ownersOf(db, [id]);
  if (record.kind === 'difference') return ownersOfDifference(db, id);
  const rows = await db.rows(findBorrowersStatement, { kind: record.kind, id });
  return rows.map((row) => row.borrower_id);
}
