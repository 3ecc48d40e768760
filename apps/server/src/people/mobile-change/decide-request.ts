import type { Day } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { type Actor, staffActor } from '../../book/actor.ts';
import { insertMessages } from '../../book/message/messages.ts';
import { type EventOrigin, insertSecurityEvents, WITHOUT_REQUEST } from '../../book/security-log/events.ts';
import { checkReason, type ReasonRefusal } from '../../book/staff-action.ts';
import { toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type MobileChangeDeps, type MoveRefusal, move } from './commands.ts';
import { drawIds, type EventValues, eventValues, insertEvent, type Numbers } from './events.ts';
import { MOVE, type Moved, type MoveValues, WHETHER_MOVED } from './move-sql.ts';

const findRequestStatement = statement<
  {
    borrower_id: number;
    ticket_id: number;
    old_mobile_sealed: Buffer;
    new_mobile_sealed: Buffer;
  },
  { ticketId: number }
>(
  'mobile change: find request',
  `select r.borrower_id, r.ticket_id, b.mobile_sealed as old_mobile_sealed, r.new_mobile_sealed
   from mobile_change_request r join borrower b using (borrower_id)
   where r.ticket_id = $ticketId and r.state = 'open'`,
);

/** The request that staff decide on. Both numbers are in the clear, because staff call them. */
export async function findOpenRequest(
  { db, sealing }: { db: Database; sealing: Sealing },
  ticketId: number,
): Promise<Numbers | undefined> {
  const row = await db.row(findRequestStatement, { ticketId });
  return (
    row && {
      borrowerId: row.borrower_id,
      oldMobile: sealing.open('borrower.mobile_sealed', row, row.old_mobile_sealed),
      newMobile: sealing.open('mobile_change_request.new_mobile_sealed', row, row.new_mobile_sealed),
    }
  );
}

const approveStatement = statement<Moved, MoveValues & { ticketId: number; reasonSealed: Buffer }>(
  'mobile change: approve',
  `with permitted as (
     select ticket_id, $reasonSealed::bytea as reason_sealed from mobile_change_request
     where borrower_id = $borrowerId and ticket_id = $ticketId and state = 'open'
       and new_mobile_hash = any ($newMobileHashes::bytea[])
     for update
   ),
   ${MOVE}
   select ${WHETHER_MOVED}`,
);

const declineStatement = statement<
  { ticket_id: number },
  EventValues &
    EventOrigin & {
      borrowerId: number;
      ticketId: number;
      reasonSealed: Buffer;
      today: Day;
      actor: Actor;
      now: Date;
    }
>(
  'mobile change: decline',
  `with declined as (
     update mobile_change_request set state = 'declined', reason_sealed = $reasonSealed, settled_on = $today
     where borrower_id = $borrowerId and ticket_id = $ticketId and state = 'open'
     returning borrower_id, ticket_id
   ),
   inserted_event as (
     ${insertEvent({
       kind: `'declined'`,
       borrowerId: 'borrower_id',
       ticketId: 'ticket_id',
       actor: '$actor',
       from: 'declined',
     })}
   ),
   inserted_security_event as (
     ${insertSecurityEvents({
       kind: 'mobile_change',
       borrowerId: 'borrower_id',
       actor: '$actor::text',
       detail: `'step', 'declined'`,
       at: '$now',
       from: 'declined',
     })}
   )
   ${insertMessages({
     borrowerId: 'borrower_id',
     kind: `'mobile_change_declined'`,
     figures: `jsonb_build_object('ticketNo', ticket_id)`,
     on: '$today',
     at: '$now::timestamptz',
     from: 'declined',
   })}
   returning (figures ->> 'ticketNo')::bigint as ticket_id`,
);

export type DecisionRefusal = MoveRefusal | ReasonRefusal | { kind: 'no_open_request' };

/**
 * Staff approve the request and the account moves, or they decline it. The borrower reads the reason with the ticket.
 * An approval ends every session, so that the borrower signs in with the new number.
 */
export async function decideMobileChange(
  deps: MobileChangeDeps,
  decision: { ticketId: number; outcome: 'approve' | 'decline'; reason: string; staffName: string },
): Promise<Outcome<null, DecisionRefusal>> {
  const { db, sealing, clock, today } = deps;
  const { ticketId, outcome } = decision;
  const reason = checkReason(decision.reason);
  if (!reason.ok) return reason;
  const actor = staffActor(decision.staffName);
  const request = await findOpenRequest(deps, ticketId);
  if (!request) return refuse({ kind: 'no_open_request' });
  const { borrowerId } = request;
  const place = { borrower_id: borrowerId, ticket_id: ticketId };
  const reasonSealed = sealing.seal('mobile_change_request.reason_sealed', place, reason.value);
  if (outcome === 'decline') {
    const { event_id: eventId } = await drawIds(db);
    const declined = await db.row(declineStatement, {
      ...eventValues(sealing, { ...request, eventId }),
      ...WITHOUT_REQUEST,
      borrowerId,
      ticketId,
      reasonSealed,
      today: today(),
      actor,
      now: toDate(clock.nowMs()),
    });
    return declined ? allow(null) : refuse({ kind: 'no_open_request' });
  }
  const further = { ticketId, reasonSealed };
  const row = await move(deps, approveStatement, {
    ...request,
    actor,
    origin: WITHOUT_REQUEST,
    keptToken: null,
    further,
  });
  if (row.is_moved) return allow(null);
  return refuse({ kind: row.is_taken ? 'number_taken' : 'number_moved_meanwhile' });
}
