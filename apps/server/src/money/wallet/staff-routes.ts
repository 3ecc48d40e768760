import { parseKwacha } from '@thumba/lending/money';
import type { SmsOf } from '../../book/loan/staff-preview.ts';
import type { PostingRefusal } from '../../book/posting-line/posting.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import { refusalUnlessSeen, requestPreview } from '../../book/staff-request-preview.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { askForRefund, describeRefundRefusal, type RefundDeps, type RefundRefusal } from './staff-refunds.ts';

export type RefundRouteDeps = RefundDeps & {
  smsOf: SmsOf;
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
};

/** A preview has no reason yet, and each request needs one. */
const NO_REASON_YET = 'not given yet';

/** Wallet credit that goes back to its owner once a second person approves it. */
export function registerRefundRoutes(server: StaffServer, deps: RefundRouteDeps): void {
  serveStaff(server, 'previewRefund', async ({ params: { loanId }, body: { amount, paymentId } }) => {
    const wanted = { loanId, amountNgwee: parseKwacha(amount)!, paymentId };
    const asked = await askForRefund(deps, { ...wanted, reason: NO_REASON_YET });
    return asked.ok ? done(requestPreview(asked.value)) : refusedRefund(asked.refusal);
  });

  serveStaff(server, 'askForRefund', async ({ params: { loanId }, body }, { person, note }) => {
    const { amount, paymentId, reason, digest } = body;
    note({ amount, paymentId });
    const asked = await askForRefund(deps, {
      ...{ loanId, paymentId, reason },
      amountNgwee: parseKwacha(amount)!,
    });
    if (!asked.ok) return refusedRefund(asked.refusal);
    return refusalUnlessSeen(asked.value, digest) ?? deps.fileRequest(asked.value, person);
  });
}

/** The refusals that another amount would not meet. */
const OF_AMOUNT = ['nothing_to_pay_out', 'wallet_too_low', 'above_payment'];

function refusedRefund(refusal: RefundRefusal | PostingRefusal): Reply<never> {
  const { kind: reason } = refusal;
  if (reason === 'no_such_loan') return NOT_FOUND;
  const sentence = describeRefundRefusal(refusal);
  return OF_AMOUNT.includes(reason)
    ? refused(400, sentence, { reason, fields: { amount: sentence } })
    : refused(409, sentence, { reason });
}
