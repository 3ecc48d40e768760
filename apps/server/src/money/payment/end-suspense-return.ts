import { canEndAs, hasEnded } from '@thumba/lending/attempt';
import { returnedToPayer } from '@thumba/lending/suspense';
import { transferRecords } from '../../book/ledger/transfers.ts';
import type { AttemptRow } from '../../book/payment-attempt/attempt-statements.ts';
import {
  endReturnAsFailedStatement,
  endReturnAsPaidStatement,
  readReturnStatement,
} from '../../book/suspense/return.ts';
import { toDate } from '../../platform/clock.ts';
import { AGAIN, retryOnConflict } from '../../platform/retry.ts';
import type { End, EndDeps } from './attempt-end.ts';

/** Ends a payout of money in suspense to its payer. */
export async function endSuspenseReturn(
  { db, clock, today }: Pick<EndDeps, 'db' | 'clock' | 'today'>,
  { borrower_id: borrowerId, attempt_id: attemptId, amount_ngwee: amountNgwee, operator }: AttemptRow,
  end: End,
): Promise<void> {
  await retryOnConflict('the end of a payout from suspense', async () => {
    const stored = await db.row(readReturnStatement, { borrowerId, attemptId });
    if (!stored) throw new Error('a payout of money in suspense is gone');
    if (!canEndAs(stored.state, end.state)) return null;
    const ended = {
      ...{ borrowerId, attemptId, stateBefore: stored.state, state: end.state, at: toDate(clock.nowMs()) },
      operatorReference: end.state === 'succeeded' ? end.operatorReference : null,
      failureReason: end.state === 'succeeded' ? null : end.reason,
    };
    const on = today();
    const written =
      end.state === 'succeeded'
        ? await db.row(endReturnAsPaidStatement, {
            ...ended,
            hadFailed: hasEnded(stored.state),
            transfers: JSON.stringify(
              transferRecords(returnedToPayer(amountNgwee, operator), { loanId: null, on }),
            ),
            on,
          })
        : await db.row(endReturnAsFailedStatement, ended);
    return written === undefined ? AGAIN : null;
  });
}
