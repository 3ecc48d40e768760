import type { BlockReason } from '@thumba/contract/staff/block-reasons';
import type { Day } from '@thumba/lending/day';
import type { Actor } from '../../book/actor.ts';
import { insertMessages } from '../../book/message/messages.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';

/** The message that says why, by what staff chose. A suspicion is not told. */
export const MESSAGE_OF_BLOCK: Readonly<Record<BlockReason, string>> = {
  asked: 'account_blocked_asked',
  phone_lost: 'account_blocked_phone_lost',
  identity_unclear: 'account_blocked_identity_unclear',
  suspicion: 'account_blocked',
  other: 'account_blocked',
};

type Deps = { db: Database; sealing: Sealing; lender: { phone: string } };

const nextEventStatement = statement<{ event_id: number }>(
  'borrower: number of a block',
  `select nextval(pg_get_serial_sequence('borrower_block_event', 'event_id')) as event_id`,
);

type EventValues = {
  borrowerId: number;
  eventId: number;
  noteSealed: Buffer;
  actor: Actor;
  on: Day;
  now: Date;
};

const blockStatement = statement<
  { event_id: number },
  EventValues & { reason: string; messageKind: string; lenderPhone: string }
>(
  'borrower: block',
  `with blocked as (
     update borrower set blocked_at = $now::timestamptz where borrower_id = $borrowerId and blocked_at is null
     returning borrower_id
   ),
   told as (
     ${insertMessages({
       borrowerId: 'borrower_id',
       kind: '$messageKind::text',
       figures: `jsonb_build_object('lenderPhone', $lenderPhone::text)`,
       on: '$on',
       at: '$now::timestamptz',
       from: `blocked where exists (select from borrower_standing s
         where s.borrower_id = blocked.borrower_id and s.deleted_at is null)`,
     })}
   )
   insert into borrower_block_event (borrower_id, event_id, kind, reason_code, note_sealed, actor, recorded_at)
   overriding system value
   select borrower_id, $eventId::bigint, 'blocked', $reason::text, $noteSealed::bytea, $actor::text, $now::timestamptz
   from blocked returning event_id`,
);

export type Block = {
  borrowerId: number;
  reason: BlockReason;
  note: string;
  actor: Actor;
  on: Day;
  now: Date;
};

/** Blocks an account for new loans and tells its borrower. False where it is blocked already. */
export async function blockBorrower({ db, sealing, lender }: Deps, block: Block): Promise<boolean> {
  const { borrowerId, reason, note, actor, on, now } = block;
  const eventId = (await db.row(nextEventStatement, {}))!.event_id;
  const written = await db.row(blockStatement, {
    ...{ borrowerId, eventId, reason, actor, on, now },
    noteSealed: sealNote(sealing, { borrowerId, eventId, note }),
    messageKind: MESSAGE_OF_BLOCK[reason],
    lenderPhone: lender.phone,
  });
  return written !== undefined;
}

const unblockStatement = statement<
  { event_id: number },
  EventValues & { approvedBy: Actor; requestId: number }
>(
  'borrower: unblock',
  `with unblocked as (
     update borrower set blocked_at = null where borrower_id = $borrowerId and blocked_at is not null
     returning borrower_id
   ),
   told as (
     ${insertMessages({
       borrowerId: 'borrower_id',
       kind: `'account_unblocked'`,
       figures: `'{}'::jsonb`,
       on: '$on',
       at: '$now::timestamptz',
       from: `unblocked where exists (select from borrower_standing s
         where s.borrower_id = unblocked.borrower_id and s.deleted_at is null)`,
     })}
   )
   insert into borrower_block_event (borrower_id, event_id, kind, note_sealed, actor, approved_by, request_id, recorded_at)
   overriding system value
   select borrower_id, $eventId::bigint, 'unblocked', $noteSealed::bytea, $actor::text, $approvedBy::text,
     $requestId::bigint, $now::timestamptz
   from unblocked returning event_id`,
);

const isDoneStatement = statement<{ is_done: boolean }, { requestId: number }>(
  'borrower: whether an unblocking is done',
  'select exists (select from borrower_block_event where request_id = $requestId) as is_done',
);

export type ApprovedUnblocking = {
  borrowerId: number;
  requestId: number;
  reason: string;
  madeBy: Actor;
  approvedBy: Actor;
  on: Day;
  now: Date;
};

/** Unblocks an account, once for a request. False where it is not blocked, and this request did not unblock it. */
export async function unblockBorrower(
  { db, sealing }: Pick<Deps, 'db' | 'sealing'>,
  { borrowerId, requestId, reason, madeBy, approvedBy, on, now }: ApprovedUnblocking,
): Promise<boolean> {
  const eventId = (await db.row(nextEventStatement, {}))!.event_id;
  const written = await db.row(unblockStatement, {
    ...{ borrowerId, eventId, approvedBy, requestId, on, now },
    actor: madeBy,
    noteSealed: sealNote(sealing, { borrowerId, eventId, note: reason }),
  });
  return written !== undefined || (await db.row(isDoneStatement, { requestId }))!.is_done;
}

export type StandingBlock = {
  reason: BlockReason | null;
  actor: Actor | null;
  at: Date;
  note: string | null;
};

const findBlockStatement = statement<
  {
    borrower_id: number;
    blocked_at: Date;
    event_id: number | null;
    reason_code: BlockReason | null;
    actor: Actor | null;
    note_sealed: Buffer | null;
  },
  { borrowerId: number }
>(
  'borrower: find the block',
  `select b.borrower_id, b.blocked_at, e.event_id, e.reason_code, e.actor, e.note_sealed from borrower b
   left join lateral (select * from borrower_block_event e where e.borrower_id = b.borrower_id and e.kind = 'blocked'
     order by e.event_id desc limit 1) e on true
   where b.borrower_id = $borrowerId and b.blocked_at is not null`,
);

/** The block of now. One of an earlier version has no reason. */
export async function findBlock(
  { db, sealing }: Pick<Deps, 'db' | 'sealing'>,
  borrowerId: number,
): Promise<StandingBlock | undefined> {
  const row = await db.row(findBlockStatement, { borrowerId });
  if (!row) return undefined;
  const { event_id, note_sealed: noteSealed, reason_code: reason, actor, blocked_at: at } = row;
  const place = { borrower_id: borrowerId, event_id };
  const isReadable = noteSealed !== null && noteSealed.length > 0;
  const note = isReadable ? sealing.open('borrower_block_event.note_sealed', place, noteSealed) : null;
  return { reason, actor, at, note };
}

function sealNote(
  sealing: Sealing,
  { borrowerId, eventId, note }: { borrowerId: number; eventId: number; note: string },
): Buffer {
  return sealing.seal(
    'borrower_block_event.note_sealed',
    { borrower_id: borrowerId, event_id: eventId },
    note,
  );
}
