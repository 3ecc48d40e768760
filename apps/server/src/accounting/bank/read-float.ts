import { addDays, type Day } from '@thumba/lending/day';
import { floatAccount, OPERATOR_NAMES, type OperatorName } from '@thumba/lending/ledger';
import { COUNTS_TO_DAY } from '../../book/lending/payout-ceiling.ts';
import { IS_HELD } from '../../book/payment-attempt/attempt-statements.ts';
import { type Database, statement } from '../../platform/database.ts';
import { balancesThrough } from '../daily-total/balances.ts';

const PACE_DAYS = 7;
const HOURS_OF_DAY = 24;

const sumHeldStatement = statement<{ operator: OperatorName; count: number; ngwee: number }>(
  'float: held payouts by operator',
  `select operator, count(*)::integer as count, sum(amount_ngwee)::bigint as ngwee from payment_attempt
   where next_step_at is not null and direction = 'payout' and ${IS_HELD} group by operator`,
);

const sumPaceStatement = statement<{ operator: OperatorName; ngwee: number }, { from: Day; on: Day }>(
  'float: payouts of the last days by operator',
  `select operator, sum(amount_ngwee)::bigint as ngwee from payment_attempt
   where counted_on > $from::date and counted_on <= $on::date and ${COUNTS_TO_DAY} group by operator`,
);

/** Our money at an operator, in ngwee as our book has it. */
export type FloatOfOperator = {
  operator: OperatorName;
  payoutNgwee: number;
  collectionNgwee: number;
  heldPayouts: number;
  heldNgwee: number;
  /** What payouts that wait and one more day of payouts need, at the pace of the last 7 days. */
  neededNgwee: number;
  /** How long it covers payouts at that pace; null where nothing was paid out. */
  hoursCovered: number | null;
};

/** The float of each operator, and for how long it lasts at the pace of the last days. */
export async function readFloat(db: Database, on: Day): Promise<FloatOfOperator[]> {
  const [totals, held, paid] = await Promise.all([
    balancesThrough(db, on),
    db.rows(sumHeldStatement, {}),
    db.rows(sumPaceStatement, { from: addDays(on, -PACE_DAYS), on }),
  ]);
  const balanceOf = (operator: OperatorName, direction: 'collection' | 'payout') => {
    const total = totals.find(({ account }) => account === floatAccount(operator, direction));
    return total === undefined ? 0 : total.debitNgwee - total.creditNgwee;
  };
  return OPERATOR_NAMES.map((operator) => {
    const payoutNgwee = balanceOf(operator, 'payout');
    const waiting = held.find((row) => row.operator === operator);
    const paceNgwee = paid.find((row) => row.operator === operator)?.ngwee ?? 0;
    const heldNgwee = waiting?.ngwee ?? 0;
    return {
      operator,
      payoutNgwee,
      collectionNgwee: balanceOf(operator, 'collection'),
      heldPayouts: waiting?.count ?? 0,
      heldNgwee,
      neededNgwee: heldNgwee + Math.ceil(paceNgwee / PACE_DAYS),
      hoursCovered:
        paceNgwee === 0
          ? null
          : Math.max(0, Math.round((payoutNgwee / paceNgwee) * PACE_DAYS * HOURS_OF_DAY * 10) / 10),
    };
  });
}
