import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { AskedRequest, Execution } from '../../book/staff-request.ts';
import { type Database, statement } from '../../platform/database.ts';
import { maskMobile, type Sealing } from '../../platform/sealing.ts';
import type { MobileChangeDeps } from './commands.ts';
import { decideMobileChange, findOpenRequest } from './decide-request.ts';

const MOVED = 'The account has its new number. Its borrower signs in with that from now on.';

/** What a request for the move of this ticket is about. One waits at a time. */
export function subjectOfMove(ticketId: number): string {
  return `ticket ${ticketId}`;
}

/** Asks a second person to move the account of a ticket to the number that the borrower has proved. */
export async function askForMobileChange(
  deps: { db: Database; sealing: Sealing },
  { ticketId, reason }: { ticketId: number; reason: string },
): Promise<Outcome<AskedRequest, { kind: 'no_open_request' }>> {
  const request = await findOpenRequest(deps, ticketId);
  if (!request) return refuse({ kind: 'no_open_request' });
  const { borrowerId, oldMobile, newMobile } = request;
  return allow({
    kind: 'mobile_change',
    title: `Ticket ${ticketId}, borrower ${borrowerId}`,
    subject: subjectOfMove(ticketId),
    borrowerId,
    loanId: null,
    ofStaffId: null,
    payload: { ticketId },
    effect: [
      { title: 'Mobile number', before: maskMobile(oldMobile), after: maskMobile(newMobile) },
      { title: 'Sessions of the borrower', before: null, after: 'end' },
    ],
    message: 'The borrower is told by SMS, at the old number and at the new one.',
    reason,
  });
}

const isMovedStatement = statement<{ is_moved: boolean }, { ticketId: number }>(
  'mobile change: whether a ticket was approved',
  `select exists (select from mobile_change_request where ticket_id = $ticketId and state = 'approved') as is_moved`,
);

/** Moves the account in the name of the person who asked. A second time it finds that it is moved. */
export async function moveAsApproved(
  deps: MobileChangeDeps,
  { payload, reason, staffName }: { payload: Record<string, unknown>; reason: string; staffName: string },
): Promise<Execution> {
  const ticketId = Number(payload.ticketId);
  const decided = await decideMobileChange(deps, { ticketId, outcome: 'approve', reason, staffName });
  if (decided.ok) return { isDone: true, sentence: MOVED };
  switch (decided.refusal.kind) {
    case 'number_taken':
      return { isDone: false, sentence: 'That number belongs to another borrower by now.' };
    case 'number_moved_meanwhile':
      return { isDone: false, sentence: 'The number of this account was changed a moment ago.' };
    case 'reason_needed':
    case 'no_open_request': {
      const { is_moved: isMoved } = (await deps.db.row(isMovedStatement, { ticketId }))!;
      return isMoved
        ? { isDone: true, sentence: MOVED }
        : { isDone: false, sentence: 'The borrower took the request back, or it was declined.' };
    }
  }
}
