import { type AttemptState, hasEnded } from '@thumba/lending/attempt';
import type { OperatorName } from '@thumba/lending/ledger';
import {
  type AttemptRow,
  type HandOverReason,
  holdAttemptStatement,
  noteAttemptStatement,
  noteNoNewsStatement,
  type ToldStep,
} from '../../book/payment-attempt/attempt-statements.ts';
import type { FloatReserves } from '../../book/settings/operator-settings.ts';
import { toDate } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { End, EndDeps } from './attempt-end.ts';
import { endAttempt } from './attempt-ending.ts';
import type { FloatGuard } from './float-guard.ts';
import type { ConnectedOperator, HoldReason } from './operators/operator.ts';
import type { Connections } from './served-routes.ts';

export type DriverDeps = EndDeps &
  Connections & {
    onNewMessages(): void;
    sealing: Sealing;
    log: Log;
    /**
     * Longer than the time limit of a call, so that two processes seldom work on one attempt. Where they do, the operator
     * knows both instructions by one id, and only the later claim is written down (`claimedStepAt`).
     */
    claimMs: number;
    /** A collection that could not be sent for this long ends as failed. */
    giveUpBeforeSendingMs: number;
    promptSeconds: number;
    floatReserves(): FloatReserves;
    floatAskEveryMs: number;
    /** After this time an operator may have forgotten an instruction. */
    forgetsAfterMs: Readonly<Record<OperatorName, number>>;
    /** From 0 up to, not including, 1. Steps that would fall together are spread by it. */
    chance(): number;
  };

export type StepDeps = DriverDeps & { float: FloatGuard };

const SOONEST_RETRY_SECONDS = 3;
const LATEST_RETRY_SECONDS = 60;
/** Between the two, the wait is this share of the time since the attempt was made. */
const RETRY_SHARE = 0.25;
/** A borrower is told that an operator is down only after this time. */
const TELL_OF_OUTAGE_AFTER_MS = 60_000;
/** An attempt that a person has to look at is looked at again after this time, because its route may be back. */
const LOOK_AGAIN_SECONDS = 60 * 60;

export async function note(
  deps: DriverDeps,
  attempt: AttemptRow,
  progress: {
    state: AttemptState;
    inSeconds: number;
    operatorCode?: string | undefined;
    handedOverFor?: HandOverReason | undefined;
    /** The operator shows that it knows the instruction. */
    isKnown?: boolean;
    /** What the history of the payment keeps of the answer. Unset, it has it already. */
    told?: ToldStep | undefined;
  },
): Promise<void> {
  const nextStepMs = deps.clock.nowMs() + Math.max(0, progress.inSeconds) * 1000;
  const sentAtMs = (attempt.sent_at ?? attempt.created_at).getTime();
  await deps.db.rows(noteAttemptStatement, {
    borrowerId: attempt.borrower_id,
    attemptId: attempt.attempt_id,
    state: progress.state,
    claimedStepAt: attempt.next_step_at,
    nextStepAt: toDate(nextStepMs),
    sentAt: attempt.sent_at,
    enquiries: attempt.enquiries,
    notFound: attempt.not_found,
    unanswered: attempt.unanswered,
    operatorCode: progress.operatorCode ?? null,
    expiresAt:
      attempt.direction === 'collection' && progress.state === 'pending'
        ? toDate(sentAtMs + deps.promptSeconds * 1000)
        : null,
    handedOverFor: progress.handedOverFor ?? null,
    isKnown: progress.isKnown ?? false,
    routeId: attempt.route_id,
    told: progress.told ?? null,
    now: toDate(deps.clock.nowMs()),
  });
}

export async function noteNoNews(deps: DriverDeps, attempt: AttemptRow): Promise<void> {
  await deps.db.rows(noteNoNewsStatement, {
    borrowerId: attempt.borrower_id,
    attemptId: attempt.attempt_id,
    claimedStepAt: attempt.next_step_at,
    now: toDate(deps.clock.nowMs()),
  });
}

