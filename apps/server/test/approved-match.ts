import { randomUUID } from 'node:crypto';
import type { Approval } from '../src/book/staff-request.ts';
import { type Database, statement } from '../src/platform/database.ts';

const approveStatement = statement<{ request_id: number }, { subject: string }>(
  'test: approve a match by hand',
  `insert into staff_request (kind, subject, payload_sealed, effect_sealed, reason_sealed, state, made_by, made_at,
     expires_at, checked_by, checked_at)
   values ('manual_match', $subject, '', '', '', 'approved', 'staff:mary', now(), now() + interval '7 days', 'staff:grace',
     now())
   returning request_id`,
);

const endStatement = statement<never, { requestId: number }>(
  'test: end an approved match',
  `update staff_request set state = 'done', ended_at = now() where request_id = $requestId`,
);

/** Does a match below its command, with the approval that the database asks for: Mary asked for it, Grace approved it. */
export async function asApproved<Done>(
  db: Database,
  match: (approval: Approval) => Promise<Done>,
): Promise<Done> {
  const { request_id: requestId } = (await db.row(approveStatement, { subject: `match ${randomUUID()}` }))!;
  return match({ requestId, approvedBy: 'staff:grace' }).finally(() => db.rows(endStatement, { requestId }));
}
