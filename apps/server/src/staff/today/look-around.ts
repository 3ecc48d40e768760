import type { StaffCallName } from '@thumba/contract/staff/calls';
import { LOOK_AROUND_STEPS, lookAroundSteps } from '@thumba/contract/staff/look-around';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { type Database, statement } from '../../platform/database.ts';
import type { StaffPerson } from '../../platform/serve-staff.ts';

type LookAround = StaffAnswer<'getToday'>['lookAround'];

const PUT_AWAY: StaffCallName = 'putAwayLookAround';

const madeCallsStatement = statement<{ call: string }, { staffId: number; calls: readonly string[] }>(
  'today: calls that a person made',
  `select wanted.call from unnest($calls::text[]) as wanted (call)
   where exists (select from staff_audit a
     where a.staff_id = $staffId and a.call = wanted.call and a.outcome in ('done', 'shown'))`,
);

/** What this person may try first, with what they did of it. Null once all is done, or once it was put away. */
export async function readLookAround(
  db: Database,
  { staffId, permissions }: Pick<StaffPerson, 'staffId' | 'permissions'>,
): Promise<LookAround> {
  const steps = LOOK_AROUND_STEPS.filter((step) =>
    lookAroundSteps[step].permissions.some((permission) => permissions.includes(permission)),
  );
  if (steps.length === 0) return null;
  const calls = [PUT_AWAY, ...steps.flatMap((step) => lookAroundSteps[step].calls)];
  const rows = await db.rows(madeCallsStatement, { staffId, calls });
  const made = new Set(rows.map(({ call }) => call));
  if (made.has(PUT_AWAY)) return null;
  const shown = steps.map((step) => ({
    step,
    isDone: lookAroundSteps[step].calls.some((call) => made.has(call)),
  }));
  return shown.every(({ isDone }) => isDone) ? null : shown;
}
