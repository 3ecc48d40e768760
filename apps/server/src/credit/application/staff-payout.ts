import type { AttemptState } from '@thumba/lending/attempt';
import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import type { Change, Loan } from '@thumba/lending/loan';
import { formatKwacha } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { payoutSucceeded } from '@thumba/lending/payout';
import { type Actor, staffActor } from '../../book/actor.ts';
import { idempotencyOf } from '../../book/idempotency/idempotency.ts';
import { findBorrowerOfLoan, findLoan } from '../../book/loan/queries.ts';
import { inWords, ledgerLines, type SmsOf, smsText } from '../../book/loan/staff-preview.ts';
import { MAY_BE_REPLACED } from '../../book/payment-attempt/claim-held-payout.ts';
import type { Posting, PostingOutcome, PostingRefusal, Subject } from '../../book/posting-line/posting.ts';
import type { PostingLine } from '../../book/posting-line/posting-line.ts';
import type { ApprovedRequest, AskedRequest, EffectLine, Execution } from '../../book/staff-request.ts';
import { claimReplacedPayout } from '../../money/payment/held-payout.ts';
import { loanPayout } from '../../money/payment/loan-payout.ts';
import { checkOperator, type HoldReason, type Operators } from '../../money/payment/operators/operator.ts';
import { accountTitle, OPERATOR_TITLES } from '../../people/borrower/accounts.ts';
import { type Clock, lusakaDay, lusakaTime } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { sendAgain } from './retry-payout.ts';
import { describeRetryRefusal, type RetryRefusal } from './staff-payout-text.ts';

export type StaffPayoutDeps = {
  db: Database;
  sealing: Sealing;
  line: PostingLine;
  operators: Operators;
  clock: Clock;
  today(): Day;
  newAttemptId(): string;
};

/** `accountId` null: to the number of the payout that failed, which one person may do. */
export type WantedRetry = { loanId: number; accountId: number | null };

/** The newest payout of a loan. */
type LatestPayout = {
  borrower_id: number;
  attempt_id: string;
  state: AttemptState;
  operator: OperatorName;
  msisdn_sealed: Buffer;
  failure_reason: string | null;
  created_at: Date;
  held_reason: HoldReason | null;
  /** It waits and was never sent, so another one may take its place. */
  may_be_replaced: boolean;
  /** The payouts of the loan so far, with this one. */
  count: number;
  /** An operator's statement says that a payout of the loan was made, and the difference is not resolved. */
  is_on_statement: boolean;
};

const latestPayoutStatement = statement<LatestPayout, { borrowerId: number; loanId: number }>(
  'staff payout: latest of a loan',
  `select borrower_id, attempt_id, state, operator, msisdn_sealed, failure_reason, created_at,
     held_reason,
     ${MAY_BE_REPLACED} as may_be_replaced,
     (count(*) over ())::integer as count, payout_on_statement(borrower_id, loan_id) as is_on_statement
   from payment_attempt p
   where borrower_id = $borrowerId and loan_id = $loanId and purpose = 'loan_payout'
   order by created_at desc, attempt_id desc limit 1`,
);

/** A loan with its newest payout. It is decided on as it is here. */
type Known = { borrowerId: number; loan: Loan; latest: LatestPayout };

async function know(deps: StaffPayoutDeps, loanId: number): Promise<Outcome<Known, RetryRefusal>> {
  const borrowerId = await findBorrowerOfLoan(deps.db, loanId);
  if (borrowerId === undefined) return refuse({ kind: 'no_such_loan' });
  const [stored, latest] = await Promise.all([
    findLoan(deps.db, borrowerId, loanId),
    deps.db.row(latestPayoutStatement, { borrowerId, loanId }),
  ]);
  if (!stored) return refuse({ kind: 'no_such_loan' });
  return latest ? allow({ borrowerId, loan: stored.loan, latest }) : refuse({ kind: 'no_payout' });
}

type Retry = {
  accountId: number | null;
  attemptId: string;
  latest: LatestPayout;
  /** The waiting payout that is replaced. */
  replaced: Pick<LatestPayout, 'attempt_id' | 'operator'> | undefined;
  reason: string;
  request?: { requestId: number; approvedBy: Actor };
};

/** The change of the loan with the new payout, or why there is none. */
function decideRetry(
  { operators, clock, today }: StaffPayoutDeps,
  subject: Subject,
  { accountId, attemptId, latest, replaced, reason, request }: Retry,
): Outcome<Omit<Posting<unknown>, 'answer'> & { operator: OperatorName }, RetryRefusal> {
  const on = today();
  if (latest.is_on_statement) return refuse({ kind: 'payout_on_statement' });
  if (accountId === null && latest.may_be_replaced) return refuse({ kind: 'payout_waits' });
  const sent = sendAgain(subject, accountId === null ? undefined : replaced, { attemptId, on });
  if (!sent.ok) return sent;
  const number =
    accountId === null ? sameNumber(latest, operators) : otherNumber(subject, operators, clock.nowMs());
  if (!number.ok) return number;
  const { operator, ...payee } = number.value;
  return allow({
    ...sent.value,
    change: explained(sent.value.change, request ? { approvedBy: request.approvedBy } : { reason }),
    on,
    operator,
    newAttempt: {
      ...loanPayout(subject.loan, { attemptId, on, ...payee }),
      ...(request ? { requestId: request.requestId } : {}),
      ...(accountId === null ? { sameNumberAs: latest.attempt_id } : {}),
    },
  });
}

