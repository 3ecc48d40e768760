import type { OperatorName, PaymentDirection } from '@thumba/lending/ledger';
import type { AttemptRow } from '../../book/payment-attempt/attempt-statements.ts';
import type { ClaimPlaces, RouteIds } from '../../book/payment-attempt/claim-attempts.ts';
import { routeIdOf, routeIdsSoFar } from '../../book/payment-attempt/operator-routes.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { ConnectedOperator, Operators } from './operators/operator.ts';

/** The operators that new instructions go to, and the earlier ones that open instructions are asked about at. */
export type Connections = { operators: Operators; earlierOperators: readonly ConnectedOperator[] };

type ServedConnection = {
  connection: ConnectedOperator;
  isCurrent: boolean;
  routeIds: RouteIds;
};

/** The routes that the settings connect to, with their numbers. */
export type ServedRoutes = {
  operators: OperatorName[];
  /**
   * Of each direction the routes that were served before this process started, and that it does not serve. A route that
   * is served only since then is left to the process that serves it. An API user that only collects does not know the
   * payouts that it sent before.
   */
  goneRouteIds: { collection: number[]; payout: number[] };
  /**
   * The connection of the route on which an attempt was sent. An attempt without a route belongs to the operator that
   * is connected now. Undefined where no setting connects to its route.
   */
  connectionOf(
    attempt: Pick<AttemptRow, 'operator' | 'direction' | 'route_id'>,
  ): ConnectedOperator | undefined;
  /** How many due attempts may be claimed, beside the enquiries that are under way. */
  placesOfClaim(enquiriesUnderWay: ReadonlyMap<ConnectedOperator, number>): ClaimPlaces[];
};

const CLAIM_SIZE = 200;

export async function serveRoutes(
  { db, clock }: { db: Database; clock: Clock },
  { operators, earlierOperators }: Connections,
): Promise<ServedRoutes> {
  const before = await routeIdsSoFar(db);
  const served: ServedConnection[] = [];
  const all = [
    ...Object.values(operators).map((connection) => ({ connection, isCurrent: true })),
    ...earlierOperators.map((connection) => ({ connection, isCurrent: false })),
  ];
  for (const { connection, isCurrent } of all) {
    const now = toDate(clock.nowMs());
    const collection = await routeIdOf(db, connection.routes.collection, now);
    const payout = await routeIdOf(db, connection.routes.payout, now);
    served.push({ connection, isCurrent, routeIds: { collection, payout } });
  }
  const goneOf = (direction: PaymentDirection) =>
    before.filter((routeId) => served.every(({ routeIds }) => routeIds[direction] !== routeId));
  return {
    operators: Object.values(operators).map(({ name }) => name),
    goneRouteIds: { collection: goneOf('collection'), payout: goneOf('payout') },
    connectionOf: ({ operator, direction, route_id }) =>
      route_id === null
        ? operators[operator]
        : served.find(({ routeIds }) => routeIds[direction] === route_id)?.connection,
    placesOfClaim: (enquiriesUnderWay) =>
      served.flatMap(({ connection, isCurrent, routeIds }) => {
        const place = { operator: connection.name, routeIds, isCurrent };
        const left = connection.enquiriesAtOnce - (enquiriesUnderWay.get(connection) ?? 0);
        return [
          { ...place, areToBeSent: true, limit: CLAIM_SIZE },
          { ...place, areToBeSent: false, limit: Math.max(0, Math.min(CLAIM_SIZE, left)) },
        ];
      }),
  };
}
