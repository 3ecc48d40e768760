import { day } from '@thumba/lending/day';
import { describe, expect, test } from 'vitest';
import { reminderStep } from '../../contact/reminder/schedule-reminders.ts';
import { findOverdueOffers } from '../../credit/application/read-counter-offer.ts';
import { findOverdueEvidence } from '../../credit/application/read-evidence.ts';
import { giveNextCoupons } from '../../credit/coupon/campaigns.ts';
import { systemClock } from '../../platform/clock.ts';
import { lookAtPayments } from '../../staff/compliance/look-at-payments.ts';
import { askedBy, EARLIER, expectSameCost, LATER, NOW } from './waiting-rows.test-support.ts';

const now = new Date(NOW);
const neverUsed = { open: () => expect.fail('there is no payment') };
const LONG_AGO = '2024-01-01T00:00:00Z';

test('the next coupons of a campaign are given at the same cost, however many borrowers it has passed', async () => {
  const PASSED = 1_000_000;
  const borrowers = (rows: number, from: number) => [
    `insert into borrower (borrower_id, mobile_sealed, registered_at, registered_on) overriding system value
     select n, '', '${NOW}', '2026-11-21' from generate_series(${from}, ${from} + ${rows} - 1) n`,
    `insert into borrower_standing (borrower_id) select n from generate_series(${from}, ${from} + ${rows} - 1) n`,
  ];
  const campaigns = (rows: number, { from, finishedAt }: { from: number; finishedAt: string | null }) =>
    `insert into campaign (name, offer_code, offer_version, audience, most_coupons, request_id, started_by, started_at,
       after_borrower_id, finished_at)
     select '', 'gift', 1, 'all', 1000, n, '', '${EARLIER}', ${PASSED}, ${finishedAt ? `'${finishedAt}'` : 'null'}
     from generate_series(${from}, ${from} + ${rows} - 1) n`;
  const asked = await askedBy((db) => giveNextCoupons(db, day('2026-11-21'), now));
  await expectSameCost({
    asked,
    othersOf: (rows) => [...borrowers(rows, 1), campaigns(rows, { from: 1, finishedAt: EARLIER })],
    due: [
      ...borrowers(2, PASSED + 1),
      campaigns(1, { from: PASSED, finishedAt: null }),
      `insert into coupon_offer (offer_code, version, name, worth, valid_days)
       values ('gift', 1, 'Gift', '{"kind": "fixed", "amountNgwee": 1000}', 30)`,
    ],
    tables: ['campaign', 'borrower', 'borrower_standing', 'borrower_coupon', 'coupon_offer'],
  });
});

test('payments are looked at by the rules of alerts at the same cost, however many were looked at or wait for later', async () => {
  const payments = (rows: number, finishedAt: string) =>
    `insert into payment_attempt (borrower_id, attempt_id, loan_id, direction, purpose, amount_ngwee, operator,
       msisdn_sealed, state, submitted_on, created_at, finished_at)
     select n, gen_random_uuid(), n, 'collection', 'repayment', 100, 'mtn', '', 'succeeded', '2026-11-21', '${LONG_AGO}',
       '${finishedAt}' from generate_series(1, ${rows}) n`;
  const asked = await askedBy((db) => lookAtPayments({ db, sealing: neverUsed as never }, now));
  await expectSameCost({
    asked: asked.filter(({ name }) => /claim the look|payments to look at/.test(name)),
    othersOf: (rows) => [payments(rows, LONG_AGO), payments(rows, LATER)],
    due: [
      payments(2, EARLIER),
      `insert into alert_progress (looked_through_at, looked_through_id)
       values ('2026-01-01T00:00:00Z', '00000000-0000-0000-0000-000000000000')`,
    ],
    tables: ['payment_attempt', 'alert_progress'],
  });
});

