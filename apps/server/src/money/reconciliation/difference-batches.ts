import type { EndOfMany } from '@thumba/contract/staff/difference-kinds';
import type { Actor } from '../../book/actor.ts';
import { type Approval, approvalColumns } from '../../book/staff-request.ts';
import { type Database, statement } from '../../platform/database.ts';

/** Differences that are resolved one after the other. */
export type DifferenceBatch = {
  batch_id: number;
  request_id: number | null;
  resolution: EndOfMany;
  reason: string;
  actor: Actor;
  approved_by: Actor | null;
  begun_at: Date;
  ended_at: Date | null;
};

export type NewBatch = {
  resolution: EndOfMany;
  reason: string;
  actor: Actor;
  /** Where a second person approved it. */
  approval?: Approval;
  differenceIds: readonly number[];
  now: Date;
};

const beginStatement = statement<
  { batch_id: number },
  {
    requestId: number | null;
    approvedBy: Actor | null;
    resolution: EndOfMany;
    reason: string;
    actor: Actor;
    differenceIds: number[];
    now: Date;
  }
>(
  'difference batch: begin',
  `with begun as (
     insert into difference_batch (request_id, resolution, reason, actor, approved_by, begun_at)
     values ($requestId::bigint, $resolution, $reason, $actor, $approvedBy, $now::timestamptz)
     on conflict (request_id) do nothing returning batch_id
   ),
   items as (
     insert into difference_batch_item (batch_id, difference_id)
     select batch_id, difference_id from begun, unnest($differenceIds::bigint[]) as given(difference_id)
   )
   select batch_id from begun`,
);

/** Begins a batch. Undefined where the batch of the request was begun before. */
export async function beginBatch(db: Database, batch: NewBatch): Promise<number | undefined> {
  const { approval, differenceIds, ...rest } = batch;
  const row = await db.row(beginStatement, {
    ...rest,
    ...approvalColumns(approval),
    differenceIds: [...differenceIds],
  });
  return row?.batch_id;
}

const BATCH_COLUMNS = `b.batch_id, b.request_id, b.resolution, b.reason, b.actor, b.approved_by, b.begun_at, b.ended_at`;

const nextUnderWayStatement = statement<DifferenceBatch>(
  'difference batch: next one under way',
  `select ${BATCH_COLUMNS} from difference_batch b where b.ended_at is null order by b.batch_id limit 1`,
);

/** The batch to go on with. */
export function nextBatchUnderWay(db: Database): Promise<DifferenceBatch | undefined> {
  return db.row(nextUnderWayStatement, {});
}

const waitingStatement = statement<{ difference_id: number }, { batchId: number; limit: number }>(
  'difference batch: items that wait',
  `select difference_id from difference_batch_item where batch_id = $batchId and state = 'waiting'
   order by tries, difference_id limit $limit`,
);

/** Those that never broke off come first. */
export async function waitingItems(db: Database, batchId: number, limit: number): Promise<number[]> {
  return (await db.rows(waitingStatement, { batchId, limit })).map((row) => row.difference_id);
}

const noteTryStatement = statement<{ tries: number }, { batchId: number; differenceId: number }>(
  'difference batch: note a try',
  `update difference_batch_item set tries = tries + 1
   where batch_id = $batchId and difference_id = $differenceId and state = 'waiting' returning tries`,
);

/** Notes that a difference broke off. Answers how often it did; undefined where it is not waited for any more. */
export async function noteBrokenTry(
  db: Database,
  item: { batchId: number; differenceId: number },
): Promise<number | undefined> {
  return (await db.row(noteTryStatement, item))?.tries;
}

const endItemStatement = statement<never, { batchId: number; differenceId: number; refusal: string | null }>(
  'difference batch: end item',
  `update difference_batch_item set state = case when $refusal::text is null then 'done' else 'refused' end,
     refusal = $refusal::text
   where batch_id = $batchId and difference_id = $differenceId and state = 'waiting'`,
);

/** Keeps how one difference ended. `refusal` is a sentence for staff. */
export async function endItem(
  db: Database,
  item: { batchId: number; differenceId: number; refusal: string | null },
): Promise<void> {
  await db.rows(endItemStatement, item);
}

const endBatchStatement = statement<never, { batchId: number; now: Date }>(
  'difference batch: end',
  `update difference_batch set ended_at = $now where batch_id = $batchId and ended_at is null`,
);

export async function endBatch(db: Database, of: { batchId: number; now: Date }): Promise<void> {
  await db.rows(endBatchStatement, of);
}

export type CountedBatch = DifferenceBatch & { total: number; done: number; refused: number };

const COUNTED = `${BATCH_COLUMNS}, i.total, i.done, i.refused from difference_batch b
  cross join lateral (select count(*)::integer as total, (count(*) filter (where state = 'done'))::integer as done,
      (count(*) filter (where state = 'refused'))::integer as refused
    from difference_batch_item i where i.batch_id = b.batch_id) i`;

const findStatement = statement<CountedBatch, { batchId: number }>(
  'difference batch: find',
  `select ${COUNTED} where b.batch_id = $batchId`,
);

export function findBatch(db: Database, batchId: number): Promise<CountedBatch | undefined> {
  return db.row(findStatement, { batchId });
}

const listStatement = statement<CountedBatch, { before: number | null; limit: number }>(
  'difference batch: list',
  `select ${COUNTED} where ($before::bigint is null or b.batch_id < $before::bigint)
   order by b.batch_id desc limit $limit`,
);

/** The batches, newest first. */
export function listBatches(
  db: Database,
  of: { before: number | null; limit: number },
): Promise<CountedBatch[]> {
  return db.rows(listStatement, of);
}

export type BatchItem = {
  difference_id: number;
  state: 'waiting' | 'done' | 'refused';
  refusal: string | null;
};

const itemsStatement = statement<BatchItem, { batchId: number }>(
  'difference batch: items',
  `select difference_id, state, refusal from difference_batch_item where batch_id = $batchId
   order by state = 'refused' desc, difference_id`,
);

/** What became of each difference, those first that were refused. */
export function batchItems(db: Database, batchId: number): Promise<BatchItem[]> {
  return db.rows(itemsStatement, { batchId });
}
