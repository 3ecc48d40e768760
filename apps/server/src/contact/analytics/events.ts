import type { Body } from '@thumba/contract/wire';
import { adoptedMobileHash } from '../../book/adopted-mobile-hash.ts';
import { addressHash } from '../../people/borrower/network-address.ts';
import { type BatchLine, createBatchLine } from '../../platform/batch-line.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { purge, purgeStatement } from '../../platform/purge.ts';
import type { Sealing } from '../../platform/sealing.ts';

export type AnalyticsEvent = Exclude<Body<'buriedPointV2'>, readonly unknown[]>;

/** The events of one request. */
export type Arrival = { events: readonly AnalyticsEvent[]; address: string; channelCode: string };

export type Analytics = {
  /** Keeps events, unless too many wait in this process or their address has reached its limit. */
  keep(arrival: Arrival): Promise<void>;
};

export type AnalyticsDeps = {
  db: Database;
  sealing: Sealing;
  clock: Clock;
  eventsPerAddressPerHour: number;
};

const MAX_WAITING_EVENTS = 20_000;
const MAX_BATCH_SIZE = 200;
const KEPT_DAYS = 90;

type EventRecord = {
  address_hash: string;
  device_type: number;
  app_name: string;
  app_version: string;
  channel_code: string;
  page_id: string;
  page_name: string;
  action_id: string;
  action_name: string;
  value: string | null;
  /** Under each live key. */
  mobile_hashes: string[] | null;
};

/** One of the pages on which the app opens was shown. How often is kept for longer than the events. */
const IS_OPENING = `action_id = 'show' and page_id in ('/home', '/promotion')`;

/** The counter of an address is raised by all of its events. Beyond the limit no event is kept. */
const keepEventsStatement = statement<never, { now: Date; eventsPerAddressPerHour: number; events: string }>(
  'analytics: keep',
  `with arrived as (
     select decode(address_hash, 'hex') as address_hash, device_type, app_name, app_version, channel_code, page_id,
       page_name, action_id, action_name, value, case when mobile_hashes is not null then
         ${adoptedMobileHash('mobile_hashes')} end as mobile_hash
     from json_to_recordset($events::json) as e(address_hash text, device_type smallint, app_name text,
       app_version text, channel_code text, page_id text, page_name text, action_id text, action_name text, value text,
       mobile_hashes bytea[])
   ),
   counted as (
     insert into analytics_sender as sender (address_hash, hour_start, events)
     select address_hash, date_trunc('hour', $now::timestamptz), count(*) from arrived
     group by address_hash order by address_hash
     on conflict (address_hash, hour_start) do update set events = sender.events + excluded.events
     returning address_hash, events
   ),
   kept as (select * from arrived join counted using (address_hash) where counted.events <= $eventsPerAddressPerHour::integer),
   opened as (
     insert into app_opening_day as day (on_day, channel_code, openings)
     select ($now::timestamptz at time zone 'Africa/Lusaka')::date,
       coalesce((select c.channel_code from channel c where c.channel_code = kept.channel_code),
         (select c.channel_code from channel c where c.is_default)) as known_code, count(*)
     from kept where ${IS_OPENING} group by known_code order by known_code
     on conflict (on_day, channel_code) do update set openings = day.openings + excluded.openings
   )
   insert into analytics_event (received_at, device_type, app_name, app_version, channel_code, page_id, page_name,
     action_id, action_name, value, mobile_hash)
   select $now::timestamptz, device_type, app_name, app_version, channel_code, page_id, page_name, action_id,
     action_name, value, mobile_hash
   from kept`,
);

export function openAnalytics({ db, sealing, clock, eventsPerAddressPerHour }: AnalyticsDeps): Analytics {
  let waiting = 0;

  const line: BatchLine<Arrival, null> = createBatchLine({
    maxSize: MAX_BATCH_SIZE,
    async run(arrivals) {
      const rows = arrivals.flatMap(({ events, address, channelCode }) => {
        const sender = addressHash(sealing, address);
        return events.map((event) => rowOf(sealing, sender, channelCode, event));
      });
      await db.rows(keepEventsStatement, {
        now: toDate(clock.nowMs()),
        eventsPerAddressPerHour,
        events: JSON.stringify(rows),
      });
      return arrivals.map(() => null);
    },
  });

  return {
    async keep(arrival) {
      if (waiting + arrival.events.length > MAX_WAITING_EVENTS) return;
      waiting += arrival.events.length;
      try {
        await line.push(arrival);
      } finally {
        waiting -= arrival.events.length;
      }
    },
  };
}

function rowOf(sealing: Sealing, sender: Buffer, channelCode: string, event: AnalyticsEvent): EventRecord {
  const number = typedNumber(event.value);
  return {
    address_hash: sender.toString('hex'),
    device_type: event.deviceType,
    app_name: withoutNumbers(event.appName),
    app_version: withoutNumbers(event.appVersion),
    channel_code: withoutNumbers(channelCode),
    page_id: withoutNumbers(event.pageId),
    page_name: withoutNumbers(event.pageName),
    action_id: withoutNumbers(event.actionId),
    action_name: withoutNumbers(event.actionName),
    value: number === undefined && event.value !== '' ? withoutNumbers(event.value) : null,
    mobile_hashes:
      number === undefined
        ? null
        : sealing.lookupHashes('mobile', number).map((hash) => `\\x${hash.toString('hex')}`),
  };
}

/** The digits of a mobile number, in any notation or incomplete. A complete one gets the notation that is hashed. */
function typedNumber(value: string): string | undefined {
  const digits = value.replaceAll(/[\s().+-]/g, '');
  if (!/^\d{7,15}$/.test(digits)) return undefined;
  return /^(?:260)?[579]\d{8}$/.test(digits) ? `0${digits.slice(-9)}` : digits;
}

/** The text with every number of seven or more digits replaced, in case it holds a mobile number. */
function withoutNumbers(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '').replaceAll(/\d(?:[\s().+-]*\d){6,}/g, '#');
}

const purgeSendersStatement = purgeStatement<{ now: Date }>('analytics: purge senders', {
  table: 'analytics_sender',
  endedAt: 'hour_start',
  isOver: `hour_start < $now::timestamptz - interval '1 hour'`,
});

const purgeEventsStatement = purgeStatement<{ now: Date }>('analytics: purge', {
  table: 'analytics_event',
  endedAt: 'received_at',
  isOver: `received_at < $now::timestamptz - interval '${KEPT_DAYS} days'`,
});

export async function purgeAnalytics(db: Database, now: Date): Promise<void> {
  await purge(db, purgeSendersStatement, { now });
  await purge(db, purgeEventsStatement, { now });
}
