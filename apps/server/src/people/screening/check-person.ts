import { type Clock, toDate } from '../../platform/clock.ts';
import { askHolders, type HolderDeps } from '../borrower/account-holder.ts';
import type { ScreeningLists } from './lists.ts';
import { type ScreenDeps, screenBorrower } from './screen.ts';

/** Makes the checks of a borrower that are made with the identity: the lists, and the names at the operators. */
export function personChecks(
  deps: HolderDeps & ScreenDeps & { clock: Clock; lists: () => Promise<ScreeningLists> },
): (borrowerId: number) => Promise<void> {
  return async (borrowerId) => {
    const now = toDate(deps.clock.nowMs());
    await Promise.all([
      deps.lists().then((current) => screenBorrower(deps, current, { borrowerId, now })),
      askHolders(deps, { borrowerId, now }),
    ]);
  };
}
