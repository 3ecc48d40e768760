import type { OperatorName } from '@thumba/lending/ledger';
import { type Database, statement } from '../../platform/database.ts';

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
