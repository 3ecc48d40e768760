import { NEW_MESSAGE_ID } from '../../book/message/messages.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';

export type NewIds = {
  event_id: number;
  ticket_id: number;
  account_id: number;
  left_message_id: number;
  changed_message_id: number;
};

const newIdsStatement = statement<NewIds>(
  'mobile change: new ids',
  `select nextval(pg_get_serial_sequence('mobile_change_event', 'event_id')) as event_id,
     nextval(pg_get_serial_sequence('claim_ticket', 'ticket_id')) as ticket_id,
     nextval('repay_account_id') as account_id,
     ${NEW_MESSAGE_ID} as left_message_id, ${NEW_MESSAGE_ID} as changed_message_id`,
);

/** The ids of the rows that a change may write. Their numbers are sealed for these ids before the rows are written. */
export async function drawIds(db: Database): Promise<NewIds> {
  return (await db.row(newIdsStatement, {}))!;
}

/** The insert of what happened to a number, for each row of `from`. The other parts are SQL expressions over it. */
export function insertEvent(event: {
  borrowerId: string;
  kind: string;
  ticketId: string;
  actor: string;
  from: string;
}): string {
  return `insert into mobile_change_event (borrower_id, event_id, kind, ticket_id, old_mobile_sealed, new_mobile_sealed,
      on_day, actor, recorded_at)
    overriding system value
    select ${event.borrowerId}, $eventId, ${event.kind}, ${event.ticketId}, $eventOldMobileSealed::bytea,
      $eventNewMobileSealed::bytea, $today::date, ${event.actor}, $now::timestamptz
    from ${event.from}`;
}

/** The values of `insertEvent`, without the day and the time. */
export type EventValues = {
  eventId: number;
  eventOldMobileSealed: Buffer;
  eventNewMobileSealed: Buffer;
};

export function eventValues(
  sealing: Sealing,
  { borrowerId, eventId, oldMobile, newMobile }: Numbers & { eventId: number },
): EventValues {
  const place = { borrower_id: borrowerId, event_id: eventId };
  return {
    eventId,
    eventOldMobileSealed: sealing.seal('mobile_change_event.old_mobile_sealed', place, oldMobile),
    eventNewMobileSealed: sealing.seal('mobile_change_event.new_mobile_sealed', place, newMobile),
  };
}

/** The number that a borrower has, and the one that the account is to move to. */
export type Numbers = { borrowerId: number; oldMobile: string; newMobile: string };