/** The operator surely did not do it. It is sent again later, at intervals that grow with the wait. */
export async function hold(
  deps: StepDeps,
  attempt: AttemptRow,
  reason: HoldReason,
  {
    retryAfterSeconds = 0,
    isKnown = false,
  }: { retryAfterSeconds?: number | undefined; isKnown?: boolean } = {},
): Promise<void> {
  const nowMs = deps.clock.nowMs();
  const waitedMs = nowMs - attempt.created_at.getTime();
  const ownSeconds = Math.min(
    LATEST_RETRY_SECONDS,
    Math.max(SOONEST_RETRY_SECONDS, RETRY_SHARE * (waitedMs / 1000)),
  );
  const inSeconds = Math.max(sooner(deps, ownSeconds), later(deps, retryAfterSeconds));
  const isWorthTelling =
    reason !== 'under_review' && (reason !== 'operator_down' || waitedMs >= TELL_OF_OUTAGE_AFTER_MS);
  const told = await deps.db.rows(holdAttemptStatement, {
    borrowerId: attempt.borrower_id,
    attemptId: attempt.attempt_id,
    claimedStepAt: attempt.next_step_at,
    nextStepAt: toDate(nowMs + inSeconds * 1000),
    reason,
    now: toDate(nowMs),
    // The payer of money in suspense does not wait for it, and may be no borrower.
    isWorthTelling: attempt.direction === 'payout' && attempt.purpose !== 'suspense_return' && isWorthTelling,
    isFirstSending: attempt.is_first_sending ?? false,
    isKnown,
    today: deps.today(),
  });
  if (told.length > 0) deps.onNewMessages();
}

/**
 * A person has to find out the outcome. The attempt is never sent again and never ended by an operator's "not found".
 * It is looked at again: its route may be back, and an operator may still tell that it succeeded.
 */
export async function handOver(
  deps: DriverDeps,
  attempt: AttemptRow,
  reason: HandOverReason,
  operatorCode?: string,
): Promise<void> {
  if (hasEnded(attempt.state)) return noteNoNews(deps, attempt);
  if (attempt.handed_over_for === null) {
    const { attempt_id: attemptId, operator, route_id: routeId } = attempt;
    deps.log.error(
      { attemptId, operator, routeId, reason },
      'a person has to find out the outcome of a payment',
    );
  }
  return note(deps, attempt, {
    state: 'unknown',
    inSeconds: LOOK_AGAIN_SECONDS,
    handedOverFor: reason,
    operatorCode,
    told: attempt.handed_over_for === null ? 'handed_over' : undefined,
  });
}

export async function end(
  deps: StepDeps,
  operator: ConnectedOperator,
  attempt: AttemptRow,
  ending: End,
): Promise<void> {
  // The float guard knows first, so that the payout which replaces a refused one is not sent at once.
  if (attempt.direction === 'payout') {
    if (ending.state === 'succeeded') deps.float.paidOut(operator);
    else if (ending.reason === 'float_low') deps.float.refused(operator);
  }
  return endAttempt(deps, attempt, ending);
}

/** `pending` alone says it of an attempt of an earlier version. */
export function isKnownToOperator({ known_to_operator_at, state }: AttemptRow): boolean {
  return known_to_operator_at !== null || state === 'pending';
}

/** An attempt that was being sent when its process died has an unknown outcome. */
export function stillOpen(state: AttemptState): AttemptState {
  return state === 'sent' || state === 'created' ? 'unknown' : state;
}

export function scheduled(deps: DriverDeps, operator: ConnectedOperator, attempt: AttemptRow): number {
  return operator.enquirySchedule.nextEnquiryAfterSeconds({
    direction: attempt.direction,
    enquiriesDone: attempt.enquiries,
    secondsSinceSent: secondsSinceSent(deps, attempt),
    chance: deps.chance(),
  });
}

export function secondsSinceSent(deps: DriverDeps, attempt: AttemptRow): number {
  return (deps.clock.nowMs() - (attempt.sent_at ?? attempt.created_at).getTime()) / 1000;
}

/** Spreads the second tries of what failed together. Half of the wait is kept. */
export function sooner({ chance }: DriverDeps, seconds: number): number {
  return seconds * (1 - chance() / 2);
}

/** Spreads what waits for the same instant over as long a time after it. */
export function later({ chance }: DriverDeps, seconds: number): number {
  return seconds * (1 + chance());
}
