import type { OperatorName } from '@thumba/lending/ledger';
import { brokenConstraint, type Database, statement, type Transaction } from '../../platform/database.ts';
import type { Actor } from '../actor.ts';

/** Whether an operator is stopped now, as a condition in a statement. Rule: docs/running/operators.md. */
export const isOperatorStopped = (operator: string) => `operator_is_stopped(${operator})`;

export type OperatorChange = {
  operator: OperatorName;
  isStopped: boolean;
  reason: string;
  actor: Actor;
  switchedAt: Date;
  requestId: number | null;
};

/** The stopped operators as this process last read them. */
export type OperatorSwitch = {
  isStopped(operator: OperatorName): boolean;
  refresh(): Promise<void>;
};

const stoppedStatement = statement<{ operator: OperatorName }>(
  'operator switch: stopped ones',
  `select operator from (select distinct on (operator) operator, is_stopped from operator_switch
     order by operator, switch_id desc) newest where is_stopped`,
);

export async function openOperatorSwitch(db: Database): Promise<OperatorSwitch> {
  let stopped: ReadonlySet<OperatorName> = new Set();
  async function refresh(): Promise<void> {
    stopped = new Set((await db.rows(stoppedStatement, {})).map(({ operator }) => operator));
  }
  await refresh();
  return { isStopped: (operator) => stopped.has(operator), refresh };
}

type ChangeRow = {
  operator: OperatorName;
  is_stopped: boolean;
  reason: string;
  actor: Actor;
  switched_at: Date;
  request_id: number | null;
};

const listStatement = statement<ChangeRow, { limit: number }>(
  'operator switch: list',
  `select operator, is_stopped, reason, actor, switched_at, request_id
   from (select s.*, row_number() over (partition by operator order by switch_id desc) as place
     from operator_switch s) placed
   where place <= $limit order by switch_id desc`,
);

/** Stops and starts of each operator, newest first. The first one of an operator says how it is now. */
export async function listOperatorChanges(db: Transaction, limit: number): Promise<OperatorChange[]> {
  const rows = await db.rows(listStatement, { limit });
  return rows.map((row) => ({
    operator: row.operator,
    isStopped: row.is_stopped,
    reason: row.reason,
    actor: row.actor,
    switchedAt: row.switched_at,
    requestId: row.request_id,
  }));
}

const switchStatement = statement<
  never,
  {
    operator: OperatorName;
    isStopped: boolean;
    reason: string;
    actor: string;
    now: Date;
    requestId: number | null;
  }
>(
  'operator switch: switch',
  `insert into operator_switch (operator, is_stopped, reason, actor, switched_at, request_id)
   values ($operator, $isStopped, $reason, $actor, $now, $requestId)`,
);

const CHANGES = 'operator_switch_changes';

type Switching = { operator: OperatorName; reason: string; actor: Actor; now: Date };

/** Stops an operator at once. False where it is stopped already. */
export function stopOperator(db: Database, stop: Switching): Promise<boolean> {
  return switchOperator(db, { isStopped: true, requestId: null, ...stop });
}

/** Starts an operator, as a second person approved. False where it runs already. The database refuses it without the request. */
export function startOperator(db: Database, start: Switching & { requestId: number }): Promise<boolean> {
  return switchOperator(db, { isStopped: false, ...start });
}

async function switchOperator(
  db: Database,
  change: Switching & { isStopped: boolean; requestId: number | null },
): Promise<boolean> {
  try {
    await db.rows(switchStatement, change);
    return true;
  } catch (error) {
    if (brokenConstraint(error) === CHANGES) return false;
    throw error;
  }
}
