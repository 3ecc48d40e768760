import { type Actor, personOf } from '../../book/actor.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';

type Deps = { db: Database; sealing: Sealing };

const holdsOf = (borrowerId: string) => `borrower_block_event h where h.borrower_id = ${borrowerId}
       and h.kind = 'payouts_held' and not exists (select from borrower_block_event r
         where r.borrower_id = h.borrower_id and r.ended_hold_id = h.event_id)`;

/** SQL: whether staff hold the payouts to a borrower. Repayments go on. Rule: docs/running/held-payouts.md. */
export function arePayoutsHeld(borrowerId: string): string {
  return `exists (select from ${holdsOf(borrowerId)})`;
}

const nextEventStatement = statement<{ event_id: number }>(
  'borrower: number of a hold',
  `select nextval(pg_get_serial_sequence('borrower_block_event', 'event_id')) as event_id`,
);

const holdStatement = statement<
  { event_id: number },
  { borrowerId: number; eventId: number; noteSealed: Buffer; actor: Actor; now: Date }
>(
  'borrower: hold payouts',
  `insert into borrower_block_event (borrower_id, event_id, kind, note_sealed, actor, recorded_at) overriding system value
   select borrower_id, $eventId, 'payouts_held', $noteSealed, $actor, $now from borrower
   where borrower_id = $borrowerId and not ${arePayoutsHeld('borrower.borrower_id')}
   returning event_id`,
);

type Change = { borrowerId: number; reason: string; actor: Actor; now: Date };

/** Holds the payouts to a borrower from now on. False where they are held already. */
export async function holdPayouts(deps: Deps, { borrowerId, reason, actor, now }: Change): Promise<boolean> {
  const eventId = (await deps.db.row(nextEventStatement, {}))!.event_id;
  const noteSealed = sealReason(deps.sealing, { borrowerId, eventId, reason });
  return (await deps.db.row(holdStatement, { borrowerId, eventId, noteSealed, actor, now })) !== undefined;
}

const releaseStatement = statement<
  { event_id: number },
  {
    borrowerId: number;
    eventId: number;
    endedHoldId: number;
    noteSealed: Buffer;
    actor: Actor;
    now: Date;
  }
>(
  'borrower: release payouts',
  `insert into borrower_block_event (borrower_id, event_id, kind, note_sealed, actor, ended_hold_id, held_by, recorded_at)
   overriding system value
   select h.borrower_id, $eventId, 'payouts_released', $noteSealed, $actor, h.event_id, h.actor, $now
   from borrower_block_event h
   where h.borrower_id = $borrowerId and h.event_id = $endedHoldId and h.kind = 'payouts_held'
   on conflict (borrower_id, ended_hold_id) do nothing
   returning event_id`,
);

export type Release = 'released' | 'not_held' | 'own_hold';

/** Another person than the one who held them releases the payouts. Each is sent at its next step. */
export async function releasePayouts(
  deps: Deps,
  { borrowerId, reason, actor, now }: Change,
): Promise<Release> {
  const holds = await deps.db.rows(findHoldsStatement, { borrowerId });
  if (holds.some((hold) => personOf(hold.actor) === personOf(actor))) return 'own_hold';
  let isReleased = false;
  for (const { event_id: endedHoldId } of holds) {
    const eventId = (await deps.db.row(nextEventStatement, {}))!.event_id;
    const noteSealed = sealReason(deps.sealing, { borrowerId, eventId, reason });
    const values = { borrowerId, eventId, endedHoldId, noteSealed, actor, now };
    if (await deps.db.row(releaseStatement, values)) isReleased = true;
  }
  return isReleased ? 'released' : 'not_held';
}

const findHoldsStatement = statement<
  { borrower_id: number; event_id: number; actor: Actor; note_sealed: Buffer; recorded_at: Date },
  { borrowerId: number }
>(
  'borrower: find holds of payouts',
  `select h.borrower_id, h.event_id, h.actor, h.note_sealed, h.recorded_at from ${holdsOf('$borrowerId')}
   order by h.event_id`,
);

export type PayoutHold = { actor: Actor; at: Date; reason: string | null };

/** Who holds the payouts to a borrower now, since when and why. */
export async function findPayoutHold(deps: Deps, borrowerId: number): Promise<PayoutHold | undefined> {
  const [hold] = await deps.db.rows(findHoldsStatement, { borrowerId });
  if (!hold) return undefined;
  const { actor, recorded_at: at, note_sealed: sealed } = hold;
  const isReadable = sealed.length > 0;
  const reason = isReadable ? deps.sealing.open('borrower_block_event.note_sealed', hold, sealed) : null;
  return { actor, at, reason };
}

function sealReason(
  sealing: Sealing,
  { borrowerId, eventId, reason }: { borrowerId: number; eventId: number; reason: string },
): Buffer {
  const place = { borrower_id: borrowerId, event_id: eventId };
  return sealing.seal('borrower_block_event.note_sealed', place, reason);
}
