import { type HoldsNow, RESTORED_ELSEWHERE, type StandingHold } from '../../money/payment/restored-book.ts';
import { statementFormats } from '../../money/reconciliation/statement-formats.ts';
import { OPERATOR_TITLES } from '../../people/borrower/accounts.ts';
import { lusakaDay, lusakaTime } from '../../platform/clock.ts';

const MINUTE_MS = 60_000;
/** Changes are in the log in another order than their times, so the last one does not say that nothing before it is missing. */
const IF_LATEST =
  ' If no moment was asked for, this is when the backup began: the stored log may have brought back later changes, but not surely all of them until a later moment.';

/** That payouts go on, only where none is held any more. Otherwise why they are held. */
export function linesOfHolds({ isAnyEnded, standing }: HoldsNow): string[] {
  if (standing.length === 0) return isAnyEnded ? [PAYOUTS_GO_ON_TEXT] : [];
  return standing.flatMap((hold, index) => [...(index > 0 ? [''] : []), ...linesOfHold(hold)]);
}

const PAYOUTS_GO_ON_TEXT =
  'Statements that two people imported show the time that the restored database had lost, and no difference waits: payouts are sent again.';

/** Why payouts are held after a restore, and which statements and commands end it. The times are Lusaka's. */
function linesOfHold(hold: StandingHold): string[] {
  const { restored_at, data_until, backup_id, uncovered, open_differences, released_by } = hold;
  const lines = [
    backup_id === RESTORED_ELSEWHERE
      ? `Payouts are held: npm run restored declared at ${timeOf(restored_at.getTime())} (Lusaka) that the database was restored.`
      : `Payouts are held: the backup ${backup_id} was restored at ${timeOf(restored_at.getTime())} (Lusaka).`,
    `The database has everything until ${timeOf(data_until.getTime())}.${backup_id === RESTORED_ELSEWHERE ? '' : IF_LATEST}`,
  ];
  if (uncovered.length > 0) {
    const names = uncovered.map(({ operator }) => operator).join(', ');
    lines.push(
      `Statements that two people imported do not show the time between for: ${names}.`,
      'A statement shows the time up to its last row, and not the days that are named. Two people export and import it, each by themselves.',
      ...uncovered.flatMap(linesOfOperator),
    );
  }
  if (open_differences > 0) {
    lines.push(`Differences that wait for a person: ${open_differences}. npm run differences lists them.`);
  }
  if (released_by.length > 0) lines.push(`Released so far by: ${released_by.join(', ')}.`);
  return lines;
}

function linesOfOperator({ operator, from_ms, until_ms }: StandingHold['uncovered'][number]): string[] {
  const from = Math.floor(from_ms / MINUTE_MS) * MINUTE_MS;
  const until = Math.ceil(until_ms / MINUTE_MS) * MINUTE_MS;
  return [
    `  ${OPERATOR_TITLES[operator]}: from ${timeOf(from)} to ${timeOf(until)}`,
    operator in statementFormats
      ? `    npm run reconcile -- --operator ${operator} statement.csv`
      : '    No statement of this operator can be read. Two people: npm run release-payouts -- release "<reason>"',
  ];
}

const timeOf = (instantMs: number) => `${lusakaDay(instantMs)} ${lusakaTime(instantMs)}`;
