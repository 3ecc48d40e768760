import { DAY_MS, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { purge, purgeStatement } from '../../platform/purge.ts';

/** What several borrowers may have in common. It is kept as a keyed hash, for as long as the longest window. */
export type TraceKind = 'registration_network' | 'application_network' | 'payout_number' | 'contact';

/** The most days of a window in which borrowers are counted. */
const KEPT_DAYS = 90;

/**
 * The insert of a trace for each row of `from`. A trace that is there gets the new time. `subjectHashes` has a hash
 * under each live key, and the one that is stored already is stored again, so that borrowers with the same subject meet.
 */
export function insertTraces(trace: {
  kind: string;
  subjectHashes: string;
  borrowerId: string;
  at: string;
  from: string;
}): string {
  return `insert into borrower_trace (kind, subject_hash, borrower_id, seen_at)
    select ${trace.kind}, coalesce(
      (select stored.subject_hash from borrower_trace stored
       where stored.kind = ${trace.kind} and stored.subject_hash = any (${trace.subjectHashes}) limit 1),
      (${trace.subjectHashes})[1]), ${trace.borrowerId}, ${trace.at} from ${trace.from}
    on conflict (kind, subject_hash, borrower_id) do update set seen_at = excluded.seen_at`;
}

/** The removal of a borrower's traces of a kind that are not among `keptHashes`. */
export function deleteOtherTraces(trace: { kind: string; borrowerId: string; keptHashes: string }): string {
  return `delete from borrower_trace where borrower_id = ${trace.borrowerId} and kind = ${trace.kind}
    and subject_hash <> all (${trace.keptHashes})`;
}

const purgeTracesStatement = purgeStatement<{ until: Date }>('trace: purge', {
  table: 'borrower_trace',
  endedAt: 'seen_at',
  isOver: 'seen_at < $until',
});

export async function purgeTraces(db: Database, now: Date): Promise<void> {
  await purge(db, purgeTracesStatement, { until: toDate(now.getTime() - KEPT_DAYS * DAY_MS) });
}
