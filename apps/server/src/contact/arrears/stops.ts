import type { ContactStop } from '@thumba/lending/contact-limit';
import { type Actor, personOf, staffActor } from '../../book/actor.ts';
import { toDate } from '../../platform/clock.ts';
import { statement } from '../../platform/database.ts';
import type { CallDeps, Caller } from './contact-state.ts';

type StopRow = {
  borrower_id: number;
  stop_id: number;
  kind: ContactStop;
  actor: Actor;
  set_at: Date;
  note_sealed: Buffer;
};

const listStatement = statement<StopRow, { borrowerId: number }>(
  'arrears: list stops of contact',
  `select borrower_id, stop_id, kind, actor, set_at, note_sealed from contact_stop
   where borrower_id = $borrowerId and ended_at is null order by stop_id`,
);

export type StandingStop = { stopId: number; kind: ContactStop; actor: Actor; at: Date; note: string };

export async function listStops(
  { db, sealing }: Pick<CallDeps, 'db' | 'sealing'>,
  borrowerId: number,
): Promise<StandingStop[]> {
  const rows = await db.rows(listStatement, { borrowerId });
  return rows.map((row) => ({
    stopId: row.stop_id,
    kind: row.kind,
    actor: row.actor,
    at: row.set_at,
    note: sealing.open('contact_stop.note_sealed', row, row.note_sealed),
  }));
}

const newStopStatement = statement<{ stop_id: number }>(
  'arrears: number of a new stop',
  `select nextval(pg_get_serial_sequence('contact_stop', 'stop_id')) as stop_id`,
);

export async function newStopId({ db }: Pick<CallDeps, 'db'>): Promise<number> {
  return (await db.row(newStopStatement, {}))!.stop_id;
}

const stopStatement = statement<
  { stop_id: number },
  { borrowerId: number; stopId: number; kind: string; noteSealed: Buffer; actor: Actor; now: Date }
>(
  'arrears: stop contact',
  `insert into contact_stop (borrower_id, stop_id, kind, note_sealed, actor, set_at) overriding system value
   values ($borrowerId, $stopId, $kind, $noteSealed, $actor, $now)
   on conflict (borrower_id, kind) where ended_at is null do nothing
   returning stop_id`,
);

type Change = { borrowerId: number; kind: ContactStop; reason: string; by: Caller };

/** Stops contact with a borrower about late loans. False where it is stopped for this already. */
export async function stopContact(
  { db, sealing, clock }: CallDeps,
  { borrowerId, kind, reason, by }: Change,
): Promise<boolean> {
  const stopId = await newStopId({ db });
  const place = { borrower_id: borrowerId, stop_id: stopId };
  const stopped = await db.row(stopStatement, {
    ...{ borrowerId, stopId, kind },
    noteSealed: sealing.seal('contact_stop.note_sealed', place, reason),
    actor: staffActor(by.userName),
    now: toDate(clock.nowMs()),
  });
  return stopped !== undefined;
}

const endStatement = statement<
  { stop_id: number },
  { borrowerId: number; stopId: number; actor: Actor; noteSealed: Buffer; now: Date }
>(
  'arrears: end a stop of contact',
  `update contact_stop set ended_by = $actor, ended_at = $now, end_note_sealed = $noteSealed
   where borrower_id = $borrowerId and stop_id = $stopId and ended_at is null returning stop_id`,
);

/** Another person than the one who set a stop ends it. */
export async function endStop(
  deps: CallDeps,
  { borrowerId, kind, reason, by }: Change,
): Promise<'ended' | 'not_stopped' | 'own_stop'> {
  const stop = (await listStops(deps, borrowerId)).find((one) => one.kind === kind);
  if (!stop) return 'not_stopped';
  const actor = staffActor(by.userName);
  if (personOf(stop.actor) === personOf(actor)) return 'own_stop';
  const place = { borrower_id: borrowerId, stop_id: stop.stopId };
  const ended = await deps.db.row(endStatement, {
    ...{ borrowerId, stopId: stop.stopId, actor },
    noteSealed: deps.sealing.seal('contact_stop.end_note_sealed', place, reason),
    now: toDate(deps.clock.nowMs()),
  });
  return ended ? 'ended' : 'not_stopped';
}
