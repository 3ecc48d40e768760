import type { Answer } from '@thumba/contract/wire';
import type { AttemptState } from '@thumba/lending/attempt';
import type { OperatorName } from '@thumba/lending/ledger';
import { toKwacha } from '@thumba/lending/money';
import { describeFailure } from './operators/operator.ts';
import type { PaymentProgress } from './queries.ts';

/** A payment and its state, as the wire shows them. */
export function paymentView(
  payment: PaymentProgress,
): Omit<Answer<'getPayment'>, 'purpose' | 'operator'> & { operator: OperatorName } {
  return {
    paymentId: payment.attempt_id,
    status: wireStatus(payment.state),
    amount: toKwacha(payment.amount_ngwee),
    operator: payment.operator,
    startedAt: payment.created_at.toISOString(),
    ...(payment.expires_at ? { expiresAt: payment.expires_at.toISOString() } : {}),
    ...(payment.failure_reason ? { failureReason: describeFailure(payment.failure_reason) } : {}),
    ...(payment.receipt_no ? { receiptNo: payment.receipt_no } : {}),
  };
}

function wireStatus(state: AttemptState): Answer<'getPayment'>['status'] {
  switch (state) {
    case 'created':
    case 'sent':
    case 'pending':
      return 'pending';
    case 'unknown':
      return 'unknown';
    case 'succeeded':
      return 'succeeded';
    case 'failed':
    case 'expired':
      return 'failed';
  }
}