/** The history names the second person too; without one it has the reason, which no request keeps. */
function explained(change: Change, detail: { approvedBy: Actor } | { reason: string }): Change {
  const events = change.events.map((event) =>
    event.kind === 'payout_started' ? { ...event, ...detail } : event,
  );
  return { ...change, events };
}

function sameNumber(
  { attempt_id: attemptId, msisdn_sealed: mobileSealed, operator }: LatestPayout,
  operators: Operators,
) {
  const connection = checkOperator(operators, operator);
  return connection.ok ? allow({ operator, payee: { attemptId, mobileSealed, operator } }) : connection;
}

/** Staff send money to no number of another borrower, and wait for a new account as the borrower does. */
function otherNumber({ account }: Subject, operators: Operators, nowMs: number) {
  if (!account) return refuse({ kind: 'no_such_account' } as const);
  const { operator, accountId, isShared, payoutsFrom } = account;
  const connection = checkOperator(operators, operator);
  if (!connection.ok) return connection;
  if (isShared) return refuse({ kind: 'payout_number_shared' } as const);
  return payoutsFrom !== null && nowMs < payoutsFrom.getTime()
    ? refuse({ kind: 'account_waits', payoutsFrom } as const)
    : allow({ operator, accountId });
}

/** What a second person is asked for, or one person may do: the payout of a loan once more, with what it would do. */
export async function askForPayoutRetry(
  deps: StaffPayoutDeps & { smsOf: SmsOf },
  { loanId, accountId, reason }: WantedRetry & { reason: string },
): Promise<Outcome<AskedRequest, RetryRefusal | PostingRefusal>> {
  const known = await know(deps, loanId);
  if (!known.ok) return known;
  const { borrowerId, latest } = known.value;
  const attemptId = deps.newAttemptId();
  const replaced = latest.may_be_replaced ? latest : undefined;
  const retry = { accountId, attemptId, latest, replaced, reason };
  const decided = await previewRetry(deps, { borrowerId, loanId }, retry);
  if (!decided.ok) return decided;
  const { before, after, operator, number } = decided.value;
  const paid = payoutSucceeded(after, { attemptId, operator, on: deps.today() });
  return allow({
    kind: 'payout_retry',
    title: `Send the payout of order ${loanId} again: ${formatKwacha(before.receivedNgwee)}`,
    subject: `payout of order ${loanId}`,
    ...{ borrowerId, loanId, ofStaffId: null },
    payload: { accountId, attemptId, afterAttemptId: latest.attempt_id },
    effect: [
      ...(before.state === after.state
        ? []
        : [{ title: 'State of the loan', before: inWords(before.state), after: inWords(after.state) }]),
      { title: 'Number', before: numberOf(deps.sealing, latest), after: number },
      earlierPayout(latest),
      // Two payouts can fail in one minute for one reason. The second person sees by this that another one was sent.
      { title: 'Payouts of the loan', before: String(latest.count), after: String(latest.count + 1) },
      ...ledgerLines(paid.transfers),
    ],
    message: await smsText(paid.messages, deps.smsOf),
    reason,
  });
}

type Previewed = { before: Loan; after: Loan; operator: OperatorName; number: string };

async function previewRetry(
  deps: StaffPayoutDeps,
  { borrowerId, loanId }: { borrowerId: number; loanId: number },
  retry: Retry,
): Promise<PostingOutcome<Previewed, RetryRefusal>> {
  const { accountId, replaced, latest } = retry;
  return deps.line.post<Previewed, RetryRefusal>({
    borrowerId,
    loanId,
    ...(accountId === null ? {} : { accountId }),
    ...(replaced ? { attemptId: replaced.attempt_id } : {}),
    actor: 'borrower',
    decide(subject) {
      const decided = decideRetry(deps, subject, retry);
      if (!decided.ok) return decided;
      const { operator, change } = decided.value;
      const { account } = subject;
      const number = account
        ? accountTitle({ operator, mobile: openAccount(deps.sealing, borrowerId, account) })
        : numberOf(deps.sealing, latest);
      return {
        ok: true,
        unchanged: true,
        answer: { before: subject.loan, after: change.loan, operator, number },
      };
    },
  });
}

