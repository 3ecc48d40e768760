import type { AttemptState } from '@thumba/lending/attempt';
import type { OperatorName } from '@thumba/lending/ledger';
import type { Ngwee } from '@thumba/lending/money';
import { PAYMENT_EVENT_KINDS, type PaymentEvent } from '@thumba/lending/payment-event';
import type { AttemptPurpose } from '../../book/payment-attempt/attempt.ts';
import { statement } from '../../platform/database.ts';
import { sqlList } from '../../platform/sql-list.ts';
import type { FailureReason } from './operators/operator.ts';

/** The fields of a payment that its payer may see, also without a login. */
export type PaymentProgress = {
  attempt_id: string;
  state: AttemptState;
  amount_ngwee: Ngwee;
  operator: OperatorName;
  created_at: Date;
  expires_at: Date | null;
  failure_reason: FailureReason | null;
  receipt_no: string | null;
};

type PaymentRow = PaymentProgress & {
  purpose: Exclude<AttemptPurpose, 'loan_payout' | 'suspense_return'>;
  event: PaymentEvent | null;
};

/** A payment that a borrower may follow: one that they make, or a payout of their wallet credit. */
export const findPaymentStatement = statement<PaymentRow, { borrowerId: number; paymentId: string }>(
  'payment: find',
  `select p.attempt_id, p.state, p.amount_ngwee, p.operator, p.created_at, p.expires_at,
     p.failure_reason, p.receipt_no, p.purpose,
     (select (e.detail - 'posting') || jsonb_build_object('kind', e.kind) from loan_event e
      where e.borrower_id = p.borrower_id and e.loan_id = p.loan_id
        and e.kind in ${sqlList(PAYMENT_EVENT_KINDS)}
        and e.detail ->> 'attemptId' = p.attempt_id::text limit 1) as event
   from payment_attempt p
   where p.borrower_id = $borrowerId and p.attempt_id = $paymentId and p.purpose not in ('loan_payout', 'suspense_return')`,
);

/** A payment without an operator, from wallet credit or of nothing, found by its receipt number. */
export const findBookedStatement = statement<
  { event: PaymentEvent; recorded_at: Date },
  { borrowerId: number; loanId: number; paymentId: string }
>(
  'payment: find booked',
  `select (e.detail - 'posting') || jsonb_build_object('kind', e.kind) as event, e.recorded_at from loan_event e
   where e.borrower_id = $borrowerId and e.loan_id = $loanId and e.kind in ${sqlList(PAYMENT_EVENT_KINDS)}
     and e.detail ->> 'receiptNo' = $paymentId and e.detail ->> 'attemptId' is null
   limit 1`,
);
