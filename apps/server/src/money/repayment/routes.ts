import { BIZ_TYPE } from '@thumba/contract/codes';
import type { Answer, Body } from '@thumba/contract/wire';
import type { Day } from '@thumba/lending/day';
import type { Loan } from '@thumba/lending/loan';
import { parseKwacha, toKwacha } from '@thumba/lending/money';
import { refuse } from '@thumba/lending/outcome';
import { owedOnInstalment } from '@thumba/lending/owed';
import type { PaymentEvent } from '@thumba/lending/payment-event';
import { type Bill, nextBill } from '@thumba/lending/repayment';
import { quoteSettlement } from '@thumba/lending/settlement';
import { AVAILABLE, listCoupons } from '../../book/coupon/coupons.ts';
import { idempotencyOf } from '../../book/idempotency/idempotency.ts';
import {
  allocationView,
  cancellationOffer,
  loanToday,
  planPayoff,
  settlementView,
} from '../../book/loan/loan-view.ts';
import { planIdOf } from '../../book/loan/plan-id.ts';
import { findLoan, readOverview } from '../../book/loan/queries.ts';
import { replyToRefusal } from '../../book/loan/refusal-reply.ts';
import { accountTitle, findAccount } from '../../people/borrower/accounts.ts';
import { done, NOT_FOUND, refused } from '../../platform/reply.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { isAttemptId } from '../payment/operators/operator.ts';
import { paymentView } from '../payment/payment-view.ts';
import { findBookedStatement, findPaymentStatement } from '../payment/queries.ts';
import { noAccount, replyToAccountRefusal } from '../payment/submit-collection.ts';
import {
  type Payment,
  type RepaymentDeps,
  repayFromWalletCredit,
  submitExtensionByPrompt,
  submitQuotedByPrompt,
  submitRepaymentByPrompt,
} from './commands.ts';
import { couponsForPlan } from './plan-coupons.ts';
import { quoteIdOf, quoteKindOf } from './quote-id.ts';
import { registerQuoteRoutes } from './quote-routes.ts';
import { repaymentQuoteWords } from './quote-words.ts';

export function registerRepaymentRoutes(server: Server, deps: RepaymentDeps): void {
  const { db, sealing } = deps;
  registerQuoteRoutes(server, deps);
  registerWalletRepaymentRoute(server, deps);
  registerPaymentRoute(server, deps);

  serve(server, 'getRepayDetailV2', async ({ params }, { borrowerId }) => {
    const today = deps.today();
    const [stored, account, overview, { coupons }] = await Promise.all([
      findLoan(db, borrowerId, params.id),
      findAccount(db, sealing, borrowerId, undefined),
      readOverview(db, borrowerId),
      listCoupons(db, borrowerId, { today, statuses: AVAILABLE, limit: MAX_COUPONS, offset: 0 }),
    ]);
    if (!stored) return NOT_FOUND;
    const loan = loanToday(stored.loan, today);
    const bill = nextBill(loan, today);
    if (!bill) return replyToRefusal({ kind: 'not_repayable', state: loan.state });
    if (!account) return noAccount();
    const owed = loan.instalments.filter((instalment) => owedOnInstalment(instalment).totalNgwee > 0);
    return done({
      repayAccountId: account.accountId,
      repayAccount: accountTitle(account),
      curPayLoanPeriod: bill.period,
      minRepayAmount: toKwacha(bill.minimumNgwee),
      repayPlanList: owed.map((instalment) => ({
        planId: planIdOf(loan.loanId, instalment.period),
        loanPeriod: instalment.period,
        dueDate: instalment.dueOn,
        remainingAmount: toKwacha(planPayoff(loan, instalment, today).payoffNgwee),
      })),
      couponVoList: couponsForPlan(loan, owed[0]!, coupons, today),
      ...(loan.pending ? { pendingPaymentId: loan.pending.attemptId } : {}),
      walletBalance: toKwacha(overview?.walletNgwee ?? 0),
      ...settlementOffer(deps, loan, bill, today),
      ...cancellationOffer(stored, { today, nowMs: deps.clock.nowMs() }),
    });
  });

  serve(server, 'submitRepayApplyV2', async ({ body }, caller) => {
    const payment: Payment = {
      borrowerId: caller.borrowerId,
      planId: body.planId,
      amountNgwee: parseKwacha(body.payAmount)!,
      payer: { accountId: body.repayAccountId },
      idempotency: idempotencyOf(sealing, caller.idempotencyKey, 'submitRepayApplyV2', body),
    };
    const outcome = await submitPayment(deps, payment, body);
    if (outcome.ok) return done(outcome.value);
    const { refusal } = outcome;
    switch (refusal.kind) {
      case 'unknown_quote':
        return refused(400, repaymentQuoteWords.unknown);
      case 'no_such_account':
      case 'operator_not_connected':
      case 'operator_stopped':
        return replyToAccountRefusal(refusal, body.repayAccountId);
      default:
        return replyToRefusal(refusal);
    }
  });
}

