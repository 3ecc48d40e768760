import { toKwacha } from '@thumba/lending/money';
import { describeRefusal, type LendingRefusal } from '@thumba/lending/refusal-text';
import { NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import type { NoSuchCoupon } from '../coupon/coupons.ts';
import type { PostingRefusal } from '../posting-line/posting.ts';
import { bookRefusalWords } from './refusal-words.ts';

/** The wire's answer to a refusal by a rule of lending. Its status code is chosen only here. */
export function replyToRefusal(refusal: LendingRefusal | PostingRefusal | NoSuchCoupon): Reply<never> {
  switch (refusal.kind) {
    case 'no_such_loan':
      return NOT_FOUND;
    case 'no_such_coupon':
      return refused(404, bookRefusalWords.noSuchCoupon);
    case 'key_reused':
      return refused(409, bookRefusalWords.keyReused);
    case 'payment_pending':
      return refused(409, describeRefusal(refusal), { paymentId: refusal.attemptId });
    case 'below_minimum':
      return refused(400, describeRefusal(refusal), { minimum: toKwacha(refusal.minimumNgwee) });
    case 'above_available':
      return refused(400, describeRefusal(refusal), { largestAmount: toKwacha(refusal.largestNgwee) });
    case 'breaks_policy':
      return refused(400, describeRefusal(refusal), { rule: refusal.rule });
    case 'leaves_too_little':
    case 'above_remaining':
    case 'wallet_too_low':
    case 'unknown_term':
    case 'amount_below_minimum':
    case 'amount_above_maximum':
    case 'amount_not_on_step':
      return refused(400, describeRefusal(refusal));
    default:
      // In all other refusals the loan, a quote or a coupon has changed since the caller read it.
      return refused(409, describeRefusal(refusal));
  }
}
