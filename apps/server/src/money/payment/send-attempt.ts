import type { OperatorName } from '@thumba/lending/ledger';
import { admitPayout } from '../../book/lending/payout-ceiling.ts';
import type { AttemptRow } from '../../book/payment-attempt/attempt-statements.ts';
import { isFrozen } from '../../book/payment-attempt/frozen-money.ts';
import type { OperatorRoute } from '../../book/payment-attempt/operator-routes.ts';
import { isOperatorStopped, LENDING_IS_STOPPED } from '../../book/stop-switch/stop-switch.ts';
import { clearsHolder } from '../../people/borrower/account-holder.ts';
import { arePayoutsHeld } from '../../people/borrower/payout-hold.ts';
import { toDate } from '../../platform/clock.ts';
import { statement } from '../../platform/database.ts';
import { askAboutAttempt, takeStatusOutcome } from './ask-attempt.ts';
import { endAttempt } from './attempt-ending.ts';
import { end, handOver, hold, note, type StepDeps, scheduled } from './attempt-step.ts';
import { isPayeeBlocked } from './blocked-payouts.ts';
import { toMsisdn } from './operators/numbers.ts';
import type { ConnectedOperator, StatusOutcome, SubmitOutcome } from './operators/operator.ts';
import { hasGoneRoute, readPayoutHold } from './restored-book.ts';

export async function sendAttempt(
  deps: StepDeps,
  operator: ConnectedOperator,
  attempt: AttemptRow,
): Promise<void> {
  const { attempt_id: attemptId, borrower_id: borrowerId, amount_ngwee: amountNgwee } = attempt;
  // An attempt whose first sending was not kept was not sent before it was made.
  const firstSentAt = attempt.first_sent_at ?? attempt.created_at;
  if (!attempt.is_first_sending && mayBeForgottenSince(deps, attempt, firstSentAt)) {
    // It is not sent now, and staff look for it on the statement of the day on which it was.
    return handOver(deps, { ...attempt, sent_at: firstSentAt }, 'operator_forgets');
  }
  if (attempt.direction === 'payout' && (await isKeptByRestore(deps, operator, attempt))) return;
  // A callback told of it before it was sent, as after a restore. It is asked about.
  if (attempt.known_to_operator_at !== null) return askAboutAttempt(deps, operator, attempt);
  const mobile = deps.sealing.open('payment_attempt.msisdn_sealed', attempt, attempt.msisdn_sealed);
  if (!(await isHolderClear(deps, attempt, mobile))) return hold(deps, attempt, 'under_review');
  // One that may have been sent goes on: a stop must not make its outcome unknown.
  const isUnsentPayout = attempt.direction === 'payout' && attempt.is_first_sending === true;
  // Held before it takes room under the ceiling of the day. What was stopped since is held below.
  if (isUnsentPayout && operator.isStopped?.()) return hold(deps, attempt, 'operator_stopped');
  if (attempt.direction === 'payout') {
    const refusal = await admitPayout(deps.db, { borrowerId, attemptId, on: deps.today() });
    if (refusal) return hold(deps, attempt, refusal);
  }
  const isAdmitted =
    attempt.direction === 'collection' || (await deps.float.admits(operator, { attemptId, amountNgwee }));
  try {
    const claim = (await deps.db.row(readClaimStatement, {
      borrowerId,
      attemptId,
      sentAt: attempt.sent_at!,
      payeeHashes: deps.sealing.lookupHashes('mobile', mobile),
    }))!;
    // The wait for the float can be longer than the claim. Meanwhile it may have been taken to be sent again, or ended.
    if (!claim.is_claimed) return;
    // The success of an earlier payout supersedes what waits, but not what a process has claimed to send.
    if (claim.is_paid_out) {
      return await endAttempt(deps, attempt, { state: 'failed', reason: 'superseded' });
    }
    if (claim.is_frozen || claim.is_blocked || claim.is_held_by_staff)
      return await hold(deps, attempt, 'under_review');
    // It may have been stopped during the wait for the float.
    if (claim.is_stopped) return await hold(deps, attempt, 'lending_stopped');
    if (claim.is_operator_stopped && isUnsentPayout) return await hold(deps, attempt, 'operator_stopped');
    // A collection that may have been sent before goes on, because its prompt may be on the phone.
    if (
      claim.is_operator_stopped &&
      attempt.direction === 'collection' &&
      (attempt.is_first_sending || claim.was_held)
    )
      return await endAttempt(deps, attempt, { state: 'failed', reason: 'operator_stopped' });
    if (!isAdmitted) return await hold(deps, attempt, 'float_low');
    const instruction = {
      attemptId,
      msisdn: toMsisdn(mobile),
      amountNgwee,
      ...textsOf(attempt),
    };
    const outcome =
      attempt.direction === 'collection'
        ? await operator.collect(instruction)
        : await operator.payOut(instruction);
    await takeSubmitOutcome(deps, operator, attempt, outcome);
  } finally {
    if (attempt.direction === 'payout') deps.float.answered(operator, attemptId);
  }
}

