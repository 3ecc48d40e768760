import { expect, test } from 'vitest';
import type { AttemptRow } from '../../book/payment-attempt/attempt-statements.ts';
import { takeStatusOutcome } from './ask-attempt.ts';
import type { StepDeps } from './attempt-step.ts';
import { airtelEnquirySchedule, mtnEnquirySchedule } from './operators/enquiry-schedule.ts';
import type { ConnectedOperator, EnquirySchedule, StatusOutcome } from './operators/operator.ts';
import { takeHeld } from './send-attempt.ts';

const NOW_MS = Date.parse('2026-11-21T08:00:00Z');

/** In how many seconds the next step of an attempt is, after one that was taken now. */
async function nextStepAfter(
  chance: number,
  attempt: { sentSecondsAgo: number; notFound?: number },
  takeStep: (deps: StepDeps, attempt: AttemptRow) => Promise<void>,
): Promise<number> {
  let nextStepAt = Number.NaN;
  const deps = {
    db: {
      async rows(_statement: unknown, parameters: { nextStepAt: Date }) {
        nextStepAt = parameters.nextStepAt.getTime();
        return [];
      },
    },
    clock: { nowMs: () => NOW_MS },
    chance: () => chance,
    today: () => '2026-11-21',
    forgetsAfterMs: { mtn: 1e9, airtel: 1e9, zamtel: 1e9 },
    giveUpBeforeSendingMs: 1e9,
  };
  const sentAt = new Date(NOW_MS - attempt.sentSecondsAgo * 1000);
  const row = {
    attempt_id: '3b241101-e2bb-4255-8caf-4136c566a962',
    operator: 'mtn',
    direction: 'payout',
    state: 'pending',
    created_at: sentAt,
    sent_at: sentAt,
    route_id: 1,
    enquiries: 0,
    unanswered: 0,
    not_found: attempt.notFound ?? 0,
    handed_over_for: null,
  };
  await takeStep(deps as unknown as StepDeps, row as unknown as AttemptRow);
  return (nextStepAt - NOW_MS) / 1000;
}

const asked = (schedule: EnquirySchedule, outcome: StatusOutcome) => (deps: StepDeps, attempt: AttemptRow) =>
  takeStatusOutcome(deps, { enquirySchedule: schedule } as ConnectedOperator, attempt, outcome);
const held = (retryAfterSeconds?: number) => (deps: StepDeps, attempt: AttemptRow) =>
  takeHeld(deps, attempt, {
    kind: 'held',
    reason: 'operator_down',
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });

test.each([
  [
    'that had no answer, sooner',
    { sentSecondsAgo: 20 },
    asked(mtnEnquirySchedule, { kind: 'unanswered' }),
    5,
    3.75,
  ],
  [
    'that was postponed, later than the operator said',
    { sentSecondsAgo: 20 },
    asked(mtnEnquirySchedule, { kind: 'postponed', inSeconds: 30 }),
    30,
    45,
  ],
  [
    'at MTN that is open, sooner',
    { sentSecondsAgo: 20 },
    asked(mtnEnquirySchedule, { kind: 'pending' }),
    20,
    15,
  ],
  [
    'at Airtel that is open, later',
    { sentSecondsAgo: 20 },
    asked(airtelEnquirySchedule, { kind: 'pending' }),
    20,
    25,
  ],
  [
    'that was not found once, later than the operator may be slow',
    { sentSecondsAgo: 50 },
    asked(mtnEnquirySchedule, { kind: 'not_found' }),
    10,
    12.5,
  ],
  [
    'that was not found twice, later than the operator may be slow',
    { sentSecondsAgo: 20, notFound: 1 },
    asked(mtnEnquirySchedule, { kind: 'not_found' }),
    40,
    42.5,
  ],
  ['that is held, sooner', { sentSecondsAgo: 80 }, held(), 20, 15],
  ['that is held for a time that the operator said, later', { sentSecondsAgo: 80 }, held(60), 60, 90],
])('the next step of a payment %s, is spread by chance', async (_title, attempt, takeStep, least, atHalf) => {
  expect(await nextStepAfter(0, attempt, takeStep)).toBe(least);
  expect(await nextStepAfter(0.5, attempt, takeStep)).toBe(atHalf);
});
