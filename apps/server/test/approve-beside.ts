import type { RequestKind } from '@thumba/contract/staff/request-kinds';
import { staffActor } from '../src/book/actor.ts';
import type { ApprovedRequest, Execution } from '../src/book/staff-request.ts';
import { answer, endRequest, listRequests } from '../src/staff/request/requests.ts';
import type { CallServer } from './call-server.ts';

type Beside = Pick<CallServer, 'db' | 'sealing' | 'clock'>;

/** Grace approves the one request of a kind that waits, on a server without the console, and it is done. */
export async function approveBeside(
  server: Beside,
  kind: RequestKind,
  execute: (request: ApprovedRequest, now: Date) => Promise<Execution>,
): Promise<void> {
  const now = new Date(server.clock.nowMs());
  const wanted = { isOpen: true, kinds: [kind], staffId: 0, offset: 0, limit: 2 };
  const [request, ...others] = (await listRequests(server, wanted)).requests;
  if (!request || others.length > 0) throw new Error(`not one request of the kind ${kind} waits`);
  const { requestId } = request;
  const checker = { actor: staffActor('grace'), staffId: null };
  const checked = { state: 'approved', checker, reason: 'looked at it' } as const;
  const refused = await answer(server, { ...checked, requestId, now });
  if (refused) throw new Error(refused);
  const { isDone, sentence } = await execute(request, now);
  if (!isDone) throw new Error(sentence);
  await endRequest(server.db, { requestId, state: 'done', failure: null, now });
}
