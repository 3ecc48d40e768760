import { formatKwacha } from '@thumba/lending/money';
import { allow, type Outcome } from '@thumba/lending/outcome';
import { type Actor, personOf } from '../../book/actor.ts';
import { loanToday } from '../../book/loan/loan-view.ts';
import { findLoan } from '../../book/loan/queries.ts';
import { hasMovedOn, type SeenLoan } from '../../book/loan/seen-loan.ts';
import { smsText } from '../../book/loan/staff-preview.ts';
import type { AttemptRow } from '../../book/payment-attempt/attempt-statements.ts';
import type { ApprovedRequest, AskedRequest, Execution } from '../../book/staff-request.ts';
import { previewSms } from '../../contact/message/texts-of-now.ts';
import { describeServicingRefusal } from '../../credit/servicing/refusal-text.ts';
import type { EndDeps } from '../../money/payment/attempt-end.ts';
import {
  describeEndUnknownRefusal,
  type EndUnknownRefusal,
  type EndUnknownRequest,
  endByStaff,
  endUnknown,
  findUnknown,
  isEndedByRequest,
} from '../../money/payment/end-unknown.ts';
import { previewEnd } from '../../money/payment/preview-end.ts';
import { OPERATOR_TITLES } from '../../people/borrower/accounts.ts';

/** How a payment of unknown outcome ended, as a person found it on the statement. */
type PaymentMatch = Pick<EndUnknownRequest, 'attemptId' | 'outcome'>;

export type PaymentPayload = { thing: 'payment'; match: PaymentMatch; seenLoan: SeenLoan | null };

/** Asks for the end of a payment whose outcome is unknown. Refused where it could not be ended today. */
export async function askForPaymentEnd(
  deps: EndDeps,
  match: PaymentMatch,
  reason: string,
): Promise<Outcome<AskedRequest, EndUnknownRefusal>> {
  const { attemptId, outcome } = match;
  const found = await findUnknown(deps, { attemptId, reason });
  if (!found.ok) return found;
  const { attempt } = found.value;
  const { effect, messages, seenLoan } = await previewEnd(deps, attempt, endByStaff(outcome));
  return allow({
    kind: 'manual_match',
    title: `End ${nameOf(attempt)} as ${outcome}`,
    subject: `payment ${attemptId}`,
    ...{ borrowerId: attempt.borrower_id, loanId: attempt.loan_id, ofStaffId: null },
    payload: {
      ...{ thing: 'payment', match },
      // The money of a payout left before. What its loan owes does not change what the operator did.
      seenLoan: attempt.direction === 'collection' ? seenLoan : null,
    } satisfies PaymentPayload,
    effect: [{ title: `Payment ${attemptId}`, before: 'outcome unknown', after: outcome }, ...effect],
    message: await smsText(messages, (message) => previewSms(deps.db, message)),
    reason: found.value.reason,
  });
}

function nameOf({ direction, amount_ngwee: amountNgwee, operator }: AttemptRow): string {
  const what = direction === 'payout' ? 'the payout' : 'the collection';
  return `${what} of ${formatKwacha(amountNgwee)} by ${OPERATOR_TITLES[operator]}`;
}

/** Ends a payment as it was approved. A second time it finds that it did. */
export async function endPaymentAsApproved(
  deps: EndDeps,
  { requestId, payload, reason, madeBy }: ApprovedRequest,
  approvedBy: Actor,
): Promise<Execution> {
  const { match, seenLoan } = payload as PaymentPayload;
  const { attemptId, outcome } = match;
  const done = { isDone: true, sentence: `Payment ${attemptId} ended as ${outcome}.` };
  if (await isEndedByRequest(deps.db, { attemptId, requestId })) return done;
  if (await hasLoanMovedOn(deps, attemptId, reason, seenLoan))
    return { isDone: false, sentence: describeServicingRefusal({ kind: 'loan_moved_on' }) };
  const ended = await endUnknown(deps, {
    ...{ attemptId, outcome, reason, staffName: personOf(madeBy) },
    approval: { requestId, approvedBy },
  });
  if (ended.ok || (await isEndedByRequest(deps.db, { attemptId, requestId }))) return done;
  return { isDone: false, sentence: describeEndUnknownRefusal(ended.refusal) };
}

async function hasLoanMovedOn(
  deps: EndDeps,
  attemptId: string,
  reason: string,
  seen: SeenLoan | null,
): Promise<boolean> {
  const found = await findUnknown(deps, { attemptId, reason });
  if (!found.ok || found.value.attempt.loan_id === null || seen === null) return false;
  const stored = await findLoan(deps.db, found.value.attempt.borrower_id, found.value.attempt.loan_id);
  return stored !== undefined && hasMovedOn(loanToday(stored.loan, deps.today()), seen);
}