function openAccount(
  sealing: Sealing,
  borrowerId: number,
  { accountId, mobileSealed }: NonNullable<Subject['account']>,
): string {
  return sealing.open(
    'repay_account.mobile_sealed',
    { borrower_id: borrowerId, account_id: accountId },
    mobileSealed,
  );
}

function numberOf(sealing: Sealing, latest: LatestPayout): string {
  const mobile = sealing.open('payment_attempt.msisdn_sealed', latest, latest.msisdn_sealed);
  return accountTitle({ operator: latest.operator, mobile });
}

/** When it was sent and how it ended, so that a later one that failed too is not taken for it. */
function earlierPayout(payout: LatestPayout): EffectLine {
  const { created_at, state, failure_reason, may_be_replaced, held_reason, operator } = payout;
  const atMs = created_at.getTime();
  const waits =
    held_reason === 'operator_stopped'
      ? `waits until ${OPERATOR_TITLES[operator]} runs`
      : 'waits for a person';
  const ended = may_be_replaced ? waits : inWords(failure_reason ?? state);
  return {
    title: 'Earlier payout',
    before: `${lusakaDay(atMs)} ${lusakaTime(atMs)}, ${ended}`,
    after: may_be_replaced ? 'is not sent' : null,
  };
}

type Sent = { attemptId: string };

/** One person sends the payout to the number at which it failed, where it is still the payout that the person saw. */
export async function sendToSameNumber(
  deps: StaffPayoutDeps,
  { loanId, payload, reason }: Pick<AskedRequest, 'payload' | 'reason'> & { loanId: number },
  staffName: string,
): Promise<PostingOutcome<Sent, RetryRefusal>> {
  const known = await know(deps, loanId);
  if (!known.ok) return known;
  const { latest } = known.value;
  if (latest.attempt_id !== (payload as Payload).afterAttemptId) return refuse({ kind: 'loan_moved_on' });
  const attemptId = deps.newAttemptId();
  const retry = { accountId: null, attemptId, latest, replaced: undefined, reason };
  return post(deps, known.value, retry, { actor: staffActor(staffName) });
}

function post(
  deps: StaffPayoutDeps,
  { borrowerId, loan: seen }: Known,
  retry: Retry,
  by: { actor: Actor; idempotency?: ReturnType<typeof idempotencyOf> },
): Promise<PostingOutcome<Sent, RetryRefusal>> {
  const { accountId, replaced } = retry;
  return deps.line.post<Sent, RetryRefusal>({
    borrowerId,
    loanId: seen.loanId,
    ...(accountId === null ? {} : { accountId }),
    ...(replaced ? { attemptId: replaced.attempt_id } : {}),
    ...(by.idempotency ? { idempotency: by.idempotency } : {}),
    actor: by.actor,
    decide(subject) {
      // The newest payout was read with the loan. Both are decided on only while they are as they were read.
      if (subject.loan.version !== seen.version) return refuse({ kind: 'loan_moved_on' });
      const decided = decideRetry(deps, subject, retry);
      if (!decided.ok) return decided;
      const { operator: _operator, ...posting } = decided.value;
      return allow({ ...posting, answer: { attemptId: retry.attemptId } });
    },
  });
}

type Payload = { accountId: number | null; attemptId: string; afterAttemptId: string };

const isBegunStatement = statement<{ is_begun: boolean }, { attemptId: string }>(
  'staff payout: begun as approved',
  'select exists (select from payment_by_attempt where attempt_id = $attemptId::uuid) as is_begun',
);

/** Sends the payout that was approved. A second time it finds that it did. */
export async function retryAsApproved(
  deps: StaffPayoutDeps,
  { requestId, loanId, payload, reason, madeBy }: ApprovedRequest,
  approvedBy: Actor,
): Promise<Execution> {
  const { accountId, attemptId, afterAttemptId } = payload as Payload;
  const done = { isDone: true, sentence: `The payout of order ${loanId} is sent to the other number.` };
  const failed = (refusal: Parameters<typeof describeRetryRefusal>[0]) => ({
    isDone: false,
    sentence: describeRetryRefusal(refusal),
  });
  if ((await deps.db.row(isBegunStatement, { attemptId }))!.is_begun) return done;
  const known = await know(deps, loanId!);
  if (!known.ok) return failed(known.refusal);
  const { borrowerId, latest } = known.value;
  if (latest.attempt_id !== afterAttemptId) return failed({ kind: 'loan_moved_on' });
  const replaced = latest.may_be_replaced
    ? await claimReplacedPayout(deps.db, { borrowerId, loanId: loanId!, nowMs: deps.clock.nowMs() })
    : undefined;
  const retry = { accountId, attemptId, latest, replaced, reason, request: { requestId, approvedBy } };
  const sent = await post(deps, known.value, retry, {
    actor: madeBy,
    idempotency: idempotencyOf(deps.sealing, `staff request ${requestId}`, 'payout_retry', payload),
  });
  return sent.ok ? done : failed(sent.refusal);
}
