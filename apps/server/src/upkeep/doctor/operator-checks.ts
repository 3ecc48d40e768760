import { ENDED_STATES } from '@thumba/lending/attempt';
import { floatAccount, type OperatorName, type PaymentDirection } from '@thumba/lending/ledger';
import { formatKwacha } from '@thumba/lending/money';
import type { ConnectedOperator } from '../../money/payment/operators/operator.ts';
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

type AskedOperator = Pick<ConnectedOperator, 'name' | 'balance' | 'tellsBalance' | 'routes'>;

/** The connections of one operator whose balances make up one float. */
type Float = { operator: OperatorName; direction: PaymentDirection; connections: AskedOperator[] };

/**
 * Asks the operators what lies in our floats, and holds their statements against our payments, day by day. `isComplete`
 * is false where an operator did not tell a balance for which it has a call.
 */
export async function examineOperators(
  db: Database,
  operators: readonly AskedOperator[],
): Promise<{ checks: Checked[]; isComplete: boolean }> {
  const differing: Listed[] = [];
  const silent: Listed[] = [];
  const withoutCall: Listed[] = [];
  for (const float of floatsOf(operators)) {
    const { operator, direction, connections } = float;
    const id = floatAccount(operator, direction);
    if (!connections.every(({ tellsBalance }) => tellsBalance[direction])) {
      withoutCall.push({ id, problem: 'the operator has no call for this balance' });
      continue;
    }
    const answer = await compareFloat(db, float);
    if (answer === 'silent') silent.push({ id, problem: 'the operator told no balance' });
    else if (answer !== 'agrees') differing.push({ id, problem: answer });
  }
  const checks = [
    check('the float at each operator = the book, but for payments under way', 'fault', differing),
    check('floats whose balance was asked for and not told', 'notice', silent),
    check('floats whose balance the operator does not tell', 'notice', withoutCall),
    check(
      'payments on the statements = payments in the book, day by day',
      'fault',
      await db.rows(dayTotalsStatement, {}),
    ),
    check('days of payments without a statement', 'notice', await db.rows(daysWithoutStatementStatement, {})),
  ];
  return { checks, isComplete: silent.length === 0 };
}

/**
 * The book has one float for an operator and direction. On each platform of the operator lies a part of it. Two users of
 * one platform see the same money.
 */
function floatsOf(operators: readonly AskedOperator[]): Float[] {
  return [...new Set(operators.map(({ name }) => name))].flatMap((operator) =>
    DIRECTIONS.map((direction) => {
      const ofOperator = operators.filter(({ name }) => name === operator);
      const byPlatform = new Map(
        // The connection that serves now is the first, and the last to be put into the map.
        ofOperator.toReversed().map((one) => {
          const { platform, environment } = one.routes[direction];
          return [`${platform} ${environment}`, one] as const;
        }),
      );
      return { operator, direction, connections: [...byPlatform.values()] };
    }),
  );
}

/** Undefined where one of the connections tells none. */
async function balanceOf({ connections, direction }: Float): Promise<number | undefined> {
  const balances = await Promise.all(connections.map((one) => one.balance(direction)));
  return balances.reduce<number | undefined>(
    (total, balance) => (total === undefined || !balance ? undefined : total + balance.amountNgwee),
    0,
  );
}

/**
 * Payments that end while the operator answers are counted either way: the book is read before the operator is asked
 * and again afterwards.
 */
async function compareFloat(db: Database, float: Float): Promise<'agrees' | 'silent' | string> {
  const { operator, direction } = float;
  const values = { account: floatAccount(operator, direction), operator, direction };
  const before = (await db.row(bookedFloatStatement, values))!;
  const amountNgwee = await balanceOf(float);
  if (amountNgwee === undefined) return 'silent';
  const after = (await db.row(bookedFloatStatement, values))!;
  const sign = direction === 'collection' ? 1 : -1;
  const possible = [before, after].flatMap(({ booked_ngwee: booked, under_way_ngwee: underWay }) => [
    booked,
    booked + sign * underWay,
  ]);
  const [least, most] = [Math.min(...possible), Math.max(...possible)];
  if (amountNgwee >= least && amountNgwee <= most) return 'agrees';
  const nearest = amountNgwee < least ? least : most;
  const difference = formatKwacha(Math.abs(amountNgwee - nearest));
  return `the operator says ${formatKwacha(amountNgwee)} and the book says ${formatKwacha(nearest)}: ${difference} ${amountNgwee < nearest ? 'less' : 'more'} at the operator`;
}

function check(title: string, gravity: Checked['gravity'], found: readonly Listed[]): Checked {
  const listed = found.slice(0, MAX_LISTED);
  return { check: title, gravity, looksAt: 'payments', total: found.length, listed };
}
