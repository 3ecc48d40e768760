import { toKwacha } from '@thumba/lending/money';
import type { AskedRequest } from '../../book/staff-request.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { askForLimit, type LimitDeps, type LimitRefusal, readPlace } from './staff-limit.ts';

export type LimitRouteDeps = LimitDeps & {
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
};

const REFUSALS: Record<LimitRefusal['kind'], ReturnType<typeof refused>> = {
  no_such_step: refused(400, 'The ladder has no such step.', { reason: 'no_such_step' }),
  same_limit: refused(409, 'The borrower has this limit already.', { reason: 'same_limit' }),
  payment_under_way: refused(409, 'A payment of the borrower is under way. Try again once it has ended.', {
    reason: 'payment_under_way',
  }),
  no_account: refused(409, 'The borrower has deleted the account.', { reason: 'no_account' }),
};

/** Another limit for a borrower, which takes two people. */
export function registerLimitRoutes(server: StaffServer, deps: LimitRouteDeps): void {
  serveStaff(server, 'readLimit', async ({ params: { borrowerId } }) => {
    const { steps, onTimeLoansPerStep: neededLoans } = deps.ladderRule();
    const place = await readPlace(deps, borrowerId);
    return done({ ...place, neededLoans, limits: steps.map(toKwacha) });
  });

  serveStaff(server, 'askForLimit', async ({ params: { borrowerId }, body }, { person, note }) => {
    note({ step: body.step });
    const asked = await askForLimit(deps, { borrowerId, ...body });
    return asked.ok ? deps.fileRequest(asked.value, person) : REFUSALS[asked.refusal.kind];
  });
}
