import { describe, test } from 'vitest';
import {
  claimAllDueAsSmsStatement,
  claimDueNotificationsStatement,
  claimDueSmsStatement,
} from '../../book/message/outbox.ts';
import {
  type ClaimPlaces,
  claimDueAttemptsStatement,
  claimUnservedAttemptsStatement,
} from '../../book/payment-attempt/claim-attempts.ts';
import { claimDueConversionsStatement } from '../../contact/channel/conversions.ts';
import { ask, EARLIER, expectSameCost, LATER, NOW, SOON } from './waiting-rows.test-support.ts';

/* A slow operator or a slow network leaves a million rows that wait. What is due beside them is found at the same cost as
   without them. Pages are counted and not time, so the answer is the same on every machine. */

const claim = { now: new Date(NOW), claimedUntil: new Date(SOON) };

describe('a message is claimed at the same cost', () => {
  const message = (from: string, { nextTryAt, isForPhones }: { nextTryAt: string; isForPhones: boolean }) =>
    `insert into message (borrower_id, loan_id, kind, figures, on_day, created_at, next_try_at, may_be_dropped, is_for_phones)
     select n, n, 'receipt', '{}', '2026-11-21', '${NOW}', ${nextTryAt}, ${isForPhones}, ${isForPhones} from ${from} n`;
  const due = `timestamptz '${NOW}' - interval '1 second'`;
  const borrowers = (rows: number) =>
    `insert into borrower (borrower_id, mobile_sealed, registered_at, registered_on) overriding system value
     select n, '', '${NOW}', '2026-11-21' from generate_series(1, ${rows}) n`;
  const tables = ['message', 'borrower', 'payment_attempt', 'message_template'];

  test.each([
    ['by the loop of SMS', claimDueSmsStatement, false],
    ['by the loop of notifications', claimDueNotificationsStatement, true],
  ])('%s, whatever waits for the other one', async (_, statement, isForPhones) => {
    await expectSameCost({
      asked: [ask(statement, claim)],
      othersOf: (rows) => [
        borrowers(rows),
        message(`generate_series(1, ${rows})`, { nextTryAt: `'${LATER}'`, isForPhones }),
        message(`generate_series(1, ${rows})`, {
          nextTryAt: `${due} - interval '1 hour'`,
          isForPhones: !isForPhones,
        }),
        message(`generate_series(1, ${rows})`, { nextTryAt: 'null', isForPhones }),
      ],
      due: [message('generate_series(1, 2)', { nextTryAt: due, isForPhones })],
      tables,
    });
  });

  test('by a process that sends SMS alone', async () => {
    await expectSameCost({
      asked: [ask(claimAllDueAsSmsStatement, claim)],
      othersOf: (rows) => [
        borrowers(rows),
        ...[false, true].flatMap((isForPhones) =>
          [`'${LATER}'`, 'null'].map((nextTryAt) =>
            message(`generate_series(1, ${rows})`, { nextTryAt, isForPhones }),
          ),
        ),
      ],
      due: [false, true].map((isForPhones) =>
        message('generate_series(1, 2)', { nextTryAt: due, isForPhones }),
      ),
      tables,
    });
  });
});

