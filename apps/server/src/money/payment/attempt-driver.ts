import { type AttemptState, hasEnded } from '@thumba/lending/attempt';
import type { OperatorName } from '@thumba/lending/ledger';
import {
  type AttemptRow,
  claimDueAttemptsStatement,
  holdAttemptStatement,
  noteAttemptStatement,
  noteNoNewsStatement,
} from '../../book/payment-attempt/attempt-statements.ts';
import type { FloatReserves } from '../../book/settings/operator-settings.ts';
import { toDate } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { startWorkLoop, type WorkLoop } from '../../platform/work-loop.ts';
import type { End, EndDeps } from './attempt-end.ts';
import { endAttempt } from './attempt-ending.ts';
import { createFloatGuard, type FloatGuard } from './float-guard.ts';
import { toMsisdn } from './operators/numbers.ts';
import type {
  ConnectedOperator,
  HoldReason,
  Operator,
  Operators,
  StatusOutcome,
  SubmitOutcome,
} from './operators/operator.ts';

export type DriverDeps = EndDeps & {
  onNewMessages(): void;
  sealing: Sealing;
  operators: Operators;
  log: Log;
  /** Longer than the time limit of a call, so that two processes never work on one attempt. */
  claimMs: number;
  /** A collection that could not be sent for this long ends as failed. */
  giveUpBeforeSendingMs: number;
  promptSeconds: number;
  floatReserves: FloatReserves;
  floatAskEveryMs: number;
  /** From 0 up to, not including, 1. Steps that would fall together are spread by it. */
  chance(): number;
};

type StepDeps = DriverDeps & { float: FloatGuard };

const CLAIM_SIZE = 200;
const LOOK_EVERY_MS = 500;
const SOONEST_RETRY_SECONDS = 3;
const LATEST_RETRY_SECONDS = 60;
/** Between the two, the wait is this share of the time since the attempt was made. */
const RETRY_SHARE = 0.25;
/** A borrower is told that an operator is down only after this time. */
const TELL_OF_OUTAGE_AFTER_MS = 60_000;

export type AttemptDriver = WorkLoop & {
  /** The end of a claim that is made now. Until then no other process works on the attempt. */
  claimedUntil(): Date;
  /** Continues attempts that callbacks name. They are claimed, except those that are still to be sent. */
  follow(attempts: AttemptRow[]): void;
};

/** Calls the operators for every attempt whose next step is due: sends new attempts, asks about open ones. */
export function startAttemptDriver(driverDeps: DriverDeps): AttemptDriver {
  const float = createFloatGuard({
    db: driverDeps.db,
    clock: driverDeps.clock,
    reserves: driverDeps.floatReserves,
    askEveryMs: driverDeps.floatAskEveryMs,
  });
  const deps: StepDeps = { ...driverDeps, float };
  const underWay = new Set<Promise<void>>();
  const enquiriesUnderWay = new Map<OperatorName, number>();
  const claimedUntil = () => toDate(deps.clock.nowMs() + deps.claimMs);
  const loop = startWorkLoop({
    everyMs: LOOK_EVERY_MS,
    onError: (error) => deps.log.error({ err: error }, 'payment attempts could not be taken'),
    async takeBatch() {
      const claimed = await deps.db.rows(claimDueAttemptsStatement, {
        now: toDate(deps.clock.nowMs()),
        claimedUntil: claimedUntil(),
        ...placesOfClaim(Object.values(deps.operators), enquiriesUnderWay),
      });
      for (const attempt of claimed) begin(attempt);
      return claimed.length;
    },
  });

  /** Begins a step without waiting for it, so that a slow operator does not delay the next claim. */
  function begin(attempt: AttemptRow): void {
    const enquiries = attempt.was === 'created' ? 0 : 1;
    count(enquiriesUnderWay, attempt.operator, enquiries);
    const done = step(deps, attempt)
      .catch((error) =>
        deps.log.error({ err: error, attemptId: attempt.attempt_id }, 'a payment attempt could not be moved'),
      )
      .finally(() => {
        underWay.delete(done);
        count(enquiriesUnderWay, attempt.operator, -enquiries);
      });
    underWay.add(done);
  }

  return {
    poke: loop.poke,
    claimedUntil,
    follow(attempts) {
      for (const attempt of attempts) {
        if (attempt.was === 'created') loop.poke();
        else begin(attempt);
      }
    },
    async stop() {
      await loop.stop();
      await Promise.all(underWay);
    },
  };
}

function count(counts: Map<OperatorName, number>, operator: OperatorName, change: number): void {
  counts.set(operator, (counts.get(operator) ?? 0) + change);
}

