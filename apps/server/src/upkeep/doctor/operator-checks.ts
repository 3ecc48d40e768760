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

/**
 * A payout that waits and was never sent, though the program was about to. An earlier version kept neither the route nor the
 * first sending: its payouts that wait are taken for unsent here too, as where they are sent. After a restore another
 * platform of the operator may know a payout that this book has not sent.
 */
const WAITS_UNSENT = `state = 'created' and held_reason is not null and route_id is null and first_sent_at is null
  and known_to_operator_at is null`;

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
       and sent_at is not null and state not in ${sqlList(ENDED_STATES)} and not (${WAITS_UNSENT})), 0)::bigint as under_way_ngwee`,
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
  const oneAccount: Listed[] = [];
  for (const float of floatsOf(operators)) {
    const { operator, direction, connections } = float;
    const id = floatAccount(operator, direction);
    if (!connections.every(({ tellsBalance }) => tellsBalance[direction])) {
      withoutCall.push({ id, problem: 'the operator has no call for this balance' });
      continue;
    }
    const answer = await compareFloat(db, float);
    if (answer.kind === 'silent') silent.push({ id, problem: 'the operator told no balance' });
    if (answer.kind === 'one_account') oneAccount.push({ id, problem: answer.problem });
    if (answer.kind === 'differs') differing.push({ id, problem: answer.problem });
  }
  const checks = [
    check('the float at each operator = the book, but for payments under way', 'fault', differing),
    check('floats that two platforms seem to show as one account', 'notice', oneAccount),
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
async function balancesOf({ connections, direction }: Float): Promise<number[] | undefined> {
  const balances = await Promise.all(connections.map((one) => one.balance(direction)));
  const told = balances.flatMap((balance) => (balance ? [balance.amountNgwee] : []));
  return told.length === connections.length ? told : undefined;
}

type Compared =
  | { kind: 'agrees' | 'silent' }
  /** The platforms of an operator that moves tell the same balance, and the book has it once. */
  | { kind: 'one_account'; problem: string }
  | { kind: 'differs'; problem: string };

/**
 * Payments that end while the operator answers are counted either way: the book is read before the operator is asked
 * and again afterwards.
 */
async function compareFloat(db: Database, float: Float): Promise<Compared> {
  const { operator, direction } = float;
  const values = { account: floatAccount(operator, direction), operator, direction };
  const before = (await db.row(bookedFloatStatement, values))!;
  const balances = await balancesOf(float);
  if (balances === undefined) return { kind: 'silent' };
  const after = (await db.row(bookedFloatStatement, values))!;
  const sign = direction === 'collection' ? 1 : -1;
  const possible = [before, after].flatMap(({ booked_ngwee: booked, under_way_ngwee: underWay }) => [
    booked,
    booked + sign * underWay,
  ]);
  return compared(balances, Math.min(...possible), Math.max(...possible));
}

function compared(balances: readonly number[], least: number, most: number): Compared {
  const agrees = (amountNgwee: number) => amountNgwee >= least && amountNgwee <= most;
  const amountNgwee = balances.reduce((total, balance) => total + balance, 0);
  if (agrees(amountNgwee)) return { kind: 'agrees' };
  const [first, ...others] = balances as [number, ...number[]];
  if (others.length > 0 && agrees(first) && others.every((balance) => balance === first)) {
    const problem = `each of ${balances.length} platforms says ${formatKwacha(first)} and the book has it once: the platforms seem to show one account`;
    return { kind: 'one_account', problem };
  }
  const nearest = amountNgwee < least ? least : most;
  const difference = formatKwacha(Math.abs(amountNgwee - nearest));
  const problem = `the operator says ${formatKwacha(amountNgwee)} and the book says ${formatKwacha(nearest)}: ${difference} ${amountNgwee < nearest ? 'less' : 'more'} at the operator`;
  return { kind: 'differs', problem };
}

function check(title: string, gravity: Checked['gravity'], found: readonly Listed[]): Checked {
  const listed = found.slice(0, MAX_LISTED);
  return { check: title, gravity, looksAt: 'payments', total: found.length, listed };
}