test('the bills of a day are listed at the same cost, however many reminders wait for the morning or were sent', async () => {
  const on = day('2026-11-21');
  const asked = await askedBy((db) =>
    reminderStep({
      db,
      clock: { ...systemClock, nowMs: () => now.getTime() },
      sealing: neverUsed as never,
      quietHours: null,
      today: () => on,
      onNewMessages: () => expect.fail('there is no reminder'),
    })(on),
  );
  const DUE = 40;
  const messages = (rows: number, { borrowers, nextTryAt }: { borrowers: number; nextTryAt: string }) =>
    `insert into message (borrower_id, loan_id, kind, figures, on_day, created_at, next_try_at, may_be_dropped)
     select ${DUE} + n % ${borrowers} + 1, 1, 'reminder_due_day', '{}', '2026-11-21', '${NOW}', ${nextTryAt}, true
     from generate_series(1, ${rows}) n`;
  await expectSameCost({
    asked: asked.filter(({ name }) => name === 'reminder: list bills'),
    // What PostgreSQL knows of the table is from before the reminders of the day were written.
    othersOf: (rows) => [
      messages(1000, { borrowers: 30, nextTryAt: 'null' }),
      `insert into message (borrower_id, loan_id, kind, figures, on_day, created_at, tries, may_be_dropped)
       select n % ${DUE} + 1, 1, 'reminder_due_day', '{}', '2026-11-21', '${NOW}', 1, true
       from generate_series(1, ${rows}) n`,
      'analyze message',
      messages(rows, { borrowers: rows, nextTryAt: `'${LATER}'` }),
    ],
    due: [
      `insert into loan (borrower_id, loan_id, version, state, terms, account_id, principal_ngwee, received_ngwee,
         applied_at, applied_on)
       select n, n, 1, 'active', '{}', 1, 100, 100, '${LONG_AGO}', '2024-01-01' from generate_series(1, ${DUE}) n`,
      `insert into instalment (borrower_id, loan_id, period, starts_on, due_on, state, principal_ngwee,
         interest_ngwee, fee_ngwee)
       select n, n, 1, '2026-10-21', '2026-11-21', 'due', 100, 0, 0 from generate_series(1, ${DUE}) n`,
    ],
    tables: ['loan', 'instalment'],
    isPlannedForValues: true,
  });
});

describe('what ends by itself is found at the same cost', () => {
  const loans = (rows: number, from: number) =>
    `insert into loan (borrower_id, loan_id, version, state, terms, account_id, principal_ngwee, received_ngwee,
       applied_at, applied_on)
     select n, n, 1, 'applied', '{}', 1, 100, 100, '${LONG_AGO}', '2024-01-01'
     from generate_series(${from}, ${from} + ${rows} - 1) n`;
  type Ending = { from: number; state: string; endsAt: string; isOpen: boolean };
  const endedAt = ({ isOpen }: Ending) => (isOpen ? 'null' : `'${EARLIER}'`);
  const requests = (rows: number, ending: Ending) =>
    `insert into evidence_request (borrower_id, loan_id, loan_version, evidence, state, asked_at, ends_at, ended_at)
     select n, n, 1, 'payslip', '${ending.state}', '${LONG_AGO}', '${ending.endsAt}', ${endedAt(ending)}
     from generate_series(${ending.from}, ${ending.from} + ${rows} - 1) n`;
  const offers = (rows: number, ending: Ending) =>
    `insert into counter_offer (borrower_id, loan_id, loan_version, terms, contract_version, account_id, state,
       offered_at, ends_at, ended_at)
     select n, n, 1, '{}', '1', 1, '${ending.state}', '${LONG_AGO}', '${ending.endsAt}', ${endedAt(ending)}
     from generate_series(${ending.from}, ${ending.from} + ${rows} - 1) n`;

  test.each([
    ['pictures that were asked for', findOverdueEvidence, requests, 'evidence_request', 'asked'],
    ['offers that were made', findOverdueOffers, offers, 'counter_offer', 'offered'],
  ] as const)('%s', async (_, find, insert, table, state) => {
    await expectSameCost({
      asked: await askedBy((db) => find(db, now)),
      othersOf: (rows) => [
        insert(rows, { from: 1, state, endsAt: LATER, isOpen: true }),
        insert(rows, { from: 500_001, state: 'lapsed', endsAt: EARLIER, isOpen: false }),
        loans(rows, 1),
      ],
      due: [insert(2, { from: 1_000_001, state, endsAt: EARLIER, isOpen: true }), loans(2, 1_000_001)],
      tables: [table, 'loan'],
    });
  });
});