/** Money of a payer goes back to the number that it came from. Rule: docs/rules/names.md. */
async function isHolderClear(deps: StepDeps, attempt: AttemptRow, mobile: string): Promise<boolean> {
  if (attempt.direction === 'collection' || attempt.purpose === 'suspense_return') return true;
  const askHolderName = async (name: OperatorName, number: string) =>
    (await deps.operators[name]?.accountHolder(toMsisdn(number)))?.name;
  const now = toDate(deps.clock.nowMs());
  const { borrower_id: borrowerId, operator } = attempt;
  return clearsHolder({ ...deps, askHolderName }, { borrowerId, mobile, operator, now });
}

const readClaimStatement = statement<
  {
    is_claimed: boolean;
    is_paid_out: boolean;
    is_frozen: boolean;
    is_blocked: boolean;
    is_held_by_staff: boolean;
    is_stopped: boolean;
    is_operator_stopped: boolean;
    was_held: boolean;
  },
  { borrowerId: number; attemptId: string; sentAt: Date; payeeHashes: Buffer[] }
>(
  'payment: read claim before sending',
  `select p.state in ('sent', 'unknown') and p.handed_over_for is null and p.sent_at = $sentAt::timestamptz as is_claimed,
     p.purpose = 'loan_payout' and exists (select from payment_attempt other
       where other.borrower_id = p.borrower_id and other.loan_id = p.loan_id and other.purpose = 'loan_payout'
         and other.state = 'succeeded') as is_paid_out,
     p.direction = 'payout' and ${isFrozen('p.borrower_id')} as is_frozen,
     p.purpose = 'loan_payout' and ${isPayeeBlocked('p.borrower_id')} as is_blocked,
     p.purpose in ('loan_payout', 'wallet_payout') and ${arePayoutsHeld('p.borrower_id')} as is_held_by_staff,
     p.purpose = 'loan_payout' and ${LENDING_IS_STOPPED} as is_stopped,
     ${isOperatorStopped('p.operator')} as is_operator_stopped, p.held_reason is not null as was_held
   from payment_attempt p where p.borrower_id = $borrowerId and p.attempt_id = $attemptId`,
);

/** Since this long the operator may have carried the instruction out and forgotten its id, and would carry it out again. */
function mayBeForgottenSince(
  { clock, forgetsAfterMs }: StepDeps,
  { operator }: AttemptRow,
  sentAt: Date,
): boolean {
  return clock.nowMs() - sentAt.getTime() >= forgetsAfterMs[operator];
}

/**
 * True: a restore of the book keeps this payout from being sent now, and its next step is written down. A payout that
 * may have been sent before the restore is sent only if the operator does not know it, on none of the routes that serve:
 * the book does not say on which one it was sent. If another route served before, a person has to find it out.
 */