/** How many attempts of each operator may be claimed: those to be sent, and those to be asked about. */
function placesOfClaim(operators: ConnectedOperator[], enquiriesUnderWay: Map<OperatorName, number>) {
  const places = operators.flatMap(({ name, enquiriesAtOnce }) => [
    { operator: name, isNew: true, limit: CLAIM_SIZE },
    {
      operator: name,
      isNew: false,
      limit: Math.max(0, Math.min(CLAIM_SIZE, enquiriesAtOnce - (enquiriesUnderWay.get(name) ?? 0))),
    },
  ]);
  return {
    operators: places.map(({ operator }) => operator),
    areNew: places.map(({ isNew }) => isNew),
    limits: places.map(({ limit }) => limit),
  };
}

async function step(deps: StepDeps, attempt: AttemptRow): Promise<void> {
  const operator = deps.operators[attempt.operator];
  if (!operator) throw new Error(`operator ${attempt.operator} is not configured`);
  if (attempt.was === 'created') await send(deps, operator, attempt);
  else await enquire(deps, operator, attempt);
}

async function send(deps: StepDeps, operator: Operator, attempt: AttemptRow): Promise<void> {
  const { attempt_id: attemptId, amount_ngwee: amountNgwee } = attempt;
  if (attempt.direction === 'payout' && !(await deps.float.admits(operator, { attemptId, amountNgwee }))) {
    return hold(deps, attempt, 'float_low');
  }
  try {
    const instruction = {
      attemptId,
      msisdn: toMsisdn(deps.sealing.open('payment_attempt.msisdn_sealed', attempt, attempt.msisdn_sealed)),
      amountNgwee,
      ...textsOf(attempt),
    };
    const outcome =
      attempt.direction === 'collection'
        ? await operator.collect(instruction)
        : await operator.payOut(instruction);
    await takeSubmitOutcome(deps, operator, attempt, outcome);
  } finally {
    if (attempt.direction === 'payout') deps.float.answered(attempt.operator, attemptId);
  }
}

function textsOf({ loan_id }: AttemptRow): { reference: string; note: string } {
  return loan_id === null
    ? { reference: 'ThumbaWallet', note: 'Wallet credit' }
    : { reference: `Thumba${loan_id}`, note: `Loan ${loan_id}` };
}

async function takeSubmitOutcome(
  deps: StepDeps,
  operator: Operator,
  attempt: AttemptRow,
  outcome: SubmitOutcome,
): Promise<void> {
  switch (outcome.kind) {
    case 'succeeded':
      return end(deps, attempt, { state: 'succeeded', operatorReference: outcome.operatorReference });
    case 'failed':
      return end(deps, attempt, { state: 'failed', reason: outcome.reason });
    case 'accepted':
      return note(deps, attempt, { state: 'pending', inSeconds: scheduled(deps, operator, attempt) });
    case 'duplicate':
      return note(deps, attempt, { state: 'pending', inSeconds: 0 });
    case 'unknown':
      return note(deps, attempt, {
        state: 'unknown',
        inSeconds: scheduled(deps, operator, attempt),
        operatorCode: outcome.operatorCode,
      });
    case 'held': {
      const waitedMs = deps.clock.nowMs() - attempt.created_at.getTime();
      if (attempt.direction === 'collection' && waitedMs >= deps.giveUpBeforeSendingMs) {
        return end(deps, attempt, { state: 'failed', reason: outcome.reason });
      }
      if (outcome.reason === 'float_low') deps.float.refused(attempt.operator);
      return hold(deps, attempt, outcome.reason, outcome.retryAfterSeconds);
    }
  }
}

/** The operator surely did not do it. It is sent again later, at intervals that grow with the wait. */
async function hold(
  deps: StepDeps,
  attempt: AttemptRow,
  reason: HoldReason,
  retryAfterSeconds = 0,
): Promise<void> {
  const nowMs = deps.clock.nowMs();
  const waitedMs = nowMs - attempt.created_at.getTime();
  const ownSeconds = Math.min(
    LATEST_RETRY_SECONDS,
    Math.max(SOONEST_RETRY_SECONDS, RETRY_SHARE * (waitedMs / 1000)),
  );
  const inSeconds = Math.max(sooner(deps, ownSeconds), later(deps, retryAfterSeconds));
  const isWorthTelling = reason === 'float_low' || waitedMs >= TELL_OF_OUTAGE_AFTER_MS;
  const told = await deps.db.rows(holdAttemptStatement, {
    borrowerId: attempt.borrower_id,
    attemptId: attempt.attempt_id,
    claimedStepAt: attempt.next_step_at,
    nextStepAt: toDate(nowMs + inSeconds * 1000),
    reason,
    now: toDate(nowMs),
    isWorthTelling: attempt.direction === 'payout' && isWorthTelling,
    today: deps.today(),
  });
  if (told.length > 0) deps.onNewMessages();
}

async function end(deps: StepDeps, attempt: AttemptRow, ending: End): Promise<void> {
  // The float guard knows first, so that the payout which replaces a refused one is not sent at once.
  if (attempt.direction === 'payout') {
    if (ending.state === 'succeeded') deps.float.paidOut(attempt.operator);
    else if (ending.reason === 'float_low') deps.float.refused(attempt.operator);
  }
  return endAttempt(deps, attempt, ending);
}

