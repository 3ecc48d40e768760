import { type OperatorSwitch, openOperatorSwitch } from '../../book/payment-attempt/operator-switch.ts';
import type { Database } from '../../platform/database.ts';
import { type Operators, withSwitch } from './operators/operator.ts';

/** The operators, each with whether staff stopped it, and the switch that says so. */
export async function openSwitchedOperators({
  db,
  operators,
}: {
  db: Database;
  operators: Operators;
}): Promise<{ operators: Operators; operatorSwitch: OperatorSwitch }> {
  const operatorSwitch = await openOperatorSwitch(db);
  return { operators: withSwitch(operators, operatorSwitch), operatorSwitch };
}
