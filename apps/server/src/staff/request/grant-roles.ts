import { ROLES, type Role, roles as roleDefinitions } from '@thumba/contract/staff/roles';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { AskedRequest, Execution } from '../../book/staff-request.ts';
import type { Database } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { findMember } from '../access/members.ts';
import { readRoles, writeRoles } from '../access/role-rows.ts';
import { type AnswerRefusal, answer, endRequest, type KeptRequest, type Maker } from './requests.ts';

/** Asks for the roles that a person will have, in place of those of now. */
export async function askForRoles(
  db: Database,
  {
    member,
    roles,
    reason,
  }: {
    member: { staffId: number; userName: string; name: string };
    roles: readonly Role[];
    reason: string;
  },
): Promise<AskedRequest> {
  const now = await readRoles(db, member.staffId);
  return {
    kind: 'role_grant',
    title: `${member.name} (${member.userName})`,
    subject: `staff ${member.staffId}`,
    borrowerId: null,
    loanId: null,
    ofStaffId: member.staffId,
    payload: { roles: [...roles] },
    effect: [{ title: 'Roles', before: titlesOf(now), after: titlesOf(roles) }],
    message: null,
    reason,
  };
}

/** Gives the roles that were approved. A second time it changes nothing. An account that is ended gets none. */
export async function grantRoles(
  db: Database,
  { ofStaffId, requestId, payload }: KeptRequest,
  now: Date,
): Promise<Execution> {
  const asked = payload.roles as string[];
  const roles = ROLES.filter((role) => asked.includes(role));
  if ((await findMember(db, ofStaffId!))?.state === 'ended')
    return { isDone: false, sentence: 'The account is ended, so it gets no roles.' };
  await writeRoles(db, { staffId: ofStaffId!, requestId, roles, now });
  return { isDone: true, sentence: `The roles are now: ${titlesOf(roles)}.` };
}

/** Approves roles for a checker who is not signed in to the console, and gives them. */
export async function approveRoles(
  deps: { db: Database; sealing: Sealing },
  request: KeptRequest,
  { checker, reason, now }: { checker: Maker; reason: string; now: Date },
): Promise<Outcome<Execution, { kind: AnswerRefusal }>> {
  const { requestId } = request;
  const refusal = await answer(deps, { requestId, state: 'approved', checker, reason, now });
  if (refusal) return refuse({ kind: refusal });
  const execution = await grantRoles(deps.db, request, now);
  const { isDone, sentence } = execution;
  await endRequest(deps.db, {
    requestId,
    state: isDone ? 'done' : 'failed',
    failure: isDone ? null : sentence,
    now,
  });
  return allow(execution);
}

function titlesOf(roles: readonly string[]): string {
  const titles = ROLES.filter((role) => roles.includes(role)).map((role) => roleDefinitions[role].title);
  return titles.length === 0 ? 'none' : titles.join(', ');
}
