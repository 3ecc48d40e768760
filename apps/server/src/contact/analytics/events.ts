import type { Body } from '@thumba/contract/wire';
import { addressHash } from '../../people/borrower/network-address.ts';
import { type BatchLine, createBatchLine } from '../../platform/batch-line.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';

export type AnalyticsEvent = Exclude<Body<'buriedPointV2'>, readonly unknown[]>;

/** What one caller sent at once. */
export type Arrival = { events: readonly AnalyticsEvent[]; address: string; channelCode: string };

export type Analytics = {
  /** Keeps events, unless more of them wait than this process carries or their address has sent enough. */
  keep(arrival: Arrival): Promise<void>;
};

export type AnalyticsDeps = {
  db: Database;
  sealing: Sealing;
  clock: Clock;
  eventsPerAddressPerHour: number;
};

const MOST_WAITING_EVENTS = 20_000;
const ARRIVALS_AT_ONCE = 200;
const KEPT_DAYS = 90;

/** The counter of an address is raised by all that arrived from it; beyond the limit none of that is kept. */
const keepEventsStatement = statement<never>(
  'analytics: keep',
  `with arrived as (
     select * from unnest($3::bytea[], $4::smallint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
       $10::text[], $11::text[], $12::text[], $13::bytea[])
     as e(address_hash, device_type, app_name, app_version, channel_code, page_id, page_name, action_id, action_name,
       value, mobile_hash)
   ),
   counted as (
     insert into analytics_sender as sender (address_hash, hour_start, events)
     select address_hash, date_trunc('hour', $1::timestamptz), count(*) from arrived
     group by address_hash order by address_hash
     on conflict (address_hash, hour_start) do update set events = sender.events + excluded.events
     returning address_hash, events
   )
   insert into analytics_event (received_at, device_type, app_name, app_version, channel_code, page_id, page_name,
     action_id, action_name, value, mobile_hash)
   select $1::timestamptz, device_type, app_name, app_version, channel_code, page_id, page_name, action_id,
     action_name, value, mobile_hash
   from arrived join counted using (address_hash) where counted.events <= $2::integer`,
);

export function openAnalytics({ db, sealing, clock, eventsPerAddressPerHour }: AnalyticsDeps): Analytics {
  let waiting = 0;

  const line: BatchLine<Arrival, null> = createBatchLine({
    maxSize: ARRIVALS_AT_ONCE,
    async run(arrivals) {
      const rows = arrivals.flatMap(({ events, address, channelCode }) => {
        const sender = addressHash(sealing, address);
        return events.map((event) => rowOf(sealing, sender, channelCode, event));
      });
      const columns = rows[0]!.map((_, column) => rows.map((row) => row[column]));
      await db.rows(keepEventsStatement, [toDate(clock.nowMs()), eventsPerAddressPerHour, ...columns]);
      return arrivals.map(() => null);
    },
  });

  return {
    async keep(arrival) {
      if (waiting + arrival.events.length > MOST_WAITING_EVENTS) return;
      waiting += arrival.events.length;
      try {
        await line.push(arrival);
      } finally {
        waiting -= arrival.events.length;
      }
    },
  };
}

function rowOf(sealing: Sealing, sender: Buffer, channelCode: string, event: AnalyticsEvent): unknown[] {
  const number = typedNumber(event.value);
  return [
    sender,
    event.deviceType,
    withoutNumbers(event.appName),
    withoutNumbers(event.appVersion),
    withoutNumbers(channelCode),
    withoutNumbers(event.pageId),
    withoutNumbers(event.pageName),
    withoutNumbers(event.actionId),
    withoutNumbers(event.actionName),
    number === undefined && event.value !== '' ? withoutNumbers(event.value) : null,
    number === undefined ? null : sealing.lookupHash('mobile', number),
  ];
}

/** A mobile number however it is written, or as much of one as was typed: the hash of a whole one is its borrower's. */
function typedNumber(value: string): string | undefined {
  const digits = value.replaceAll(/[\s().+-]/g, '');
  if (!/^\d{7,15}$/.test(digits)) return undefined;
  return /^(?:260)?[579]\d{8}$/.test(digits) ? `0${digits.slice(-9)}` : digits;
}

/** Where no number belongs, one that stands there all the same is not kept either. */
function withoutNumbers(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '').replaceAll(/\d(?:[\s().+-]*\d){6,}/g, '#');
}

const purgeEventsStatement = statement<never>(
  'analytics: purge',
  `with senders as (delete from analytics_sender where hour_start < $1::timestamptz - interval '1 hour')
   delete from analytics_event where received_at < $1::timestamptz - interval '${KEPT_DAYS} days'`,
);

export async function purgeAnalytics(db: Database, now: Date): Promise<void> {
  await db.rows(purgeEventsStatement, [now]);
}
