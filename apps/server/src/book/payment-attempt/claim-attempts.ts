import { OPERATOR_NAMES, type OperatorName } from '@thumba/lending/ledger';
import { statement } from '../../platform/database.ts';
import { ATTEMPT_COLUMNS, type AttemptRow } from './attempt-statements.ts';

/*
 * What is due is claimed lane by lane: one operator, one direction, one route or none, and either to be sent or to be asked
 * about. The index `payment_attempt_lane` has the whole condition of a lane and its order, so attempts that wait in other
 * lanes cost nothing, however many they are. It is used only where a statement has its expressions word for word.
 */

/** The routes of one connection. Collections and payouts may have different API users. */
export type RouteIds = { collection: number; payout: number };

/** Of which attempts how many may be claimed at once. The due ones come first. */
export type ClaimPlaces = {
  operator: OperatorName;
  /** Attempts to be sent, or attempts to be asked about. */
  areToBeSent: boolean;
  /** Of each direction the attempts of its own route. */
  routeIds: RouteIds;
  /** New attempts begin here, so attempts without a route are taken too. */
  isCurrent: boolean;
  limit: number;
};

/** Of a lane of attempts without a route. Routes are numbered from 1. */
const NO_ROUTE = 0;

/** PostgreSQL plans for so many, because it sees no limit of a place. It is above the sum of all places. */
const MOST_AT_ONCE = 2000;

const UNSERVED_AT_ONCE = 100;

/** It was not sent yet, or only tried to and surely not carried out. */
const IS_UNSENT = `p.state = 'created' and p.route_id is null and (p.sent_at is null or p.held_reason is not null)`;

/** The due attempts of a `lane` in their order, from the index. */
function dueOfLane(columns: string, limit: string): string {
  return `select ${columns}
         from payment_attempt p
         where p.next_step_at <= (select $now::timestamptz) and p.operator = lane.operator
           and p.direction = lane.direction and coalesce(p.route_id, ${NO_ROUTE}) = lane.route_id
           and (p.state = 'created'
             and (p.route_id is not null or p.sent_at is null or p.held_reason is not null)) = lane.is_to_be_sent
         order by p.next_step_at limit ${limit} for update skip locked`;
}

/**
 * Claims attempts whose next step is due, by moving that step into the future. After a crash the step becomes due
 * again, so nothing stays locked. An attempt that is to be sent is marked as sent before, and has its route from then on.
 * Each place is claimed by itself, so that many attempts of a slow operator do not delay another.
 */
export const claimDueAttemptsStatement = statement<
  AttemptRow & { is_to_be_sent: boolean },
  { now: Date; claimedUntil: Date; places: string }
>(
  'payment: claim due attempts',
  `with due as materialized (
     select of_place.*, places."areToBeSent" as is_to_be_sent,
       (places."routeIds" ->> of_place.direction)::integer as first_route_id
     from json_to_recordset($places::json) as places (operator text, "areToBeSent" boolean, "routeIds" json,
       "isCurrent" boolean, "limit" integer)
     cross join lateral (
       select of_lane.* from (
         select places.operator, places."areToBeSent" as is_to_be_sent, way.direction, served.route_id
         from (values ('collection'), ('payout')) way (direction)
         cross join lateral (
           select (places."routeIds" ->> way.direction)::integer as route_id
           union all select ${NO_ROUTE} where places."isCurrent"
         ) served
       ) lane
       cross join lateral (
         ${dueOfLane('p.borrower_id, p.attempt_id, p.direction, p.next_step_at, p.state as was, p.route_id is null as has_no_route', 'places."limit"')}
       ) of_lane
       order by of_lane.next_step_at limit places."limit"
     ) of_place
     limit ${MOST_AT_ONCE}
   )
   update payment_attempt p
   set next_step_at = $claimedUntil::timestamptz,
     state = case when due.is_to_be_sent then 'sent' else p.state end,
     sent_at = case when due.is_to_be_sent then $now::timestamptz else p.sent_at end,
     first_sent_at = case when due.is_to_be_sent and p.route_id is null then $now::timestamptz else p.first_sent_at end,
     route_id = coalesce(p.route_id, case when due.is_to_be_sent then due.first_route_id end)
   from due
   where p.borrower_id = due.borrower_id and p.attempt_id = due.attempt_id
   returning ${ATTEMPT_COLUMNS}, due.was, due.is_to_be_sent, due.is_to_be_sent and due.has_no_route as is_first_sending`,
);

/** Claims attempts whose next step is due and whose route is gone, or whose operator is not connected. */
export const claimUnservedAttemptsStatement = statement<
  AttemptRow,
  {
    now: Date;
    claimedUntil: Date;
    operators: OperatorName[];
    goneCollectionRouteIds: number[];
    gonePayoutRouteIds: number[];
  }
>(
  'payment: claim unserved attempts',
  `with lane as (
     select unserved.*, sending.is_to_be_sent from (
       select operator, 'collection' as direction, route_id from operator_route
       where route_id = any($goneCollectionRouteIds::integer[])
       union all
       select operator, 'payout', route_id from operator_route where route_id = any($gonePayoutRouteIds::integer[])
       union all
       select name, direction, ${NO_ROUTE}
       from unnest(array[${OPERATOR_NAMES.map((name) => `'${name}'`).join(', ')}]) name,
         (values ('collection'), ('payout')) way (direction)
       where name <> all($operators::text[])
     ) unserved, (values (true), (false)) sending (is_to_be_sent)
   ),
   due as materialized (
     select of_lane.* from lane
     cross join lateral (
       ${dueOfLane('p.borrower_id, p.attempt_id, p.next_step_at, p.state as was', String(UNSERVED_AT_ONCE))}
     ) of_lane
     order by of_lane.next_step_at limit ${UNSERVED_AT_ONCE}
   )
   update payment_attempt p set next_step_at = $claimedUntil::timestamptz
   from due
   where p.borrower_id = due.borrower_id and p.attempt_id = due.attempt_id
   returning ${ATTEMPT_COLUMNS}, due.was, ${IS_UNSENT} as is_unsent`,
);
