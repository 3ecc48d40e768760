import { randomBytes } from 'node:crypto';
import { addDays } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import { kwacha } from '@thumba/lending/money';
import { submitRepayment } from '@thumba/lending/repayment';
import { lusakaDay, systemClock } from '../apps/server/src/platform/clock.ts';
import { type Database, statement } from '../apps/server/src/platform/database.ts';
import type { Sealing } from '../apps/server/src/platform/sealing.ts';
import { beginLife, newAttempt, noteMessagesSent, post, takeLoan, termsOf } from './borrower-life.ts';
import { copyBorrower } from './copy-borrower.ts';

/** The amount of each waiting payment, which bare-operators.ts reports as paid. */
export const WAITING_KWACHA = 20;

// Accepted by the operator, with the next enquiry tomorrow: only a callback makes the server ask during the
// measurement.
const noteAcceptedStatement = statement<never>(
  'bench: the operator accepted',
  `update payment_attempt set state = 'pending', sent_at = created_at, next_step_at = now() + interval '1 day'
   where state = 'created'`,
);

const listWaiting = statement<{ attempt_id: string }, { operator: OperatorName }>(
  'bench: waiting payments',
  `select attempt_id from payment_attempt where state = 'pending' and operator = $operator order by borrower_id`,
);

/** Part payments that wait for their PIN. One is made by the server's commands and copied with its borrower. */
export async function makeWaitingPayments(
  db: Database,
  sealing: Sealing,
  { operator, mobile, count }: { operator: OperatorName; mobile: string; count: number },
): Promise<string[]> {
  const life = await beginLife(db, sealing, mobile, operator);
  const on = lusakaDay(systemClock.nowMs());
  const loanId = await takeLoan(life, termsOf(1, 2, kwacha(2000)), addDays(on, -3));
  await post(life, loanId, ({ loan }) => {
    const attempt = newAttempt(life, 'collection', kwacha(WAITING_KWACHA), on);
    const { attemptId, amountNgwee } = attempt;
    const submitted = submitRepayment(loan, { attemptId, period: 1, amountNgwee, on });
    if (!submitted.ok) throw new Error(`a borrower may not repay: ${submitted.refusal.kind}`);
    return { change: submitted.value, on, newAttempt: attempt };
  });
  await db.rows(noteAcceptedStatement, {});
  await noteMessagesSent(db);
  const hashes = Array.from({ length: count - 1 }, () => randomBytes(32));
  await copyBorrower(db, sealing, life.borrowerId, hashes);
  const waiting = await db.rows(listWaiting, { operator });
  return waiting.map(({ attempt_id: attemptId }) => attemptId);
}
