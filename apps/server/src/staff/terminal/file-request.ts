import { requestKinds } from '@thumba/contract/staff/request-kinds';
import { staffActor } from '../../book/actor.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import { toDate } from '../../platform/clock.ts';
import { fileRequest } from '../request/requests.ts';
import { isRelatedAtDesk, OWN_ACCOUNT_TEXT } from './related-borrowers.ts';
import type { StaffDesk } from './staff-desk.ts';
import { type CommandAnswer, declined, told } from './terminal-command.ts';

type FilingDesk = Pick<StaffDesk, 'db' | 'clock' | 'sealing'> & { staffName: string };

/** Files at the terminal what a second person approves in the console. No flag skips this. */
export async function fileAtDesk(desk: FilingDesk, asked: AskedRequest): Promise<CommandAnswer> {
  const { borrowerId } = asked;
  if (borrowerId !== null && (await isRelatedAtDesk(desk, [borrowerId]))) return declined(OWN_ACCOUNT_TEXT);
  const requestId = await fileRequest({ db: desk.db, sealing: desk.sealing() }, asked, {
    maker: { actor: staffActor(desk.staffName), staffId: null },
    now: toDate(desk.clock.nowMs()),
  });
  const { check } = requestKinds[asked.kind];
  return requestId === undefined
    ? declined('A request for this waits already.')
    : told(
        `Request ${requestId} is filed: ${asked.title}. A person with ${check} approves it in the console.`,
      );
}
