import type { AskedRequest, Execution } from '../../book/staff-request.ts';
import type { Database } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type ApprovedUnblocking, findBlock, unblockBorrower } from './block.ts';

type Deps = { db: Database; sealing: Sealing };

/** What a second person is asked for. Undefined where the account is not blocked. */
export async function askForUnblocking(
  deps: Deps,
  { borrowerId, reason }: { borrowerId: number; reason: string },
): Promise<AskedRequest | undefined> {
  const block = await findBlock(deps, borrowerId);
  if (!block) return undefined;
  return {
    kind: 'unblocking',
    title: `Borrower ${borrowerId}`,
    subject: `borrower ${borrowerId}`,
    borrowerId,
    loanId: null,
    ofStaffId: null,
    payload: {},
    effect: [{ title: 'Account', before: 'blocked for new loans', after: 'open' }],
    message: 'Your account is open again. You can apply for a loan in the app.',
    reason,
  };
}

/** Unblocks an account as a second person approved it. A second time it finds that it is done. */
export async function unblockAsApproved(deps: Deps, approved: ApprovedUnblocking): Promise<Execution> {
  const isDone = await unblockBorrower(deps, approved);
  return isDone
    ? { isDone, sentence: 'The account is open again. Its borrower is told by SMS.' }
    : { isDone, sentence: 'The account is not blocked any more.' };
}
