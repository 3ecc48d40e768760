import { ENDED_STATES } from '@thumba/lending/attempt';
import { floatAccount, type OperatorName, type PaymentDirection } from '@thumba/lending/ledger';
import { formatKwacha } from '@thumba/lending/money';
import type { Operator } from '../../money/payment/operators/operator.ts';
import { type Database, statement } from '../../platform/database.ts';
import { sqlList } from '../../platform/sql-list.ts';
import type { Examination } from './examination.ts';
import { daysWithoutStatementStatement, dayTotalsStatement } from './statement-days.ts';

type Checked = Examination['checks'][number];
type Listed = Checked['listed'][number];

const DIRECTIONS: readonly PaymentDirection[] = ['collection', 'payout'];
const MAX_LISTED = 20;

/** The float in our book, and the payments whose outcome we do not know yet. */
const bookedFloatStatement = statement<
  { booked_ngwee: number; under_way_ngwee: number },
  { account: string; operator: OperatorName; direction: PaymentDirection }
>(
  'doctor: booked float',
  `select
     coalesce((select sum(case when debit_account = $account then amount_ngwee else -amount_ngwee end)
       from ledger_transfer where $account in (debit_account, credit_account)), 0)::bigint as booked_ngwee,
     coalesce((select sum(amount_ngwee) from payment_attempt where operator = $operator and direction = $direction
       and sent_at is not null and state not in ${sqlList(ENDED_STATES)}), 0)::bigint as under_way_ngwee`,
);

/** Asks the operators what lies in our floats, and holds their statements against our payments, day by day. */
export async function examineOperators(
  db: Database,
  operators: readonly Pick<Operator, 'name' | 'balance'>[],
): Promise<Checked[]> {
  const differing: Listed[] = [];
  const silent: Listed[] = [];
  for (const operator of operators) {
    for (const direction of DIRECTIONS) {
      const account = floatAccount(operator.name, direction);
      const answer = await compareFloat(db, operator, direction);
      if (answer === 'silent') silent.push({ id: account, problem: 'the operator told no balance' });
      else if (answer !== 'agrees') differing.push({ id: account, problem: answer });
    }
  }
  return [
    check('the float at each operator = the book, but for payments under way', 'fault', differing),
    check('floats that could not be asked about', 'notice', silent),
    check(
      'payments on the statements = payments in the book, day by day',
      'fault',
      await db.rows(dayTotalsStatement, {}),
    ),
    check('days of payments without a statement', 'notice', await db.rows(daysWithoutStatementStatement, {})),
  ];
}

/**
 * Payments that end while the operator answers are counted either way: the book is read before the operator is asked
 * and again afterwards.
 */
async function compareFloat(
  db: Database,
  operator: Pick<Operator, 'name' | 'balance'>,
  direction: PaymentDirection,
): Promise<'agrees' | 'silent' | string> {
  const values = { account: floatAccount(operator.name, direction), operator: operator.name, direction };
  const before = (await db.row(bookedFloatStatement, values))!;
  const balance = await operator.balance(direction);
  if (balance === undefined) return 'silent';
  const after = (await db.row(bookedFloatStatement, values))!;
  const sign = direction === 'collection' ? 1 : -1;
  const possible = [before, after].flatMap(({ booked_ngwee: booked, under_way_ngwee: underWay }) => [
    booked,
    booked + sign * underWay,
  ]);
  const [least, most] = [Math.min(...possible), Math.max(...possible)];
  const { amountNgwee } = balance;
  if (amountNgwee >= least && amountNgwee <= most) return 'agrees';
  const nearest = amountNgwee < least ? least : most;
  const difference = formatKwacha(Math.abs(amountNgwee - nearest));
  return `the operator says ${formatKwacha(amountNgwee)} and the book says ${formatKwacha(nearest)}: ${difference} ${amountNgwee < nearest ? 'less' : 'more'} at the operator`;
}

function check(title: string, gravity: Checked['gravity'], found: readonly Listed[]): Checked {
  const listed = found.slice(0, MAX_LISTED);
  return { check: title, gravity, looksAt: 'payments', total: found.length, listed };
}