async function enquire(deps: StepDeps, operator: Operator, attempt: AttemptRow): Promise<void> {
  const outcome =
    attempt.direction === 'collection'
      ? await operator.collectionStatus(attempt.attempt_id)
      : await operator.payoutStatus(attempt.attempt_id);
  await takeStatusOutcome(deps, operator, attempt, outcome);
}

async function takeStatusOutcome(
  deps: StepDeps,
  operator: Operator,
  attempt: AttemptRow,
  outcome: StatusOutcome,
): Promise<void> {
  const asked = { ...attempt, enquiries: attempt.enquiries + 1, unanswered: 0 };
  // An attempt that ended without money is asked about after a callback. Only a success changes it.
  if (hasEnded(attempt.state) && ['failed', 'expired', 'not_found'].includes(outcome.kind)) {
    await deps.db.rows(noteNoNewsStatement, {
      borrowerId: attempt.borrower_id,
      attemptId: attempt.attempt_id,
      claimedStepAt: attempt.next_step_at,
    });
    return;
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
          inSeconds: scheduled(deps, operator, asked),
          operatorCode: 'AMOUNT_DIFFERS',
        });
      }
      return end(deps, attempt, { state: 'succeeded', operatorReference: outcome.operatorReference });
    case 'failed':
      return end(deps, attempt, { state: 'failed', reason: outcome.reason });
    case 'expired':
      return end(deps, attempt, { state: 'expired', reason: 'prompt_expired' });
    case 'pending':
      return note(deps, asked, { state: 'pending', inSeconds: scheduled(deps, operator, asked) });
    case 'unknown':
      return note(deps, asked, {
        state: 'unknown',
        inSeconds: scheduled(deps, operator, asked),
        operatorCode: outcome.operatorCode,
      });
    case 'unanswered': {
      const unanswered = attempt.unanswered + 1;
      const soon = operator.enquirySchedule.afterUnansweredSeconds(unanswered);
      return note(
        deps,
        { ...attempt, unanswered },
        {
          state: stillOpen(attempt.state),
          inSeconds: soon === undefined ? scheduled(deps, operator, attempt) : sooner(deps, soon),
        },
      );
    }
    case 'postponed':
      return note(deps, attempt, {
        state: stillOpen(attempt.state),
        inSeconds: later(deps, outcome.inSeconds),
      });
    case 'not_found':
      return takeNotFound(deps, operator, { ...asked, not_found: attempt.not_found + 1 });
  }
}

/**
 * The operator does not know the id. The first time it may only be slow. The second time, long enough after sending, it
 * never received the instruction: then a collection ends, and a payout is sent again under the same id.
 */
async function takeNotFound(deps: StepDeps, operator: Operator, attempt: AttemptRow): Promise<void> {
  const { notFoundAfterSeconds, notFoundGapSeconds } = operator.enquirySchedule;
  const sentSeconds = secondsSinceSent(deps, attempt);
  const isSure = attempt.not_found >= 2 && sentSeconds >= notFoundAfterSeconds;
  if (!isSure) {
    const untilSure = Math.max(notFoundGapSeconds, notFoundAfterSeconds - sentSeconds);
    const inSeconds =
      attempt.not_found === 1 ? Math.min(untilSure, scheduled(deps, operator, attempt)) : untilSure;
    return note(deps, attempt, { state: stillOpen(attempt.state), inSeconds });
  }
  if (attempt.direction === 'collection') {
    return end(deps, attempt, { state: 'failed', reason: 'request_not_received' });
  }
  return note(deps, { ...attempt, not_found: 0, enquiries: 0 }, { state: 'created', inSeconds: 0 });
}

/** An attempt that was being sent when its process died has an unknown outcome. */
function stillOpen(state: AttemptState): AttemptState {
  return state === 'sent' ? 'unknown' : state;
}

/** Spreads the second tries of what failed together. Half of the wait is kept. */
function sooner({ chance }: DriverDeps, seconds: number): number {
  return seconds * (1 - chance() / 2);
}

/** Spreads what waits for the same instant over as long a time after it. */
function later({ chance }: DriverDeps, seconds: number): number {
  return seconds * (1 + chance());
}

function secondsSinceSent(deps: DriverDeps, attempt: AttemptRow): number {
  return (deps.clock.nowMs() - (attempt.sent_at ?? attempt.created_at).getTime()) / 1000;
}

function scheduled(deps: DriverDeps, operator: Operator, attempt: AttemptRow): number {
  return operator.enquirySchedule.nextEnquiryAfterSeconds({
    direction: attempt.direction,
    enquiriesDone: attempt.enquiries,
    secondsSinceSent: secondsSinceSent(deps, attempt),
    chance: deps.chance(),
  });
}

async function note(
  deps: DriverDeps,
  attempt: AttemptRow,
  progress: { state: AttemptState; inSeconds: number; operatorCode?: string },
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
    now: toDate(deps.clock.nowMs()),
  });
}
