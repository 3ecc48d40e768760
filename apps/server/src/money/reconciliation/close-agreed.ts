import type { OperatorName } from '@thumba/lending/ledger';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { AGREES_NOW } from '../payment/agreed-differences.ts';

/** Resolves the differences that agree now, of one operator or of all. */
export const closeAgreedStatement = statement<never, { operator: OperatorName | null; now: Date }>(
  'reconciliation: close agreed',
  `update reconciliation_difference d set state = 'resolved', resolution = 'agreed', actor = 'reconciliation',
     reason = 'Both books say the same now', resolved_at = $now::timestamptz
   where d.operator = coalesce($operator, d.operator) and ${AGREES_NOW}`,
);

/** What agrees without another import, because an operator answered or staff ended the payment. */
export async function closeAgreed({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await db.rows(closeAgreedStatement, { operator: null, now: toDate(clock.nowMs()) });
}
