import { hasEnded } from '@thumba/lending/attempt';
import type { AttemptRow } from '../../book/payment-attempt/attempt-statements.ts';
import { endAttempt } from './attempt-ending.ts';
import {
  end,
  handOver,
  isKnownToOperator,
  later,
  note,
  noteNoNews,
  type StepDeps,
  scheduled,
  secondsSinceSent,
  sooner,
  stillOpen,
} from './attempt-step.ts';
import { type ConnectedOperator, NO_STATUS_CALL, type StatusOutcome } from './operators/operator.ts';

export async function askAboutAttempt(
  deps: StepDeps,
  operator: ConnectedOperator,
  attempt: AttemptRow,
): Promise<void> {
  const outcome =
    attempt.direction === 'collection'
      ? await operator.collectionStatus(attempt.attempt_id)
      : await operator.payoutStatus(attempt.attempt_id);
  await takeStatusOutcome(deps, operator, attempt, outcome);
}

export async function takeStatusOutcome(
  deps: StepDeps,
  operator: ConnectedOperator,
  attempt: AttemptRow,
  outcome: StatusOutcome,
): Promise<void> {
  const asked = { ...attempt, enquiries: attempt.enquiries + 1, unanswered: 0 };
  const onSchedule = () => scheduled(deps, operator, asked);
  // An attempt that ended without money is asked about after a callback. Only a success changes it.
  if (hasEnded(attempt.state) && ['failed', 'expired', 'not_found'].includes(outcome.kind)) {
    return noteNoNews(deps, attempt);
  }
  // A callback named the ended attempt. An operator that does not answer at that moment must not lose its success.
  const isAskedAgain = hasEnded(attempt.state) && outcome.kind === 'unanswered';
  const tellsNothing =
    !isAskedAgain && !['succeeded', 'failed', 'expired', 'postponed'].includes(outcome.kind);
  if (tellsNothing && mayBeForgotten(deps, attempt)) {
    return handOver(deps, asked, 'operator_forgets', codeOf(outcome));
  }
  switch (outcome.kind) {
    case 'succeeded':
      if (outcome.amountNgwee !== undefined && outcome.amountNgwee !== attempt.amount_ngwee) {
        deps.log.error(
          { attemptId: attempt.attempt_id },
          'the operator reports another amount than was asked for',
        );
        return note(deps, asked, {
          state: 'unknown',
          inSeconds: onSchedule(),
          operatorCode: 'AMOUNT_DIFFERS',
          isKnown: true,
          told: 'amount_differs',
        });
      }
      return end(deps, operator, attempt, {
        state: 'succeeded',
        operatorReference: outcome.operatorReference,
      });
    case 'failed':
      return end(deps, operator, attempt, { state: 'failed', reason: outcome.reason });
    case 'expired':
      return end(deps, operator, attempt, { state: 'expired', reason: 'prompt_expired' });
    case 'pending':
      // Only denials in a row count: the operator knows it now.
      return note(
        deps,
        { ...asked, not_found: 0 },
        { state: 'pending', inSeconds: onSchedule(), isKnown: true, told: 'pending' },
      );
    case 'unknown':
      return note(deps, asked, {
        state: 'unknown',
        inSeconds: onSchedule(),
        operatorCode: outcome.operatorCode,
        isKnown: outcome.operatorCode !== NO_STATUS_CALL,
        told: outcome.operatorCode === NO_STATUS_CALL ? undefined : 'unknown',
      });
    case 'unanswered':
      return takeUnanswered(deps, operator, attempt);
    case 'postponed':
      return note(deps, attempt, {
        state: stillOpen(attempt.state),
        inSeconds: later(deps, outcome.inSeconds),
      });
    case 'not_found':
      return takeNotFound(deps, operator, { ...asked, not_found: attempt.not_found + 1 });
  }
}

async function takeUnanswered(
  deps: StepDeps,
  operator: ConnectedOperator,
  attempt: AttemptRow,
): Promise<void> {
  const unanswered = attempt.unanswered + 1;
  // For an ended attempt it counts as an enquiry, so that the gaps grow to a day.
  const enquiries = attempt.enquiries + (hasEnded(attempt.state) ? 1 : 0);
  const asked = { ...attempt, unanswered, enquiries };
  const soon = operator.enquirySchedule.afterUnansweredSeconds(unanswered);
  return note(deps, asked, {
    state: stillOpen(attempt.state),
    inSeconds: soon === undefined ? scheduled(deps, operator, asked) : sooner(deps, soon),
    // An operator that is down is asked again and again.
    told: unanswered === 1 ? 'unanswered' : undefined,
  });
}

/**
 * The operator does not know the id. The first time it may only be slow. The second time, long enough after sending, it
 * never received the instruction: then a collection ends, and a payout is sent again under the same id. If the operator
 * knew the id before, one of its answers is wrong.
 */
async function takeNotFound(deps: StepDeps, operator: ConnectedOperator, attempt: AttemptRow): Promise<void> {
  // A person is finding out the outcome, also where its route is back.
  if (attempt.handed_over_for !== null) return handOver(deps, attempt, attempt.handed_over_for);
  const { notFoundAfterSeconds, notFoundGapSeconds } = operator.enquirySchedule;
  const sentSeconds = secondsSinceSent(deps, attempt);
  const isSure = attempt.not_found >= 2 && sentSeconds >= notFoundAfterSeconds;
  if (!isSure) {
    const leastSeconds = Math.max(notFoundGapSeconds, notFoundAfterSeconds - sentSeconds);
    const untilSure = leastSeconds + notFoundGapSeconds * deps.chance();
    const inSeconds =
      attempt.not_found === 1 ? Math.min(untilSure, scheduled(deps, operator, attempt)) : untilSure;
    return note(deps, attempt, {
      state: stillOpen(attempt.state),
      inSeconds,
      told: 'not_found',
    });
  }
  // Another platform may have the instruction of an earlier version.
  if (attempt.route_id === null) return handOver(deps, attempt, 'route_unknown');
  if (isKnownToOperator(attempt)) return handOver(deps, attempt, 'operator_denies');
  if (attempt.direction === 'collection') {
    return endAttempt(deps, attempt, { state: 'failed', reason: 'request_not_received' });
  }
  return note(
    deps,
    { ...attempt, not_found: 0, enquiries: 0 },
    {
      state: 'created',
      inSeconds: 0,
      told: 'to_be_sent_again',
    },
  );
}

function codeOf(outcome: StatusOutcome): string | undefined {
  return outcome.kind === 'unknown' ? outcome.operatorCode : undefined;
}

/** After this time an operator that does not tell the end may have forgotten the instruction. */
function mayBeForgotten(deps: StepDeps, attempt: AttemptRow): boolean {
  return secondsSinceSent(deps, attempt) * 1000 >= deps.forgetsAfterMs[attempt.operator];
}
