import { BIZ_TYPE } from '@thumba/contract/codes';
import type { Answer } from '@thumba/contract/wire';
import { type Allocation, isRunning } from '@thumba/lending/loan';
import { parseKwacha, toKwacha } from '@thumba/lending/money';
import { firstOwedInstalment, owedOnInstalment } from '@thumba/lending/owed';
import { minimumRepayment } from '@thumba/lending/repayment-rules';
import { accountTitle, findAccount } from '../borrower/accounts.ts';
import { planIdOf } from '../loan/loan-row.ts';
import { allocationView, loanToday } from '../loan/loan-view.ts';
import { findLoan, readOverview } from '../loan/queries.ts';
import { replyToRefusal } from '../loan/refusal-reply.ts';
import { findPaymentStatement, type PaymentRow } from '../payment/attempt-sql.ts';
import { describeFailure, type FailureReason, isAttemptId } from '../payment/operators/operator.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { idempotencyOf } from '../platform/idempotency.ts';
import { done, NOT_FOUND, refused } from '../platform/reply.ts';
import type { Sealing } from '../platform/sealing.ts';
import { type Server, serve } from '../platform/serve.ts';
import { type RepaymentDeps, repayFromWalletCredit, submitRepaymentByPrompt } from './commands.ts';
import { readWallet } from './queries.ts';

export function registerRepaymentRoutes(
  server: Server,
  deps: RepaymentDeps & { db: Database; sealing: Sealing; clock: Clock },
): void {
  const { db, sealing } = deps;

  serve(server, 'getRepayDetailV2', async ({ params }, { borrowerId }) => {
    const [stored, account, overview] = await Promise.all([
      findLoan(db, borrowerId, params.id),
      findAccount(db, sealing, borrowerId, undefined),
      readOverview(db, borrowerId),
    ]);
    if (!stored) return NOT_FOUND;
    const loan = loanToday(stored.loan, deps.today());
    const first = firstOwedInstalment(loan);
    if (!first || !isRunning(loan)) {
      return replyToRefusal({ kind: 'not_repayable', state: loan.state });
    }
    if (!account) return refused(409, 'Please add a mobile-money account first');
    const owed = loan.instalments.filter((instalment) => owedOnInstalment(instalment).totalNgwee > 0);
    return done({
      repayAccountId: account.accountId,
      repayAccount: accountTitle(account),
      curPayLoanPeriod: first.period,
      minRepayAmount: toKwacha(
        minimumRepayment({
          remainingNgwee: owedOnInstalment(first).totalNgwee,
          minRepayNgwee: loan.terms.minRepayNgwee,
        }),
      ),
      repayPlanList: owed.map((instalment) => ({
        planId: planIdOf(loan.loanId, instalment.period),
        loanPeriod: instalment.period,
        dueDate: instalment.dueOn,
        remainingAmount: toKwacha(owedOnInstalment(instalment).totalNgwee),
      })),
      couponVoList: [],
      ...(loan.pending ? { pendingPaymentId: loan.pending.attemptId } : {}),
      walletBalance: toKwacha(overview?.walletNgwee ?? 0),
    });
  });

  serve(server, 'submitRepayApplyV2', async ({ body }, caller) => {
    if (body.bizType === BIZ_TYPE.extension) return refused(400, 'Moving a due date is not offered yet');
    if (body.quoteId !== undefined) return refused(400, 'This quote is not known. Please ask for a new one');
    const amountNgwee = parseKwacha(body.payAmount)!;
    const outcome = await submitRepaymentByPrompt(deps, {
      borrowerId: caller.borrowerId,
      planId: body.planId,
      amountNgwee,
      accountId: body.repayAccountId,
      idempotency: idempotencyOf(sealing, caller.idempotencyKey, 'submitRepayApplyV2', body),
    });
    if (outcome.ok) return done(outcome.value);
    switch (outcome.refusal.kind) {
      case 'no_such_account':
        return body.repayAccountId === undefined
          ? refused(409, 'Please add a mobile-money account first')
          : NOT_FOUND;
      case 'operator_not_connected':
        return refused(400, 'We cannot collect from this operator yet. Please choose another account');
      default:
        return replyToRefusal(outcome.refusal);
    }
  });

  serve(server, 'getPayment', async ({ params }, { borrowerId }) => {
    if (!isAttemptId(params.paymentId)) return NOT_FOUND;
    const payment = await db.row(findPaymentStatement, [borrowerId, params.paymentId]);
    return payment ? done(paymentView(payment)) : NOT_FOUND;
  });

  serve(server, 'useWallet', async ({ body }, caller) => {
    const outcome = await repayFromWalletCredit(deps, {
      borrowerId: caller.borrowerId,
      loanId: body.orderId,
      planId: body.planId,
      amountNgwee: parseKwacha(body.amount)!,
      idempotency: idempotencyOf(sealing, caller.idempotencyKey, 'useWallet', body),
    });
    if (!outcome.ok) return replyToRefusal(outcome.refusal);
    const paid = outcome.value;
    return done({
      orderId: body.orderId,
      planId: body.planId,
      paid: toKwacha(paid.paidNgwee),
      remaining: toKwacha(paid.remainingNgwee),
      walletBalance: toKwacha(paid.walletNgwee),
      allocation: allocationView(paid.allocation),
      receiptNo: paid.receiptNo,
    });
  });

  serve(server, 'getWallet', async (_input, { borrowerId }) => done(await readWallet(db, borrowerId)));
}

function paymentView(payment: PaymentRow): Answer<'getPayment'> {
  return {
    paymentId: payment.attempt_id,
    status: wireStatus(payment.state),
    amount: toKwacha(payment.amount_ngwee),
    operator: payment.operator,
    startedAt: payment.created_at.toISOString(),
    ...(payment.expires_at ? { expiresAt: payment.expires_at.toISOString() } : {}),
    ...(payment.failure_reason
      ? { failureReason: describeFailure(payment.failure_reason as FailureReason) }
      : {}),
    ...(payment.allocation ? { allocation: allocationView(payment.allocation as Allocation) } : {}),
    ...(payment.receipt_no ? { receiptNo: payment.receipt_no } : {}),
  };
}

function wireStatus(state: PaymentRow['state']): Answer<'getPayment'>['status'] {
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
