import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { addDays, type Day, daysBetween } from '@thumba/lending/day';
import { sum, toKwacha } from '@thumba/lending/money';
import type { Database } from '../../platform/database.ts';
import { done } from '../../platform/reply.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { describeFailure } from '../payment/operators/operator.ts';
import {
  lastFailureOf,
  type WalletWithUnusedCredit,
  walletsWithUnusedCredit,
} from './unused-credit-queries.ts';

type UnusedCredit = StaffAnswer<'listUnusedCredit'>;

export type UnusedCreditDeps = { db: Database; today(): Day; unusedCreditDays(): number };

const PAGE_SIZE = 20;

/** Wallet credit that was due to be sent back and is still there, in the order of the borrowers. */
export function registerUnusedCreditRoutes(server: StaffServer, deps: UnusedCreditDeps): void {
  serveStaff(server, 'listUnusedCredit', async ({ query }) => {
    const unusedDays = deps.unusedCreditDays();
    if (unusedDays === 0) return done({ unusedDays, items: [], next: null });
    const items: UnusedCredit['items'] = [];
    for await (const wallet of unusedWallets(deps, unusedDays, query.after)) {
      if (items.length === PAGE_SIZE) return done({ unusedDays, items, next: items.at(-1)!.borrowerId });
      items.push(await shown(deps, wallet));
    }
    return done({ unusedDays, items, next: null });
  });
}

/** What was due at the end of yesterday. Today is not over. */
function unusedWallets({ db, today }: UnusedCreditDeps, days: number, afterBorrowerId: number | undefined) {
  const on = addDays(today(), -1);
  return walletsWithUnusedCredit(db, { on, days, includesFailed: true, afterBorrowerId });
}

async function shown(
  { db, today }: UnusedCreditDeps,
  { borrowerId, credits }: WalletWithUnusedCredit,
): Promise<UnusedCredit['items'][number]> {
  const failure = await lastFailureOf(db, borrowerId);
  const givenOn = credits[0]!.on;
  return {
    borrowerId,
    givenOn,
    daysOld: daysBetween(givenOn, today()),
    amount: toKwacha(sum(credits.map(({ amountNgwee }) => amountNgwee))),
    why: failure === undefined ? 'There is no account that can get it.' : describeFailure(failure),
  };
}
