import type { RequestKind } from '@thumba/contract/staff/request-kinds';
import { type Database, statement } from '../../platform/database.ts';

const openOfKindStatement = statement<{ subject: string; request_id: number }, { kind: RequestKind }>(
  'staff request: open ones of a kind',
  `select subject, request_id from staff_request
   where kind = $kind and state in ('waiting', 'approved') order by request_id`,
);

/** The subjects of the requests of a kind that are not done yet, each with the number of its request. */
export async function openSubjectsOf(db: Database, kind: RequestKind): Promise<Map<string, number>> {
  const rows = await db.rows(openOfKindStatement, { kind });
  return new Map(rows.map(({ subject, request_id: requestId }) => [subject, requestId]));
}