async function isKeptByRestore(
  deps: StepDeps,
  operator: ConnectedOperator,
  attempt: AttemptRow,
): Promise<boolean> {
  const { isHeld, maybeSentSince } = await readPayoutHold(deps, attempt.created_at);
  if (maybeSentSince) {
    const outcome = await operator.payoutStatus(attempt.attempt_id);
    if (outcome.kind !== 'not_found') {
      await takeStatusOutcome(deps, operator, attempt, outcome);
      return true;
    }
    const elsewhere = await askOtherRoutes(deps, operator, attempt);
    if (elsewhere && hasEnd(elsewhere.outcome)) {
      await takeStatusOutcome(deps, elsewhere.connection, attempt, elsewhere.outcome);
      return true;
    }
    // Staff look for it on the statement of the first day on which it may have been sent.
    const sentAt = maybeSentSince > attempt.created_at ? maybeSentSince : attempt.created_at;
    if (mayBeForgottenSince(deps, attempt, maybeSentSince)) {
      await handOver(deps, { ...attempt, sent_at: sentAt }, 'operator_forgets');
      return true;
    }
    if (elsewhere) {
      // Held, it has no route, and all are asked again.
      const isKnown = elsewhere.outcome.kind === 'pending' || elsewhere.outcome.kind === 'unknown';
      await hold(deps, attempt, 'book_restored', { isKnown });
      return true;
    }
    if (!isHeld && (await hasGoneRoute(deps.db, attempt.operator, routesServed(deps)))) {
      // The operator cannot be asked there, and the payout would be made again on another route.
      await handOver(deps, { ...attempt, sent_at: sentAt }, 'route_unknown');
      return true;
    }
  }
  if (isHeld) await hold(deps, attempt, 'book_restored');
  return isHeld;
}

function routesServed({ operators, earlierOperators }: StepDeps): OperatorRoute[] {
  return [...Object.values(operators), ...earlierOperators].flatMap(({ routes }) => Object.values(routes));
}

/** What another route of the operator tells of a payout, if it does not say that it does not know it. */
async function askOtherRoutes(
  { operators, earlierOperators }: StepDeps,
  asked: ConnectedOperator,
  { operator, attempt_id }: AttemptRow,
): Promise<{ connection: ConnectedOperator; outcome: StatusOutcome } | undefined> {
  for (const connection of [operators[operator], ...earlierOperators]) {
    if (connection?.name !== operator || connection === asked) continue;
    const outcome = await connection.payoutStatus(attempt_id);
    if (outcome.kind !== 'not_found') return { connection, outcome };
  }
  return undefined;
}

const hasEnd = ({ kind }: StatusOutcome) => kind === 'succeeded' || kind === 'failed' || kind === 'expired';

function textsOf({ loan_id, purpose }: AttemptRow): { reference: string; note: string } {
  if (purpose === 'suspense_return') return { reference: 'ThumbaReturn', note: 'Your payment, sent back' };
  return loan_id === null
    ? { reference: 'ThumbaWallet', note: 'Wallet credit' }
    : { reference: `Thumba${loan_id}`, note: `Loan ${loan_id}` };
}

async function takeSubmitOutcome(
  deps: StepDeps,
  operator: ConnectedOperator,
  attempt: AttemptRow,
  outcome: SubmitOutcome,
): Promise<void> {
  switch (outcome.kind) {
    case 'succeeded':
      return end(deps, operator, attempt, {
        state: 'succeeded',
        operatorReference: outcome.operatorReference,
      });
    case 'failed':
      return end(deps, operator, attempt, { state: 'failed', reason: outcome.reason });
    case 'accepted':
      return note(deps, attempt, {
        state: 'pending',
        inSeconds: scheduled(deps, operator, attempt),
        isKnown: true,
        told: 'accepted',
      });
    case 'duplicate':
      return note(deps, attempt, { state: 'pending', inSeconds: 0, isKnown: true, told: 'known_already' });
    case 'unknown':
      return note(deps, attempt, {
        state: 'unknown',
        inSeconds: scheduled(deps, operator, attempt),
        operatorCode: outcome.operatorCode,
        isKnown: outcome.isKnown ?? false,
        told: 'unknown',
      });
    case 'held':
      if (outcome.reason === 'float_low') deps.float.refused(operator);
      return takeHeld(deps, attempt, outcome);
  }
}

/** A collection that cannot be sent for a while ends. A payout waits. */
export async function takeHeld(
  deps: StepDeps,
  attempt: AttemptRow,
  { reason, retryAfterSeconds }: Extract<SubmitOutcome, { kind: 'held' }>,
): Promise<void> {
  const waitedMs = deps.clock.nowMs() - attempt.created_at.getTime();
  if (attempt.direction === 'collection' && waitedMs >= deps.giveUpBeforeSendingMs) {
    return endAttempt(deps, attempt, { state: 'failed', reason });
  }
  return hold(deps, attempt, reason, { retryAfterSeconds });
}
