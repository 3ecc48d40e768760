import type { RequestKind } from '@thumba/contract/staff/request-kinds';
import { type Database, statement } from '../../platform/database.ts';

const waitingForStatement = statement<
  { subject: string; request_id: number },
  { kind: RequestKind; subjects: string[] }
>(
  'staff request: not done yet for subjects',
  `select subject, request_id from staff_request
   where kind = $kind and subject = any ($subjects::text[]) and state in ('waiting', 'approved')`,
);

/** The requests of a kind for these subjects that are not done yet: one a subject. */
export async function findWaiting(
  db: Database,
  wanted: { kind: RequestKind; subjects: string[] },
): Promise<{ subject: string; requestId: number }[]> {
  const rows = wanted.subjects.length === 0 ? [] : await db.rows(waitingForStatement, wanted);
  return rows.map(({ subject, request_id: requestId }) => ({ subject, requestId }));
}