function registerPaymentRoute(server: Server, { db }: RepaymentDeps): void {
  serve(server, 'getPayment', async ({ params }, { borrowerId }) => {
    const [, loanId] = RECEIPT_NO.exec(params.paymentId) ?? [];
    if (loanId !== undefined) {
      const booked = await db.row(findBookedStatement, {
        borrowerId,
        loanId: Number(loanId),
        paymentId: params.paymentId,
      });
      return booked ? done(withoutOperator(booked.event, booked.recorded_at)) : NOT_FOUND;
    }
    if (!isAttemptId(params.paymentId)) return NOT_FOUND;
    const payment = await db.row(findPaymentStatement, { borrowerId, paymentId: params.paymentId });
    if (!payment) return NOT_FOUND;
    return done({
      ...paymentView(payment),
      purpose: payment.purpose,
      ...(payment.event ? bookedView(payment.event) : {}),
    });
  });
}

function registerWalletRepaymentRoute(server: Server, deps: RepaymentDeps): void {
  serve(server, 'useWallet', async ({ body }, caller) => {
    const outcome = await repayFromWalletCredit(deps, {
      borrowerId: caller.borrowerId,
      loanId: body.orderId,
      planId: body.planId,
      amountNgwee: parseKwacha(body.amount)!,
      idempotency: idempotencyOf(deps.sealing, caller.idempotencyKey, 'useWallet', body),
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
}

/** The bill never asks for more than settling would: a lower price of the whole loan is offered on every day. */
function settlementOffer({ sealing }: RepaymentDeps, loan: Loan, { payoffNgwee }: Bill, on: Day) {
  const { settlement } = settlementView(loan, on);
  const quote = quoteSettlement(loan, on);
  if (settlement === undefined || !quote.ok) return {};
  const { amountNgwee } = quote.value;
  const isAnythingDue = loan.instalments.some(({ state }) => state === 'due' || state === 'overdue');
  if (isAnythingDue && amountNgwee >= payoffNgwee) return {};
  const quoteId = quoteIdOf(sealing, { kind: 'settlement', loanId: loan.loanId, amountNgwee, on });
  return { settlement: { ...settlement, quoteId } };
}

const MAX_COUPONS = 100;
const RECEIPT_NO = /^(\d{1,15})-\d{1,9}$/;

/** Submits the quote that is named, or else the kind of payment that is asked for. */
async function submitPayment(
  deps: RepaymentDeps,
  payment: Payment,
  { bizType, quoteId }: Pick<Body<'submitRepayApplyV2'>, 'bizType' | 'quoteId'>,
) {
  if (quoteId !== undefined) {
    const kind = quoteKindOf(quoteId);
    return kind === null
      ? refuse({ kind: 'unknown_quote' as const })
      : submitQuotedByPrompt(deps, { ...payment, kind, quoteId });
  }
  return bizType === BIZ_TYPE.extension
    ? submitExtensionByPrompt(deps, payment)
    : submitRepaymentByPrompt(deps, payment);
}

function withoutOperator(event: PaymentEvent, bookedAt: Date): Answer<'getPayment'> {
  return {
    paymentId: event.receiptNo,
    status: 'succeeded',
    amount: toKwacha(event.amountNgwee),
    startedAt: bookedAt.toISOString(),
    receiptNo: event.receiptNo,
    purpose: 'repayment',
    ...bookedView(event),
  };
}

/** What a payment was booked as. Late money may be booked otherwise than it was submitted. */
function bookedView(event: PaymentEvent): Partial<Answer<'getPayment'>> {
  switch (event.kind) {
    case 'repaid':
      return {
        purpose: event.purpose,
        allocation: allocationView(event.allocation),
        discount: toKwacha(event.discountNgwee),
        saving: toKwacha(event.savingNgwee),
      };
    case 'extended':
      return {
        purpose: 'extension',
        allocation: allocationView(event.allocation),
        extensionFee: toKwacha(event.feeNgwee),
        extensionRepayDate: event.afterDueOn,
      };
    case 'money_returned':
      return { purpose: 'cooling_off' };
  }
}
