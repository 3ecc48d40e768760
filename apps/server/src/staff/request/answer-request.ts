import { type RequestKind, requestKinds } from '@thumba/contract/staff/request-kinds';
import { type Actor, personOf, staffActor } from '../../book/actor.ts';
import type { Execution } from '../../book/staff-request.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { StaffPerson } from '../../platform/serve-staff.ts';
import {
  answer,
  beginExecution,
  endRequest,
  expireRequests,
  type KeptRequest,
  leaveExecution,
  unfinishedRequests,
} from './requests.ts';

/**
 * Does what was asked for, after a second person approved it. It may run twice for one request, because the process may
 * be stopped in between; the second time it finds its own work and changes nothing.
 */
export type Executor = (request: KeptRequest, approvedBy: Actor) => Promise<Execution>;

export type Executors = Readonly<Partial<Record<RequestKind, Executor>>>;

export type RequestDeps = { db: Database; sealing: Sealing; clock: Clock; log: Log; executors: Executors };

export type CheckRefusal = 'own_request' | 'not_permitted' | 'own_account' | 'answered_already';

/** Why a person may not approve or decline a request; undefined where they may. */
export function refuseChecker(request: KeptRequest, person: StaffPerson): CheckRefusal | undefined {
  const isMaker =
    request.madeByStaffId === person.staffId ||
    personOf(request.madeBy) === personOf(staffActor(person.userName));
  if (isMaker) return 'own_request';
  if (!person.permissions.includes(requestKinds[request.kind].check)) return 'not_permitted';
  if (request.ofStaffId === person.staffId) return 'own_account';
  return request.state === 'waiting' ? undefined : 'answered_already';
}

export const checkRefusalTexts: Readonly<Record<CheckRefusal, string>> = {
  own_request: 'You asked for this yourself. A second person has to check it.',
  not_permitted: 'Your roles do not allow you to check this.',
  own_account: 'This is about your own account. Another person has to check it.',
  answered_already: 'This request is answered already.',
};

export type Answered =
  | { ok: true; state: 'approved' | 'done' | 'failed' | 'declined'; sentence: string }
  | { ok: false; refusal: CheckRefusal };

/** Approves or declines a request of another person. An approved one is done at once. */
export async function answerRequest(
  deps: RequestDeps,
  {
    request,
    person,
    isApproved,
    reason,
  }: {
    request: KeptRequest;
    person: StaffPerson;
    isApproved: boolean;
    reason: string;
  },
): Promise<Answered> {
  const refusal = refuseChecker(request, person);
  if (refusal) return { ok: false, refusal };
  const checker = { actor: staffActor(person.userName), staffId: person.staffId };
  const state = isApproved ? 'approved' : 'declined';
  const now = toDate(deps.clock.nowMs());
  const refused = await answer(deps, { requestId: request.requestId, state, checker, reason, now });
  if (refused) return { ok: false, refusal: refused };
  if (!isApproved) return { ok: true, state: 'declined', sentence: 'The request is declined.' };
  const checked = { ...request, checkedByStaffId: checker.staffId };
  return { ok: true, ...(await execute(deps, checked, checker.actor)) };
}

async function execute(
  deps: RequestDeps,
  request: KeptRequest,
  approvedBy: Actor,
): Promise<{ state: 'approved' | 'done' | 'failed'; sentence: string }> {
  const { requestId, kind } = request;
  if (!(await beginExecution(deps.db, requestId, toDate(deps.clock.nowMs()))))
    return { state: 'approved', sentence: 'The request is being done.' };
  const executor = deps.executors[kind];
  const { isDone, sentence, continues }: Execution = executor
    ? await executor(request, approvedBy).catch(async (error: unknown) => {
        await leaveExecution(deps.db, requestId);
        throw error;
      })
    : { isDone: false, sentence: 'This kind of request cannot be done here yet.' };
  if (continues) return { state: 'approved', sentence };
  const state = isDone ? 'done' : 'failed';
  await endRequest(deps.db, {
    requestId,
    state,
    failure: isDone ? null : sentence,
    now: toDate(deps.clock.nowMs()),
  });
  return { state, sentence };
}

/**
 * Ends requests that were not answered in time, and does what was approved when a process was stopped. One that breaks
 * off holds up no other one, and is tried again by the next look.
 */
export async function continueRequests(deps: RequestDeps): Promise<void> {
  const now = toDate(deps.clock.nowMs());
  await expireRequests(deps.db, now);
  for (const request of await unfinishedRequests(deps, now)) {
    const { requestId, kind } = request;
    try {
      await execute(deps, request, request.checkedBy!);
    } catch (error) {
      deps.log.error({ err: error, requestId, kind }, 'an approved request of staff broke off');
    }
  }
}
