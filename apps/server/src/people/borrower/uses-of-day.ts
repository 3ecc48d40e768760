import type { Day } from '@thumba/lending/day';
import type { Database } from '../../platform/database.ts';
import { purge, purgeStatement } from '../../platform/purge.ts';

export type UseOfDay = 'claim' | 'data_download' | 'identity_question';

/**
 * An insert, as a CTE or a statement: counts a use in a borrower's day. It returns `borrower_id`, or no row where the
 * day has reached its limit. The lock of the row makes simultaneous uses take turns.
 */
export function countUseOfDay(use: { kind: UseOfDay; borrowerId: string; on: string; most: number }): string {
  const { kind, borrowerId, on, most } = use;
  return `insert into borrower_use_of_day as u (borrower_id, kind, on_day, uses)
    values (${borrowerId}, '${kind}', ${on}, 1)
    on conflict (borrower_id, kind, on_day) do update set uses = u.uses + 1 where u.uses < ${most}
    returning borrower_id`;
}

const purgeUsesStatement = purgeStatement<{ businessDay: Day; lusakaDay: Day }>(
  'borrower: purge uses of day',
  {
    table: 'borrower_use_of_day',
    endedAt: 'on_day',
    isOver: 'on_day < least($businessDay::date, $lusakaDay::date)',
  },
);

/**
 * Removes the counts of days that are over. Some uses are counted by the business day and some by the day in Lusaka,
 * and either may be the earlier one, so a count stays until both days are past it.
 */
export async function purgeUsesOfDay(
  db: Database,
  days: { businessDay: Day; lusakaDay: Day },
): Promise<void> {
  await purge(db, purgeUsesStatement, days);
}
