import { type Database, statement, type Transaction } from '../../platform/database.ts';
import type { Actor } from '../actor.ts';

/** How far a call of staff came. A look is `shown`; a change is `begun` before it is made, and then one of the others. */
export type AuditOutcome = 'begun' | 'done' | 'refused' | 'failed' | 'shown';

/** One entry of the audit. `detail` has numbers and codes; it has no words of people. */
export type AuditEntry = {
  at: Date;
  actor: Actor;
  staffId: number | null;
  call: string;
  outcome: AuditOutcome;
  borrowerId: number | null;
  subjectKind: string | null;
  subjectId: number | null;
  reference: string | null;
  detail: Record<string, unknown>;
};

const writeEntryStatement = statement<never, Omit<AuditEntry, 'detail'> & { detail: string }>(
  'staff audit: write an entry',
  `insert into staff_audit (happened_at, actor, staff_id, call, outcome, borrower_id, subject_kind, subject_id,
     request_reference, detail)
   values ($at, $actor, $staffId, $call, $outcome, $borrowerId, $subjectKind, $subjectId, $reference, $detail)`,
);

/** Adds an entry to the chain. The database gives it its number and its hash. */
export async function writeAuditEntry(db: Database | Transaction, entry: AuditEntry): Promise<void> {
  await db.rows(writeEntryStatement, { ...entry, detail: JSON.stringify(entry.detail) });
}

/** For so long an open page that asks again is part of the look at which it was opened. */
const LOOK_MINUTES = 15;

const wasShownStatement = statement<
  { was_shown: boolean },
  { staffId: number; call: string; subjectKind: string; subjectId: number; now: Date }
>(
  'staff audit: whether a record was shown',
  `select exists (select from staff_audit
     where happened_at > $now::timestamptz - interval '${LOOK_MINUTES} minutes' and staff_id = $staffId and call = $call
       and subject_kind = $subjectKind and subject_id = $subjectId and outcome = 'shown') as was_shown`,
);

/** Whether the person was shown this record by this call in the last quarter of an hour. */
export async function wasShown(
  db: Database,
  look: { staffId: number; call: string; subjectKind: string; subjectId: number; now: Date },
): Promise<boolean> {
  return (await db.row(wasShownStatement, look))!.was_shown;
}
