import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { addDays, type Day } from '@thumba/lending/day';
import { OPERATOR_NAMES, type OperatorName, type PaymentDirection } from '@thumba/lending/ledger';
import { type Ngwee, toKwacha } from '@thumba/lending/money';
import { staffActor } from '../../book/actor.ts';
import type { OperatorSwitch } from '../../book/payment-attempt/operator-switch.ts';
import { readStaffNames } from '../../book/staff-names.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import { answerStop, changeShown, refusalOfStart } from '../../book/stop-switch/staff-switch.ts';
import { listSwitchChanges } from '../../book/stop-switch/stop-switch.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { callbackPath } from './callback-routes.ts';
import type { Operators } from './operators/operator.ts';
import { askForOperatorStart, type OperatorHealth } from './staff-operators.ts';

export type FloatAtOperator = {
  operator: OperatorName;
  payoutNgwee: number;
  collectionNgwee: number;
  heldPayouts: number;
  heldNgwee: number;
};

export type OperatorRouteDeps = {
  db: Database;
  clock: Clock;
  today(): Day;
  operators: Operators;
  operatorSwitch: OperatorSwitch;
  publicUrl: string;
  callbackSecret: Buffer;
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
  /** The request to start this operator that waits for a second person. */
  waitingStart(operator: OperatorName): Promise<number | null>;
  healthOf(direction: PaymentDirection, days: { from: Day; through: Day }): Promise<OperatorHealth[]>;
  floatOf(on: Day): Promise<FloatAtOperator[]>;
};

const LISTED_CHANGES = 20;
const DAYS_COUNTED = 7;
const DIRECTIONS = ['collection', 'payout'] as const;
/** Zamtel answers each instruction at once, and calls no address of ours. */
const CALLING_BACK: readonly OperatorName[] = ['mtn', 'airtel'];

type LastSuccess = { operator: OperatorName; direction: PaymentDirection; last_at: Date };

const lastSuccessStatement = statement<LastSuccess, { from: Day; through: Day }>(
  'operators: last success',
  `select operator, direction, max(finished_at) as last_at from payment_attempt
   where submitted_on between $from::date and $through::date and state = 'succeeded' group by operator, direction`,
);

/** The operators, and the switch that stops one. Rule: docs/running/operators.md. */
export function registerStaffOperatorRoutes(server: StaffServer, deps: OperatorRouteDeps): void {
  const { db, clock, operators } = deps;
  const addressOf = (operator: OperatorName) => deps.publicUrl + callbackPath(operator, deps.callbackSecret);

  serveStaff(server, 'listOperators', async () => done(await readOperators(deps, addressOf)));

  serveStaff(server, 'readCallbackAddress', ({ params: { operator } }) =>
    operators[operator] && CALLING_BACK.includes(operator)
      ? done({ address: addressOf(operator) })
      : NOT_FOUND,
  );

  serveStaff(server, 'stopOperator', async ({ params: { operator }, body }, caller) => {
    caller.note({ operator });
    if (!operators[operator]) return NOT_CONNECTED;
    const actor = staffActor(caller.person.userName);
    const stop = { reason: body.reason, actor, now: toDate(clock.nowMs()) };
    const answer = await answerStop(db, named(operator), stop);
    await deps.operatorSwitch.refresh();
    return answer;
  });

  serveStaff(server, 'startOperator', async ({ params: { operator }, body }, caller) => {
    caller.note({ operator });
    const refusal = await refusalOfStart(db, named(operator));
    return refusal ?? deps.fileRequest(askForOperatorStart(operator, body.reason), caller.person);
  });
}

const named = (operator: OperatorName) => ({ subject: operator, name: 'This operator' });

const NOT_CONNECTED = refused(409, 'The lender is not connected to this operator.', {
  reason: 'operator_not_connected',
});

async function readOperators(
  deps: OperatorRouteDeps,
  addressOf: (operator: OperatorName) => string,
): Promise<StaffAnswer<'listOperators'>> {
  const { db } = deps;
  const through = deps.today();
  const days = { from: addDays(through, 1 - DAYS_COUNTED), through };
  const [changes, float, successes, ...health] = await Promise.all([
    listSwitchChanges(db, OPERATOR_NAMES, LISTED_CHANGES),
    deps.floatOf(through),
    db.rows(lastSuccessStatement, days),
    ...DIRECTIONS.map((direction) => deps.healthOf(direction, days)),
  ]);
  const nameOf = await readStaffNames(
    db,
    changes.map(({ actor }) => actor),
  );
  const figures = { float, successes, health: health.flat() };
  const items = await Promise.all(
    OPERATOR_NAMES.map(async (operator) => {
      const own = changes.filter(({ subject }) => subject === operator);
      const isStopped = own[0]?.isStopped ?? false;
      const isConnected = deps.operators[operator] !== undefined;
      const held = float.find((each) => each.operator === operator);
      return {
        ...{ operator, isConnected, isStopped },
        startRequestId: isStopped ? await deps.waitingStart(operator) : null,
        changes: own.map((change) => changeShown(change, nameOf)),
        accounts: DIRECTIONS.map((direction) => accountShown(deps, figures, { operator, direction })),
        heldPayouts: held?.heldPayouts ?? 0,
        heldAmount: toKwacha((held?.heldNgwee ?? 0) as Ngwee),
        callback: isConnected && CALLING_BACK.includes(operator) ? withoutSecret(addressOf(operator)) : null,
      };
    }),
  );
  return { ...days, items };
}

function accountShown(
  { operators }: OperatorRouteDeps,
  {
    float,
    successes,
    health,
  }: { float: FloatAtOperator[]; successes: LastSuccess[]; health: OperatorHealth[] },
  wallet: { operator: OperatorName; direction: PaymentDirection },
): StaffAnswer<'listOperators'>['items'][number]['accounts'][number] {
  const isOfWallet = (row: { operator: OperatorName; direction: PaymentDirection }) =>
    row.operator === wallet.operator && row.direction === wallet.direction;
  const route = operators[wallet.operator]?.routes[wallet.direction];
  const balances = float.find(({ operator }) => operator === wallet.operator);
  const counted = health.find(isOfWallet);
  return {
    direction: wallet.direction,
    route: route
      ? { platform: route.platform, environment: route.environment, apiUser: route.apiUser }
      : null,
    balance: toKwacha(
      ((wallet.direction === 'payout' ? balances?.payoutNgwee : balances?.collectionNgwee) ?? 0) as Ngwee,
    ),
    lastSuccessAt: successes.find(isOfWallet)?.last_at.toISOString() ?? null,
    succeeded: counted?.succeeded ?? 0,
    failed: counted?.failed ?? 0,
    underWay: counted?.underWay ?? 0,
  };
}

function withoutSecret(address: string): string {
  return `${address.slice(0, address.lastIndexOf('/') + 1)}…`;
}