test('a payment is claimed at the same cost, whatever waits of other operators, on other routes or for the other step', async () => {
  type Lane = { operator: string; state: string; routeId: number | null };
  const attempt = (rows: number, { operator, state, routeId }: Lane, nextStepAt: string | null) =>
    `insert into payment_attempt (borrower_id, attempt_id, loan_id, direction, purpose, amount_ngwee, operator,
       msisdn_sealed, state, submitted_on, created_at, sent_at, next_step_at, route_id)
     select n, gen_random_uuid(), n, case when n % 2 = 0 then 'payout' else 'collection' end, 'repayment', 100,
       '${operator}', '', '${state}', '2026-11-21', '${NOW}', ${state === 'created' ? 'null' : `'${NOW}'`},
       ${nextStepAt ? `'${nextStepAt}'` : 'null'}, ${routeId} from generate_series(1, ${rows}) n`;
  const [mtnRoute, otherRoute, goneRoute, zamtelRoute] = [1, 2, 3, 4];
  const routes = `insert into operator_route (route_id, operator, platform, environment, api_user, first_served_at)
    overriding system value
    select n, case n when ${zamtelRoute} then 'zamtel' else 'mtn' end, 'https://operator.example', 'live', n::text,
      '${NOW}' from generate_series(${mtnRoute}, ${zamtelRoute}) n`;
  const sent = { operator: 'mtn', state: 'created', routeId: mtnRoute };
  const sentFirst = { operator: 'mtn', state: 'created', routeId: null };
  const asked = { operator: 'zamtel', state: 'pending', routeId: zamtelRoute };
  const askedAnywhere = { operator: 'zamtel', state: 'pending', routeId: null };
  const withoutRoute = { operator: 'mtn', state: 'pending', routeId: goneRoute };
  const withoutOperator = { operator: 'airtel', state: 'created', routeId: null };
  const placeOf = (operator: 'mtn' | 'zamtel', areToBeSent: boolean, routeId: number) => {
    const routeIds = { collection: routeId, payout: routeId };
    const place: ClaimPlaces = { operator, areToBeSent, routeIds, isCurrent: true, limit: 200 };
    return { ...claim, places: JSON.stringify([place]) };
  };
  await expectSameCost({
    asked: [
      ask(claimDueAttemptsStatement, placeOf('mtn', true, mtnRoute)),
      ask(claimDueAttemptsStatement, placeOf('zamtel', false, zamtelRoute)),
      ask(claimUnservedAttemptsStatement, {
        ...claim,
        operators: ['mtn', 'zamtel'],
        goneCollectionRouteIds: [goneRoute],
        gonePayoutRouteIds: [goneRoute],
      }),
    ],
    othersOf: (rows) => [
      routes,
      ...[
        { ...sent, state: 'pending' },
        { ...sent, routeId: otherRoute },
        { ...asked, state: 'created' },
        { ...asked, routeId: otherRoute },
      ].map((lane) => attempt(rows / 5, lane, EARLIER)),
      ...[sent, asked, withoutRoute, withoutOperator].map((lane) => attempt(rows / 5, lane, LATER)),
      attempt(rows, { ...sent, state: 'succeeded' }, null),
    ],
    due: [sent, sentFirst, asked, askedAnywhere, withoutRoute, withoutOperator].map((lane) =>
      attempt(2, lane, NOW),
    ),
    tables: ['payment_attempt', 'operator_route'],
  });
});

test('the report of a registration is claimed at the same cost, whatever waits for later or was reported', async () => {
  const conversion = (rows: number, { nextTryAt, from }: { nextTryAt: string | null; from: number }) =>
    `insert into conversion (borrower_id, event_id, channel_code, registered_at, next_try_at)
     select n, gen_random_uuid(), 'thumba', '${NOW}', ${nextTryAt ? `'${nextTryAt}'` : 'null'}
     from generate_series(${from}, ${from} + ${rows} - 1) n`;
  await expectSameCost({
    asked: [ask(claimDueConversionsStatement, { ...claim, lookAgainAt: new Date(LATER) })],
    othersOf: (rows) => [
      conversion(rows, { nextTryAt: LATER, from: 1 }),
      conversion(rows, { nextTryAt: null, from: 500_001 }),
      `insert into consent_given (borrower_id, kind) select n, 'marketing' from generate_series(1, ${rows}) n`,
    ],
    due: [
      `update channel set channel_code = 'thumba', pixel_id = '1', pixel_token_sealed = '' where is_default`,
      conversion(2, { nextTryAt: EARLIER, from: 1_000_001 }),
    ],
    tables: ['conversion', 'channel', 'consent_given'],
  });
});
