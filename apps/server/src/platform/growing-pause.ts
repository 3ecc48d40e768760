import type { Database } from './database.ts';
import { purge, purgeStatement } from './purge.ts';

/*
 * A growing pause slows uses down and never ends them: the first uses of 24 hours are free, then the pause after a use
 * is 1, 2, 4, 8 and at most 10 minutes. The uses of a subject are one row, whose lock makes simultaneous uses take turns.
 */

export const PAUSE_MINUTES = [1, 2, 4, 8, 10];

/** More uses than this are not kept. A higher number of free uses is never reached. */
const MOST_KEPT = 100;

/** All parts are SQL. `free` is how many uses of 24 hours have no pause after them, but the last one. */
type Pause = { now: string; free: string | number };

/** An SQL expression: the instant at which the pause after the newest use in the array ends, or null without a use. */
export function pauseEndsAt({ uses, now, free }: Pause & { uses: string }): string {
  return `(select max(use) + ${pauseAfter('count(*)', free)} from unnest(${uses}) as use where ${isRecent(now)})`;
}

/** An SQL expression: how long the pause is after this many uses. */
export function pauseAfter(count: string, free: string | number): string {
  const lengths = `array[${PAUSE_MINUTES.join(', ')}]`;
  return `case when ${count} < ${free}::integer then interval '0'
    else (${lengths})[least(${count} - ${free}::integer + 1, ${PAUSE_MINUTES.length})] * interval '1 minute' end`;
}

/** An SQL expression: the uses of the last 24 hours of a subject, null where it has none. */
export function usesOfSubject(kind: string, subjectHash: string): string {
  return `(select used_at from growing_pause where kind = '${kind}' and subject_hash = ${subjectHash}::bytea)`;
}

/** An SQL expression: how many uses of the array are in the last 24 hours. */
export function recentUses(uses: string, now: string): string {
  return `(select count(*) from unnest(${uses}) as use where ${isRecent(now)})`;
}

/**
 * An insert, as a CTE: it takes the turn of a subject, and returns the uses as `used_at`, or no row where `isFree` of
 * the uses of the subject is false. The use is counted only where `isCounted` holds.
 */
export function takeTurn(turn: {
  kind: string;
  subjectHash: string;
  now: string;
  isCounted: string;
  isFree(uses: string): string;
  from: string;
}): string {
  const { kind, subjectHash, now, isCounted, isFree, from } = turn;
  return `insert into growing_pause as pause (kind, subject_hash, used_at, counts_until)
    select '${kind}', ${subjectHash}::bytea,
      case when ${isCounted} then array[${now}::timestamptz] else array[]::timestamptz[] end,
      ${now}::timestamptz + interval '24 hours'
    from ${from}
    on conflict (kind, subject_hash) do update set
      used_at = array(
        select use from unnest(pause.used_at || excluded.used_at) as use where ${isRecent(now)}
        order by use desc limit ${MOST_KEPT}
      ),
      counts_until = greatest(pause.counts_until, excluded.counts_until)
      where ${isFree('pause.used_at')}
    returning used_at`;
}

/** An update, as a CTE: a use at this instant no longer counts against these subjects. */
export function forgetTurns(subjects: Record<string, string>, usedAt: string): string {
  const which = Object.entries(subjects).map(
    ([kind, hash]) => `(kind = '${kind}' and subject_hash = ${hash}::bytea)`,
  );
  return `update growing_pause set used_at = array_remove(used_at, ${usedAt}::timestamptz)
    where ${which.join(' or ')}`;
}

function isRecent(now: string): string {
  return `use > ${now}::timestamptz - interval '24 hours'`;
}

const purgePausesStatement = purgeStatement<{ now: Date }>('growing pause: purge', {
  table: 'growing_pause',
  endedAt: 'counts_until',
  isOver: 'counts_until <= $now::timestamptz',
});

export async function purgeGrowingPauses(db: Database, now: Date): Promise<void> {
  await purge(db, purgePausesStatement, { now });
}
