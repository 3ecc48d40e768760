import type { RequestKind } from '@thumba/contract/staff/request-kinds';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Database } from '../../platform/database.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import type { Actor } from '../actor.ts';
import type { NameOf } from '../staff-names.ts';
import type { ApprovedRequest, AskedRequest, Execution } from '../staff-request.ts';
import {
  listSwitchChanges,
  type SwitchChange,
  type SwitchSubject,
  startSubject,
  stopSubject,
} from './stop-switch.ts';

/** So many stops and starts are looked through for the one of a request. */
const CHANGES_LOOKED_AT = 50;

/** A subject as sentences name it. */
type Named = { subject: SwitchSubject; name: string };

/** Asks to start again what is stopped: what is refused and what is held meanwhile. */
export function askForStartOf({
  refusedNow,
  heldNow,
  ...asked
}: {
  kind: RequestKind;
  title: string;
  subject: SwitchSubject;
  payload: Record<string, unknown>;
  refusedNow: string;
  heldNow: string;
  reason: string;
}): AskedRequest {
  return {
    ...{ borrowerId: null, loanId: null, ofStaffId: null, message: null },
    ...asked,
    effect: [
      { title: refusedNow, before: 'refused', after: 'taken' },
      { title: heldNow, before: 'held', after: 'sent' },
    ],
  };
}

/** Starts it as it was approved. A second time it finds that start, also where a later stop came after it. */
export async function startAsApproved(
  db: Database,
  { subject, name }: Named,
  { requestId, reason }: ApprovedRequest,
  { approvedBy, now }: { approvedBy: Actor; now: Date },
): Promise<Execution> {
  const changes = await listSwitchChanges(db, [subject], CHANGES_LOOKED_AT);
  if (changes.some((change) => change.requestId === requestId))
    return { isDone: true, sentence: `${name} was started by this request.` };
  return (await startSubject(db, { subject, requestId, reason, actor: approvedBy, now }))
    ? { isDone: true, sentence: `${name} runs again.` }
    : { isDone: false, sentence: `${name} runs already.` };
}

/** Stops it, and answers when. */
export async function answerStop(
  db: Database,
  { subject, name }: Named,
  stop: { reason: string; actor: Actor; now: Date },
): Promise<Reply<{ stoppedAt: string }>> {
  return (await stopSubject(db, { subject, ...stop }))
    ? done({ stoppedAt: stop.now.toISOString() })
    : refused(409, `${name} is stopped already.`, { reason: 'stopped_already' });
}

/** The refusal of a wish to start what runs. */
export async function refusalOfStart(
  db: Database,
  { subject, name }: Named,
): Promise<Reply<never> | undefined> {
  const [latest] = await listSwitchChanges(db, [subject], 1);
  return latest?.isStopped ? undefined : refused(409, `${name} runs already.`, { reason: 'runs_already' });
}

export function changeShown(
  { isStopped, reason, actor, switchedAt, requestId }: SwitchChange,
  nameOf: NameOf,
): StaffAnswer<'lendingHistory'>['changes'][number] {
  return { isStopped, reason, by: nameOf(actor), at: switchedAt.toISOString(), requestId };
}
