import { randomUUID } from 'node:crypto';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { purge, purgeStatement } from '../../platform/purge.ts';
import type { Randomness } from '../../platform/randomness.ts';
import { PIXEL_CHANNELS } from './channels.ts';

/** The consent is asked for at the registration. One that is given later is not about it. */
const CONSENT_MINUTES = 60;
/** A report that was not accepted by then is dropped. The network takes no event that is a week old. */
const KEPT_DAYS = 3;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Of two registrations one is reported. */
const REPORTED_ONE_OF = 2;

const decideStatement = statement<
  { is_reported: boolean },
  {
    borrowerId: number;
    eventId: string;
    isReported: boolean;
    pixelChannels: readonly string[];
    registeredAfter: Date;
    now: Date;
  }
>(
  'conversion: decide',
  `insert into conversion (borrower_id, event_id, channel_code, registered_at, next_try_at)
   select b.borrower_id, $eventId::uuid, c.channel_code, b.registered_at,
     case when $isReported::boolean then $now::timestamptz end
   from borrower b join channel c on c.channel_code = b.registered_channel
   where b.borrower_id = $borrowerId and b.registered_at > $registeredAfter::timestamptz
     and c.channel_code = any ($pixelChannels::text[])
     and c.pixel_id is not null and c.pixel_token_sealed is not null
   on conflict (borrower_id) do nothing
   returning next_try_at is not null as is_reported`,
);

/**
 * Draws, once for each borrower, whether the registration is reported. Called after the borrower has given the consent.
 * True when there is a new report to send.
 */
export async function decideConversion(
  { db, random, clock }: { db: Database; random: Randomness; clock: Clock },
  borrowerId: number,
): Promise<boolean> {
  const nowMs = clock.nowMs();
  const decided = await db.row(decideStatement, {
    borrowerId,
    eventId: randomUUID(),
    isReported: random.randomInt(REPORTED_ONE_OF) === 0,
    pixelChannels: PIXEL_CHANNELS,
    registeredAfter: toDate(nowMs - CONSENT_MINUTES * MINUTE_MS),
    now: toDate(nowMs),
  });
  return decided?.is_reported ?? false;
}

export type DueConversion = {
  borrower_id: number;
  event_id: string;
  registered_at: Date;
  tries: number;
  channel_code: string;
  pixel_id: string;
  pixel_token_sealed: Buffer;
  may_be_reported: boolean;
};

/** So many are taken at once. PostgreSQL has to see it when it plans. */
const CLAIM_SIZE = 20;

/**
 * Takes the next due reports. Each is due again when the claim ends. One whose borrower took the consent back, or whose
 * channel has no pixel, may be reported again after a change: it is looked at again later, and keeps no other one waiting.
 */
export const claimDueConversionsStatement = statement<
  DueConversion,
  { now: Date; claimedUntil: Date; lookAgainAt: Date }
>(
  'conversion: claim due',
  `with due as materialized (
     select v.borrower_id, v.channel_code from conversion v
     where v.next_try_at <= (select $now::timestamptz)
     order by v.next_try_at limit ${CLAIM_SIZE} for update skip locked
   ),
   judged as (
     select due.borrower_id, channel_code, c.pixel_id, c.pixel_token_sealed,
       c.pixel_id is not null and c.pixel_token_sealed is not null and exists (select from consent_given g
         where g.borrower_id = due.borrower_id and g.kind = 'marketing') as may_be_reported
     from due join channel c using (channel_code)
   )
   update conversion v set tries = v.tries + judged.may_be_reported::integer,
     next_try_at = case when judged.may_be_reported then $claimedUntil::timestamptz else $lookAgainAt::timestamptz end
   from judged where v.borrower_id = judged.borrower_id
   returning v.borrower_id, v.event_id, v.registered_at, v.tries, judged.channel_code, judged.pixel_id,
     judged.pixel_token_sealed, judged.may_be_reported`,
);

export const noteConversionStatement = statement<
  never,
  { borrowerId: number; sentAt: Date | null; nextTryAt: Date | null }
>(
  'conversion: note a try',
  `update conversion set sent_at = $sentAt::timestamptz, next_try_at = $nextTryAt::timestamptz
   where borrower_id = $borrowerId`,
);

const purgeConversionsStatement = purgeStatement<{ registeredBefore: Date }>('conversion: purge', {
  table: 'conversion',
  endedAt: 'registered_at',
  isOver: 'registered_at < $registeredBefore::timestamptz',
});

export async function purgeConversions(db: Database, now: Date): Promise<void> {
  await purge(db, purgeConversionsStatement, {
    registeredBefore: toDate(now.getTime() - KEPT_DAYS * DAY_MS),
  });
}
