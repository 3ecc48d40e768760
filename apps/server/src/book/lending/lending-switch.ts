import { brokenConstraint, type Database, statement, type Transaction } from '../../platform/database.ts';
import type { Actor } from '../actor.ts';

/** Whether lending is stopped now, as a condition in a statement. Rule: docs/running/lending-switch.md. */
export const LENDING_IS_STOPPED = 'lending_is_stopped()';

export type LendingChange = {
  isStopped: boolean;
  reason: string;
  actor: Actor;
  switchedAt: Date;
  requestId: number | null;
};

type ChangeRow = {
  is_stopped: boolean;
  reason: string;
  actor: Actor;
  switched_at: Date;
  request_id: number | null;
};

const listStatement = statement<ChangeRow, { limit: number }>(
  'lending switch: list',
  `select is_stopped, reason, actor, switched_at, request_id from lending_switch order by switch_id desc limit $limit`,
);

/** Stops and starts of lending, newest first. The first one says how it is now. */
export async function listLendingChanges(db: Transaction, limit: number): Promise<LendingChange[]> {
  const rows = await db.rows(listStatement, { limit });
  return rows.map((row) => ({
    isStopped: row.is_stopped,
    reason: row.reason,
    actor: row.actor,
    switchedAt: row.switched_at,
    requestId: row.request_id,
  }));
}

const switchStatement = statement<
  never,
  { isStopped: boolean; reason: string; actor: string; now: Date; requestId: number | null }
>(
  'lending switch: switch',
  `insert into lending_switch (is_stopped, reason, actor, switched_at, request_id)
   values ($isStopped, $reason, $actor, $now, $requestId)`,
);

const CHANGES = 'lending_switch_changes';

/** Stops lending at once. False where it is stopped already. */
export function stopLending(
  db: Database,
  stop: { reason: string; actor: Actor; now: Date },
): Promise<boolean> {
  return switchLending(db, { isStopped: true, requestId: null, ...stop });
}

/** Starts lending, as a second person approved. False where it runs already. The database refuses it without the request. */
export function startLending(
  db: Database,
  start: { reason: string; actor: Actor; now: Date; requestId: number },
): Promise<boolean> {
  return switchLending(db, { isStopped: false, ...start });
}

async function switchLending(
  db: Database,
  change: { isStopped: boolean; reason: string; actor: Actor; now: Date; requestId: number | null },
): Promise<boolean> {
  try {
    await db.rows(switchStatement, change);
    return true;
  } catch (error) {
    if (brokenConstraint(error) === CHANGES) return false;
    throw error;
  }
}
