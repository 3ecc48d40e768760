import { type Actor, staffActor } from '../../book/actor.ts';
import type { AuditEntry, AuditOutcome } from '../../book/staff-audit/staff-audit.ts';
import { type Database, statement } from '../../platform/database.ts';

export type KeptEntry = AuditEntry & { entryId: number; name: string | null };

type AuditSearch = {
  userName?: string | undefined;
  call?: string | undefined;
  borrowerId?: number | undefined;
  outcome?: AuditOutcome | undefined;
  /** Days in Lusaka. */
  from?: string | undefined;
  until?: string | undefined;
  before?: number | undefined;
  /** Entries of these calls are not found. */
  hiddenCalls: readonly string[];
  pageSize: number;
};

const searchStatement = statement<
  {
    entry_id: number;
    happened_at: Date;
    actor: Actor;
    staff_id: number | null;
    name: string | null;
    call: string;
    outcome: AuditOutcome;
    borrower_id: number | null;
    subject_kind: string | null;
    subject_id: number | null;
    request_reference: string | null;
    detail: Record<string, unknown>;
  },
  {
    actor: string | null;
    call: string | null;
    borrowerId: number | null;
    outcome: string | null;
    from: string | null;
    until: string | null;
    before: number | null;
    hiddenCalls: string[];
    limit: number;
  }
>(
  'staff audit: search',
  `select entry_id, happened_at, actor, staff_id,
     (select m.name from staff_member m where m.staff_id = staff_audit.staff_id) as name,
     call, outcome, borrower_id, subject_kind, subject_id,
     request_reference, detail
   from staff_audit
   where ($actor::text is null or actor = $actor::text)
     and ($call::text is null or call = $call::text)
     and ($borrowerId::bigint is null or borrower_id = $borrowerId::bigint)
     and ($outcome::text is null or outcome = $outcome::text)
     and ($from::date is null or happened_at >= $from::date::timestamp at time zone 'Africa/Lusaka')
     and ($until::date is null or happened_at < ($until::date + 1)::timestamp at time zone 'Africa/Lusaka')
     and call <> all ($hiddenCalls::text[])
     and ($before::bigint is null or entry_id < $before::bigint)
   order by entry_id desc limit $limit`,
);

/** The entries that fit, newest first. */
export async function searchAudit(
  db: Database,
  search: AuditSearch,
): Promise<{ entries: KeptEntry[]; isMore: boolean }> {
  const { userName, pageSize } = search;
  const rows = await db.rows(searchStatement, {
    actor: userName === undefined ? null : staffActor(userName),
    call: search.call ?? null,
    borrowerId: search.borrowerId ?? null,
    outcome: search.outcome ?? null,
    from: search.from ?? null,
    until: search.until ?? null,
    before: search.before ?? null,
    hiddenCalls: [...search.hiddenCalls],
    limit: pageSize + 1,
  });
  const entries = rows.slice(0, pageSize).map((row) => ({
    entryId: row.entry_id,
    at: row.happened_at,
    actor: row.actor,
    staffId: row.staff_id,
    name: row.name,
    call: row.call,
    outcome: row.outcome,
    borrowerId: row.borrower_id,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    reference: row.request_reference,
    detail: row.detail,
  }));
  return { entries, isMore: rows.length > pageSize };
}
