import { PERMISSIONS } from '@thumba/contract/staff/permissions';
import { REQUEST_KINDS } from '@thumba/contract/staff/request-kinds';
import { createLog } from '../src/platform/log.ts';
import type { StaffPerson } from '../src/platform/serve-staff.ts';
import { type Answered, answerRequest } from '../src/staff/request/answer-request.ts';
import { findRequest, type KeptRequest, listRequests } from '../src/staff/request/requests.ts';
import type { AppServer } from './app-server.ts';

type Beside = Pick<AppServer, 'app' | 'db' | 'sealing' | 'clock' | 'query'>;

/** The one request that waits for a second person. */
export async function waitingRequest(server: Pick<AppServer, 'db' | 'sealing'>): Promise<KeptRequest> {
  const requests = await waitingRequests(server);
  if (requests.length !== 1) throw new Error(`${requests.length} requests wait for a second person, not one`);
  return requests[0]!;
}

async function waitingRequests({ db, sealing }: Pick<AppServer, 'db' | 'sealing'>): Promise<KeptRequest[]> {
  const wanted = { isOpen: true, kinds: REQUEST_KINDS, staffId: 0, offset: 0, limit: 100 };
  return (await listRequests({ db, sealing }, wanted)).requests;
}

/** The second person approves a request, the one that waits if none is named, and the executors of the server do it. */
export async function approveRequest(server: Beside, requestId?: number): Promise<Answered> {
  const request =
    requestId === undefined ? await waitingRequest(server) : await findRequest(server, requestId);
  return answer(server, request!, true);
}

/** The second person declines every request that waits. Returns how many they were. */
export async function declineWaitingRequests(server: Beside): Promise<number> {
  const requests = await waitingRequests(server);
  for (const request of requests) {
    const declined = await answer(server, request, false);
    if (!declined.ok) throw new Error(declined.refusal);
  }
  return requests.length;
}

async function answer(server: Beside, request: KeptRequest, isApproved: boolean): Promise<Answered> {
  const { app, db, sealing, clock } = server;
  const person = await secondPerson(server);
  const log = createLog({ level: 'silent', service: 'test' });
  return answerRequest(
    { db, sealing, clock, log, executors: app.executors },
    { request, person, isApproved, reason: 'looked at it' },
  );
}

/** Grace has an account with every permission, and never makes a request. */
async function secondPerson({ query, clock }: Beside): Promise<StaffPerson> {
  const [member] = await query(
    `insert into staff_member (user_name, name, state, made_by, made_at)
     values ('grace', 'Grace Zulu', 'active', 'staff:chipo', $1)
     on conflict (user_name) do update set name = excluded.name returning staff_id::integer as "staffId"`,
    [new Date(clock.nowMs())],
  );
  return {
    staffId: member.staffId as number,
    userName: 'grace',
    name: 'Grace Zulu',
    roles: [],
    permissions: PERMISSIONS,
    sessionId: 'none',
  };
}
