import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { toKwacha } from '@thumba/lending/money';
import { staffActor } from '../../book/actor.ts';
import { checkReason } from '../../book/staff-action.ts';
import { allowHolder } from '../../people/borrower/account-holder.ts';
import { toDate } from '../../platform/clock.ts';
import { done, refused } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import type { EndDeps } from './attempt-end.ts';
import { type RefuseHolderRefusal, refuseHolder } from './refuse-holder.ts';
import { findWaitingHolders, type WaitingHolder } from './waiting-holders.ts';

export type HolderRouteDeps = EndDeps & {
  sealing: Sealing;
  onNewMessages(): void;
  isRelated(person: StaffPerson, borrowerId: number): Promise<boolean>;
};

const NOTHING_WAITS = refused(409, 'No payout to this account waits because of its name any more.', {
  reason: 'nothing_waits',
});

const REASON_NEEDED = refused(400, 'Please give a reason of 3 to 200 characters.', {
  reason: 'reason_needed',
});

const REFUSALS: Record<RefuseHolderRefusal['kind'], ReturnType<typeof refused>> = {
  reason_needed: REASON_NEEDED,
  nothing_waits: NOTHING_WAITS,
  step_under_way: refused(
    409,
    'A payout to this account is being looked at or may have been sent: try again in a minute.',
    { reason: 'step_under_way' },
  ),
};

/** Payouts that wait for accounts in another name. */
export function registerHolderRoutes(server: StaffServer, deps: HolderRouteDeps): void {
  serveStaff(server, 'listHolders', async (_, { person }) => {
    const waiting = await findWaitingHolders(deps);
    const borrowerIds = [...new Set(waiting.map(({ borrowerId }) => borrowerId))];
    const related = await Promise.all(borrowerIds.map((id) => deps.isRelated(person, id)));
    const closed = new Set(borrowerIds.filter((_id, at) => related[at]));
    return done({ items: byAccount(waiting.filter(({ borrowerId }) => !closed.has(borrowerId))) });
  });

  serveStaff(server, 'allowHolder', async ({ params: { borrowerId, accountId }, body }, caller) => {
    caller.note({ accountId });
    const reason = checkReason(body.reason);
    if (!reason.ok) return REASON_NEEDED;
    const isAllowed = await allowHolder(deps, {
      ...{ borrowerId, accountId, reason: reason.value, askedAt: new Date(body.askedAt) },
      clearedBy: staffActor(caller.person.userName),
      now: toDate(deps.clock.nowMs()),
    });
    return isAllowed ? done(null) : NOTHING_WAITS;
  });

  serveStaff(server, 'refuseHolder', async ({ params: { borrowerId, accountId }, body }, caller) => {
    caller.note({ accountId });
    const actor = staffActor(caller.person.userName);
    const ended = await refuseHolder(deps, { borrowerId, accountId, reason: body.reason, actor });
    if (!ended.ok) return REFUSALS[ended.refusal.kind];
    deps.onNewMessages();
    return done(null);
  });
}

type Shown = StaffAnswer<'listHolders'>['items'][number];

/** One account can have several payouts. The longest wait is the first. */
function byAccount(waiting: readonly WaitingHolder[]): Shown[] {
  const accounts = new Map<string, Shown>();
  for (const holder of waiting) {
    const { borrowerId, accountId, operator, mobile, identityName, holderName, askedAt } = holder;
    const key = `${borrowerId} ${accountId}`;
    const account = accounts.get(key) ?? {
      ...{ borrowerId, accountId, operator, mobile, identityName, holderName },
      askedAt: askedAt.toISOString(),
      payouts: [],
    };
    account.payouts.push({
      loanId: holder.loanId,
      amount: toKwacha(holder.amountNgwee),
      since: holder.since.toISOString(),
    });
    accounts.set(key, account);
  }
  return [...accounts.values()];
}
