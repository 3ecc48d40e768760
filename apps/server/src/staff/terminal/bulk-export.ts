import { isDeepStrictEqual } from 'node:util';
import type { Day } from '@thumba/lending/day';
import { staffActor } from '../../book/actor.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import { toDate } from '../../platform/clock.ts';
import { useApproval } from '../list-export/use-approval.ts';
import { findRequest } from '../request/requests.ts';
import type { StaffDesk } from './staff-desk.ts';

/** What decides which loans are in a pack that names borrowers, and for which days. */
export type NamedPack = {
  fromOn: Day;
  throughOn: Day;
  seed: string;
  sampleSize: number;
  format: 'csv' | 'xlsx';
};

const USABLE_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What a second person is asked for: an export that names borrowers. */
export function askForNamedPack(pack: NamedPack, reason: string): AskedRequest {
  const { fromOn, throughOn, seed, sampleSize } = pack;
  return {
    kind: 'bulk_export',
    title: `Auditor's pack of ${fromOn} to ${throughOn}, with names`,
    subject: `auditor's pack ${fromOn} ${throughOn} ${seed} ${sampleSize}`,
    borrowerId: null,
    loanId: null,
    ofStaffId: null,
    payload: pack,
    effect: [
      { title: 'Loans with their contracts and payments', before: null, after: `up to ${sampleSize}` },
      { title: 'Borrowers', before: null, after: 'named, with the NRC number' },
      { title: 'Drawn by the seed', before: null, after: seed },
      { title: 'Written', before: null, after: `once, within ${USABLE_DAYS} days, by the person who asks` },
    ],
    message: null,
    reason,
  };
}

/** Uses an approved request for one export. Answers the sentence of a refusal, or undefined. */
export async function beginNamedPack(
  desk: StaffDesk,
  requestId: number,
  pack: NamedPack,
): Promise<string | undefined> {
  const actor = staffActor(desk.staffName());
  const nowMs = desk.clock.nowMs();
  const request = await findRequest({ db: desk.db, sealing: desk.sealing() }, requestId);
  if (request?.kind !== 'bulk_export') return `There is no request ${requestId} for an export.`;
  if (request.madeBy !== actor) return 'Another person asked for this export.';
  if (request.state !== 'done') return `Request ${requestId} is not approved.`;
  if (nowMs - request.checkedAt!.getTime() > USABLE_DAYS * DAY_MS)
    return `Request ${requestId} was approved more than ${USABLE_DAYS} days ago. Ask again.`;
  if (!isDeepStrictEqual(request.payload, JSON.parse(JSON.stringify(pack))))
    return `Request ${requestId} is for another export: ${request.title}.`;
  const isUsed = await useApproval(desk.db, { requestId, actor, now: toDate(nowMs) });
  return isUsed ? undefined : `Request ${requestId} was used already. Ask again.`;
}
