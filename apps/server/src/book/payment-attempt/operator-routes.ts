import type { OperatorName } from '@thumba/lending/ledger';
import { type Database, statement } from '../../platform/database.ts';

/** Where instructions are sent. Its keys are not part of it, because they change while it stays the same. */
export type OperatorRoute = {
  operator: OperatorName;
  /** The address of the operator's platform, without user, password, query and last slash. */
  platform: string;
  environment: string;
  /** The user or client of the operator's API. */
  apiUser: string;
};

const findRouteStatement = statement<{ route_id: number }, OperatorRoute>(
  'payment: find route',
  `select route_id from operator_route where operator = $operator and platform = $platform
     and environment = $environment and api_user = $apiUser`,
);

const keepRouteStatement = statement<never, OperatorRoute & { now: Date }>(
  'payment: keep route',
  `insert into operator_route (operator, platform, environment, api_user, first_served_at)
   values ($operator, $platform, $environment, $apiUser, $now::timestamptz) on conflict do nothing`,
);

const routeIdsStatement = statement<{ route_id: number }, Record<string, never>>(
  'payment: route ids',
  `select route_id from operator_route`,
);

/** Every route that was served until now, by any process. */
export async function routeIdsSoFar(db: Database): Promise<number[]> {
  return (await db.rows(routeIdsStatement, {})).map(({ route_id }) => route_id);
}

/** The number of a route. A route that was never served gets one. */
export async function routeIdOf(db: Database, route: OperatorRoute, now: Date): Promise<number> {
  const known = await db.row(findRouteStatement, route);
  if (known) return known.route_id;
  await db.rows(keepRouteStatement, { ...route, now });
  return (await db.row(findRouteStatement, route))!.route_id;
}

/** The platform of a base address. */
export function platformOf(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return origin + pathname.replace(/\/+$/, '');
}
