import { day } from '@thumba/lending/day';
import { test } from 'vitest';
import { purgeCallbacks } from '../../book/payment-attempt/purge-callbacks.ts';
import { purgeSecurityEvents } from '../../book/security-log/events.ts';
import { purgeTraces } from '../../book/trace/borrower-trace.ts';
import { purgeAnalytics } from '../../contact/analytics/events.ts';
import { purgeConversions } from '../../contact/channel/conversions.ts';
import { purgePaperDownloads } from '../../credit/paper/commands.ts';
import { purgeWelcomedNumbers } from '../../people/borrower/admission.ts';
import { purgeCodeHours } from '../../people/borrower/code-budget.ts';
import { purgeCodes } from '../../people/borrower/mobile-code.ts';
import { purgeStepUpCodes } from '../../people/borrower/step-up-code.ts';
import { purgeUsesOfDay } from '../../people/borrower/uses-of-day.ts';
import { purgeFrameMarks } from '../../people/face/frame-marks.ts';
import { purgeSeenRequests } from '../../people/session/authenticate.ts';
import { purgeSessions } from '../../people/session/commands.ts';
import { purgeGoogleTokens } from '../../people/session/google-account.ts';
import { purgeGrowingPauses } from '../../platform/growing-pause.ts';
import { purgeCountedUses } from '../../platform/limit.ts';
import { purgeDataDownloads } from '../personal-data/downloads.ts';
import { askedBy, EARLIER, expectSameCost, LATER, NOW } from './waiting-rows.test-support.ts';

const now = new Date(NOW);
const today = day('2026-11-21');
const LONG_AGO = '2024-01-01T00:00:00Z';

/** Columns and values of a row number `n` whose time is the SQL `at`. */
const TABLES: Readonly<Record<string, (at: string) => Readonly<Record<string, string>>>> = {
  request_seen: (at) => ({ request_hash: 'hash', seen_at: at }),
  session: (at) => ({
    ...{ token_hash: 'hash', borrower_id: 'n', created_at: at, expires_at: at, ends_at: at, used_at: at },
  }),
  counted_use: (at) => ({ kind: `'code'`, subject_hash: 'hash', used_at: at, counts_until: at }),
  growing_pause: (at) => ({ kind: `'code'`, subject_hash: 'hash', used_at: `'{}'`, counts_until: at }),
  face_frame_mark: (at) => ({ mark_hash: 'hash', check_id: `'1'`, seen_at: at }),
  borrower_use_of_day: (at) => ({ borrower_id: 'n', kind: `'claim'`, on_day: `${at}::date`, uses: '1' }),
  signin_code: (at) => ({
    ...{
      purpose: `'change_number'`,
      mobile_hash: 'hash',
      lane_hash: `''`,
      is_of_network: 'false',
      code_hash: `''`,
    },
    ...{ sent_at: at, expires_at: at, tries_left: '1', tries_of_others_left: '1', sends: `'{}'` },
  }),
  step_up_code: (at) => ({
    ...{ borrower_id: 'n', session_id: 'gen_random_uuid()', purpose: `'download'`, code_hash: `''` },
    ...{ sent_at: at, expires_at: at, tries_left: '1' },
  }),
  code_hour: (at) => ({ hour: at, prefix: 'n::text', shard: '0', sent: '1', verified: '0' }),
  code_alarm: (at) => ({ hour: at, kind: `'budget'`, prefix: 'n::text' }),
  welcomed_number: (at) => ({ mobile_hash: 'hash', welcomed_on: `${at}::date` }),
  borrower_trace: (at) => ({ kind: `'contact'`, subject_hash: 'hash', borrower_id: 'n', seen_at: at }),
  security_event: (at) => ({ happened_at: at, kind: `'sign_in'`, outcome: `'succeeded'` }),
  google_token_used: (at) => ({ token_hash: 'hash', expires_at: at }),
  data_download: (at) => ({
    ...{ ticket_hash: 'hash', borrower_id: 'n', file_name: `''`, content_type: `''`, content_sealed: `''` },
    expires_at: at,
  }),
  paper_download: (at) => ({
    ...{ ticket_hash: 'hash', borrower_id: 'n', file_name: `''`, pdf_sealed: `''`, expires_at: at },
  }),
  analytics_sender: (at) => ({ address_hash: 'hash', hour_start: at, events: '1' }),
  analytics_event: (at) => ({
    ...{ received_at: at, device_type: '1', app_name: `''`, app_version: `''`, channel_code: `''` },
    ...{ page_id: `''`, page_name: `''`, action_id: `''`, action_name: `''` },
  }),
  conversion: (at) => ({
    ...{ borrower_id: 'n', event_id: 'gen_random_uuid()', channel_code: `''`, registered_at: at },
  }),
};

/** Rows of a table whose time is `at`. Those of another `from` are others. */
function rowsOf(table: string, { rows, at, from }: { rows: number; at: string; from: number }): string {
  const columns = TABLES[table]!(`timestamptz '${at}'`);
  return `insert into ${table} (${Object.keys(columns).join(', ')})
    select ${Object.values(columns).join(', ')} from generate_series(${from}, ${from} + ${rows} - 1) n
    cross join lateral (select sha256(n::text::bytea) as hash) hashed`;
}

test('what is over is removed at the same cost, whatever is not over', async () => {
  const asked = await askedBy(async (db) => {
    await purgeSeenRequests(db, now);
    await purgeSessions(db, now);
    await purgeCountedUses(db, now);
    await purgeGrowingPauses(db, now);
    await purgeFrameMarks(db, now);
    await purgeUsesOfDay(db, { businessDay: today, lusakaDay: today });
    await purgeCodes(db, now);
    await purgeStepUpCodes(db, now);
    await purgeCodeHours(db, now);
    await purgeWelcomedNumbers(db, today);
    await purgeTraces(db, now);
    await purgeSecurityEvents(db, now);
    await purgeGoogleTokens(db, now);
    await purgeDataDownloads(db, now);
    await purgePaperDownloads(db, now);
    await purgeAnalytics(db, now);
    await purgeConversions(db, now);
  });
  await expectSameCost({
    asked,
    othersOf: (rows) => Object.keys(TABLES).map((table) => rowsOf(table, { rows, at: LATER, from: 1 })),
    due: Object.keys(TABLES).map((table) => rowsOf(table, { rows: 2, at: LONG_AGO, from: 1_000_001 })),
    tables: Object.keys(TABLES),
  });
});

test('callbacks are removed at the same cost, whatever is kept for a payment that is open or ended later', async () => {
  const callbacks = (
    rows: number,
    { at, keptSince, from }: { at: string; keptSince?: string; from: number },
  ) =>
    `insert into operator_callback (operator, attempt_id, body_hash, body_sealed, received_at, kept_since)
     select 'mtn', gen_random_uuid(), sha256(n::text::bytea), '', '${at}', ${keptSince ? `'${keptSince}'` : 'null'}
     from generate_series(${from}, ${from} + ${rows} - 1) n`;
  await expectSameCost({
    asked: await askedBy((db) => purgeCallbacks(db, now)),
    othersOf: (rows) => [
      callbacks(rows, { at: EARLIER, from: 1 }),
      callbacks(rows, { at: LONG_AGO, keptSince: EARLIER, from: 500_001 }),
    ],
    due: [callbacks(2, { at: LONG_AGO, from: 1_000_001 })],
    tables: ['operator_callback', 'payment_by_attempt', 'payment_attempt'],
  });
});
