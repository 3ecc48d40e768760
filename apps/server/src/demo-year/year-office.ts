import type { Role } from '@thumba/contract/staff/roles';
import { permissionsOf } from '@thumba/contract/staff/roles';
import { staffActor } from '../book/actor.ts';
import type { AskedRequest } from '../book/staff-request.ts';
import { toDate } from '../platform/clock.ts';
import type { StaffPerson } from '../platform/serve-staff.ts';
import { answerRequest, type Executors } from '../staff/request/answer-request.ts';
import { fileRequest, findRequest } from '../staff/request/requests.ts';
import type { YearLender } from './year-lender.ts';

/** The people of staff of the demo, and what does the requests that two of them agree on. */
export type YearOffice = {
  people: ReadonlyMap<string, { staffId: number; name: string; role: Role }>;
  executors: Executors;
};

function personOf(office: YearOffice, userName: string): StaffPerson {
  const { staffId, name, role } = office.people.get(userName)!;
  return { staffId, userName, name, roles: [role], permissions: permissionsOf([role]), sessionId: 'none' };
}

/** One person asks, and another approves, as on the screens of the console. */
export async function agreeByTwo(
  lender: YearLender,
  office: YearOffice,
  asked: AskedRequest,
  { maker, checker, reason }: { maker: string; checker: string; reason: string },
): Promise<void> {
  const { db, sealing, clock, log } = lender;
  const madeBy = { actor: staffActor(maker), staffId: personOf(office, maker).staffId };
  const requestId = await fileRequest(lender, asked, { maker: madeBy, now: toDate(clock.nowMs()) });
  const request = requestId === undefined ? undefined : await findRequest(lender, requestId);
  if (!request) throw new Error(`"${asked.title}" was asked for before`);
  lender.pass(25 * 60);
  const answered = await answerRequest(
    { db, sealing, clock, log, executors: office.executors },
    { request, person: personOf(office, checker), isApproved: true, reason },
  );
  if (!answered.ok || answered.state !== 'done')
    throw new Error(`"${asked.title}" was not done: ${answered.ok ? answered.sentence : answered.refusal}`);
}
