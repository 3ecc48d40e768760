import type { IncomePolicy } from '@thumba/accounting/effective-interest';
import type { Actor } from '../../book/actor.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { statement, type Transaction } from '../../platform/database.ts';

/** A choice of the income policy. `setBy` is null where the lender made no choice yet. */
export type ChosenIncomePolicy = {
  policy: IncomePolicy;
  version: number;
  setBy: Actor | null;
  setAt: Date | null;
};

const readPolicyStatement = statement<ChosenIncomePolicy>(
  'income policy: read',
  `select policy, version, actor as "setBy", set_at as "setAt" from income_policy order by version desc limit 1`,
);

const setPolicyStatement = statement<never, { policy: IncomePolicy; actor: Actor; now: Date }>(
  'income policy: set',
  `insert into income_policy (version, policy, actor, set_at)
   select coalesce(max(version), 0) + 1, $policy, $actor, $now from income_policy`,
);

/** The policy in force. A lender who chose none shows income straight line. */
export async function readIncomePolicy(db: Transaction): Promise<ChosenIncomePolicy> {
  const chosen = await db.row(readPolicyStatement, {});
  return chosen ?? { policy: 'straight_line', version: 0, setBy: null, setAt: null };
}

/** Puts a policy in force from the next month-end run on. Choosing the policy that is in force changes nothing. */
export async function setIncomePolicy(
  { db, clock }: { db: Transaction; clock: Clock },
  { policy, actor }: { policy: IncomePolicy; actor: Actor },
): Promise<{ isChanged: boolean }> {
  if ((await readIncomePolicy(db)).policy === policy) return { isChanged: false };
  await db.rows(setPolicyStatement, { policy, actor, now: toDate(clock.nowMs()) });
  return { isChanged: true };
}
