import { randomUUID } from 'node:crypto';
import type { EndOfMany } from '@thumba/contract/staff/difference-kinds';
import type { Actor } from '../../book/actor.ts';
import type { ApprovedRequest, Execution } from '../../book/staff-request.ts';
import { endCoveredHolds } from '../../money/payment/restored-book.ts';
import { closeAgreed } from '../../money/reconciliation/close-agreed.ts';
import {
  beginBatch,
  type DifferenceBatch,
  endBatch,
  endItem,
  findBatch,
  nextBatchUnderWay,
  noteBrokenTry,
  waitingItems,
} from '../../money/reconciliation/difference-batches.ts';
import { type Difference, findDifference } from '../../money/reconciliation/differences.ts';
import { ignoreDifference } from '../../money/reconciliation/leave-difference.ts';
import { toDate } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { DifferencesPayload } from './ask-differences.ts';
import { describeResolutionRefusal } from './difference-refusal-text.ts';
import {
  type CheckerDeps,
  type DifferenceDeps,
  isOfChecker,
  matchIfAsSeen,
  RELATED_CHECKER,
} from './match-difference.ts';
import { endRequest, findRequest, type KeptRequest } from './requests.ts';

export type BatchDeps = DifferenceDeps & CheckerDeps & { log: Log; onNewMessages(): void };

/** After as many the loop begins anew, so that stopping the program does not wait for a whole batch. */
const AT_ONCE = 20;

/** One that broke off as often is left. */
const MOST_TRIES = 3;

/** Begins what was approved. The work goes on in the background, also after the program was stopped. */
export async function beginBatchAsApproved(
  { db, clock }: Pick<BatchDeps, 'db' | 'clock'>,
  { requestId, payload, reason, madeBy }: ApprovedRequest,
  approvedBy: Actor,
): Promise<Execution> {
  const { to, items } = payload as DifferencesPayload;
  await beginBatch(db, {
    ...{ resolution: to, reason, actor: madeBy, approval: { requestId, approvedBy } },
    differenceIds: items.map(({ match }) => match.differenceId),
    now: toDate(clock.nowMs()),
  });
  return {
    isDone: false,
    continues: true,
    sentence: `${items.length} differences are being resolved. How far it came stands with the differences.`,
  };
}

/**
 * Goes on with the oldest batch that is under way. Answers how many differences it looked at. Each is resolved by the same
 * function as alone, which changes nothing twice, and is noted afterwards: what was done before the program was stopped
 * and not noted is found as the batch's own work.
 */
export async function continueBatch(deps: BatchDeps): Promise<number> {
  const batch = await nextBatchUnderWay(deps.db);
  if (!batch) return 0;
  const items = await waitingItems(deps.db, batch.batch_id, AT_ONCE);
  if (items.length === 0) {
    await end(deps, batch);
    return 1;
  }
  const request = batch.request_id === null ? undefined : await findRequest(deps, batch.request_id);
  let resolved = 0;
  for (const differenceId of items) {
    try {
      const refusal = await resolve(deps, batch, differenceId, request);
      await endItem(deps.db, { batchId: batch.batch_id, differenceId, refusal });
      resolved += 1;
    } catch (error) {
      if (await leaveBroken(deps, { batchId: batch.batch_id, differenceId }, error)) resolved += 1;
    }
  }
  deps.onNewMessages();
  return resolved;
}

/**
 * One that broke off is tried again by the next look, behind those that did not. Answers whether it was left after so many
 * tries, so that its batch ends and later ones go on.
 */
async function leaveBroken(
  { db, log }: BatchDeps,
  item: { batchId: number; differenceId: number },
  error: unknown,
): Promise<boolean> {
  const reference = randomUUID().slice(0, 8);
  const tries = await noteBrokenTry(db, item);
  log.error({ err: error, reference, tries, ...item }, 'a difference of a batch broke off');
  if (tries === undefined || tries < MOST_TRIES) return false;
  const refusal = `It broke off ${MOST_TRIES} times and was left. Look at the difference before you ask again. Reference ${reference}.`;
  await endItem(db, { ...item, refusal });
  return true;
}

/** Null where it is resolved, or a sentence that says why not. */
async function resolve(
  deps: BatchDeps,
  batch: DifferenceBatch,
  differenceId: number,
  request: KeptRequest | undefined,
): Promise<string | null> {
  const ended = await (batch.request_id === null
    ? ignoreDifference(deps, { differenceId, actor: batch.actor, reason: batch.reason })
    : match(deps, batch, differenceId, request));
  if (typeof ended === 'string') return ended;
  if (ended.ok) return null;
  const difference = await findDifference(deps.db, differenceId);
  return isOwnWork(batch, difference) ? null : describeResolutionRefusal(ended.refusal);
}

async function match(
  deps: BatchDeps,
  { request_id: requestId, approved_by: approvedBy, actor, reason }: DifferenceBatch,
  differenceId: number,
  request: KeptRequest | undefined,
) {
  const items = (request?.payload as DifferencesPayload | undefined)?.items ?? [];
  const item = items.find((one) => one.match.differenceId === differenceId);
  if (!item) return 'What was asked for is not kept any more.';
  if (await isOfChecker(deps, item.match, request?.checkedByStaffId ?? null)) return RELATED_CHECKER;
  const approval = { requestId: requestId!, approvedBy: approvedBy! };
  return matchIfAsSeen(deps, item.match, item.seen, { differenceId, reason, actor, approval });
}

/** What was resolved before the program was stopped, and not noted. */
function isOwnWork(batch: DifferenceBatch, difference: Difference | undefined): boolean {
  if (difference?.state !== 'resolved') return false;
  if (batch.request_id !== null) return difference.request_id === batch.request_id;
  const { resolution, actor, reason } = difference;
  return resolution === 'ignored' && actor === batch.actor && reason === batch.reason;
}

async function end(
  deps: BatchDeps,
  { batch_id: batchId, request_id: requestId }: DifferenceBatch,
): Promise<void> {
  const { db, clock } = deps;
  const now = toDate(clock.nowMs());
  await closeAgreed(deps);
  await endCoveredHolds(deps);
  const { done, total } = (await findBatch(db, batchId))!;
  if (requestId !== null) {
    const failure = done > 0 ? null : `None of the ${total} differences could be resolved.`;
    await endRequest(db, { requestId, state: failure === null ? 'done' : 'failed', failure, now });
  }
  await endBatch(db, { batchId, now });
}

/** Begins to leave many differences as they are, where one person may leave each of them. */
export function beginLeaving(
  { db, clock }: Pick<BatchDeps, 'db' | 'clock'>,
  leaving: { differenceIds: readonly number[]; reason: string; actor: Actor },
): Promise<number | undefined> {
  const reason = leaving.reason.trim();
  return beginBatch(db, {
    ...leaving,
    reason,
    resolution: 'leave' satisfies EndOfMany,
    now: toDate(clock.nowMs()),
  });
}
