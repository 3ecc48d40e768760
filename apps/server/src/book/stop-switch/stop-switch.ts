import type { OperatorName } from '@thumba/lending/ledger';
import { brokenConstraint, type Database, statement, type Transaction } from '../../platform/database.ts';
import type { Actor } from '../actor.ts';

/** Whether lending is stopped now, as a condition in a statement. Rule: docs/running/lending-switch.md. */
export const LENDING_IS_STOPPED = 'lending_is_stopped()';

/** Whether an operator is stopped now, as a condition in a statement. Rule: docs/running/operators.md. */
export const isOperatorStopped = (operator: string) => `operator_is_stopped(${operator})`;

/** What one person stops and two people start: lending, or payments through one operator. */
export type SwitchSubject = 'lending' | OperatorName;

export type SwitchChange = {
  subject: SwitchSubject;
  isStopped: boolean;
  reason: string;
  actor: Actor;
  switchedAt: Date;
  requestId: number | null;
};

type ChangeRow = {
  subject: SwitchSubject;
  is_stopped: boolean;
  reason: string;
  actor: Actor;
  switched_at: Date;
  request_id: number | null;
};

const COLUMNS = 'is_stopped, reason, actor, switched_at, request_id';

const listStatement = statement<ChangeRow, { subjects: readonly SwitchSubject[]; limit: number }>(
  'stop switch: list',
  `select subject, ${COLUMNS}
   from unnest($subjects::text[]) as subject, lateral (
     (select switch_id, ${COLUMNS} from lending_switch
      where subject = 'lending' order by switch_id desc limit $limit)
     union all
     (select switch_id, ${COLUMNS} from operator_switch
      where operator = subject order by switch_id desc limit $limit)) newest
   order by switch_id desc`,
);

/** Stops and starts of each subject, newest first. The first one of a subject says how it is now. */
export async function listSwitchChanges(
  db: Transaction,
  subjects: readonly SwitchSubject[],
  limit: number,
): Promise<SwitchChange[]> {
  const rows = await db.rows(listStatement, { subjects, limit });
  return rows.map((row) => ({
    subject: row.subject,
    isStopped: row.is_stopped,
    reason: row.reason,
    actor: row.actor,
    switchedAt: row.switched_at,
    requestId: row.request_id,
  }));
}

type Switching = { subject: SwitchSubject; reason: string; actor: Actor; now: Date };
type NewChange = Switching & { isStopped: boolean; requestId: number | null };

const switchStatement = statement<never, NewChange>(
  'stop switch: switch',
  `with change as (select $isStopped::boolean, $reason::text, $actor::text, $now::timestamptz, $requestId::bigint),
     of_lending as (
       insert into lending_switch (${COLUMNS}) select * from change where $subject::text = 'lending')
   insert into operator_switch (operator, ${COLUMNS})
   select $subject::text, change.* from change where $subject::text <> 'lending'`,
);

const CHANGES: readonly (string | undefined)[] = ['lending_switch_changes', 'operator_switch_changes'];

/** Stops it at once. False where it is stopped already. */
export function stopSubject(db: Database, stop: Switching): Promise<boolean> {
  return switchSubject(db, { ...stop, isStopped: true, requestId: null });
}

/** Starts it, as a second person approved. False where it runs already. The database refuses it without the request. */
export function startSubject(db: Database, start: Switching & { requestId: number }): Promise<boolean> {
  return switchSubject(db, { ...start, isStopped: false });
}

async function switchSubject(db: Database, change: NewChange): Promise<boolean> {
  try {
    await db.rows(switchStatement, change);
    return true;
  } catch (error) {
    if (CHANGES.includes(brokenConstraint(error))) return false;
    throw error;
  }
}
