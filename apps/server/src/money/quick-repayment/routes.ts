import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import { isRunning, type Loan } from '@thumba/lending/loan';
import { parseKwacha, sum, toKwacha } from '@thumba/lending/money';
import { owedOnInstalment } from '@thumba/lending/owed';
import { nextBill } from '@thumba/lending/repayment';
import { idempotencyOf } from '../../book/idempotency/idempotency.ts';
import type { Lender } from '../../book/lender.ts';
import { loanToday, planPayoff } from '../../book/loan/loan-view.ts';
import { planIdOf } from '../../book/loan/plan-id.ts';
import { findLoan } from '../../book/loan/queries.ts';
import { replyToRefusal } from '../../book/loan/refusal-reply.ts';
import { findBorrowerMobile } from '../../people/borrower/queries.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import { maskMobile, maskName } from '../../platform/sealing.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { tryLater } from '../../platform/try-later.ts';
import { paymentView } from '../payment/payment-view.ts';
import { payerWords } from '../payment/payment-words.ts';
import { type QuickRepaymentDeps, submitQuickRepayment } from './commands.ts';
import { findLastPayment, findLink, type LinkPayment } from './queries.ts';
import { repayLinkWords } from './repay-link-words.ts';

/** For this long after a loan is paid off through its link, the link shows the payment. */
const SHOWN_AFTER_END_MS = HOUR_MS;

type LinkRouteDeps = QuickRepaymentDeps & {
  lender: Lender;
  operatorOfMobile(mobile: string): OperatorName | undefined;
  nameOf(borrowerId: number): Promise<string | undefined>;
};

export function registerQuickRepaymentRoutes(server: Server, deps: LinkRouteDeps): void {
  registerBillRoute(server, deps);
  registerPaymentRoute(server, deps);
}

function registerBillRoute(server: Server, deps: LinkRouteDeps): void {
  const { db, sealing, clock } = deps;
  serve(server, 'quickRepayInfo', async ({ body }) => {
    const link = await findLink(deps, body.code);
    if (!link) return linkNotValid();
    const [stored, payment, name, mobile] = await Promise.all([
      findLoan(db, link.borrowerId, link.loanId),
      findLastPayment(db, link),
      deps.nameOf(link.borrowerId),
      findBorrowerMobile(db, sealing, link.borrowerId),
    ]);
    if (!stored || !mobile) return linkNotValid();
    const today = deps.today();
    const loan = loanToday(stored.loan, today);
    const bill = isRunning(loan) ? nextBill(loan, today) : null;
    if (!bill && !hasJustPaid(payment, clock.nowMs())) return linkNotValid();
    const plans = bill ? plansOf(loan, today) : [];
    return done({
      name: maskName(name ?? ''),
      mobile: maskMobile(mobile),
      orderId: loan.loanId,
      plans: plans.map(planView),
      dueNow: totalOf(plans.filter(({ instalment }) => instalment.dueOn <= today)),
      remaining: totalOf(plans),
      lender: lenderView(deps.lender),
      minRepayAmount: toKwacha(bill?.minimumNgwee ?? 0),
      operators: Object.keys(deps.operators) as OperatorName[],
      ...(payment ? { payment: paymentView(payment) } : {}),
    });
  });
}

type OwedPlan = ReturnType<typeof plansOf>[number];

/** The instalments that are still owed, in due order. */
function plansOf(loan: Loan, today: Day) {
  return loan.instalments
    .map((instalment) => ({
      instalment,
      planId: planIdOf(loan.loanId, instalment.period),
      owed: owedOnInstalment(instalment),
      ...planPayoff(loan, instalment, today),
    }))
    .filter(({ owed }) => owed.totalNgwee > 0);
}

function planView({ instalment, planId, owed, payoffNgwee, discountNgwee }: OwedPlan) {
  return {
    planId,
    loanPeriod: instalment.period,
    dueDate: instalment.dueOn,
    remaining: toKwacha(payoffNgwee),
    principal: toKwacha(owed.principalNgwee),
    interest: toKwacha(owed.interestNgwee),
    serviceFee: toKwacha(owed.feeNgwee),
    penalty: toKwacha(owed.penaltyNgwee),
    discount: toKwacha(discountNgwee),
  };
}

function totalOf(plans: readonly OwedPlan[]): number {
  return toKwacha(sum(plans.map(({ payoffNgwee }) => payoffNgwee)));
}

function lenderView({ name, licence, phone }: Lender) {
  return { name, licence, phone };
}

function registerPaymentRoute(server: Server, deps: LinkRouteDeps): void {
  const { sealing, clock } = deps;
  serve(server, 'quickRepayRepayment', async ({ body }, caller) => {
    const link = await findLink(deps, body.code);
    if (!link) return linkNotValid();
    const operator = body.operator ?? deps.operatorOfMobile(body.payMobile);
    if (!operator) {
      const { chooseOperator } = repayLinkWords;
      return refused(400, chooseOperator, { fields: { operator: chooseOperator } });
    }
    const outcome = await submitQuickRepayment(deps, {
      code: body.code,
      link,
      planId: body.planId,
      amountNgwee: parseKwacha(body.payAmount)!,
      mobile: body.payMobile,
      operator,
      idempotency: idempotencyOf(sealing, caller.idempotencyKey, 'quickRepayRepayment', body),
    });
    if (outcome.ok) return done(outcome.value);
    const { refusal } = outcome;
    switch (refusal.kind) {
      case 'too_many_prompts':
        return tryLater('repay_link_prompts', repayLinkWords.tooManyPrompts, refusal.retryAt, clock.nowMs());
      case 'operator_not_connected':
        return refused(400, repayLinkWords.operatorNotConnected, {
          fields: { operator: repayLinkWords.operatorNotConnectedShort },
        });
      case 'operator_stopped':
        return refused(409, payerWords.operator_stopped, { reason: refusal.kind });
      case 'not_repayable':
        return linkNotValid();
      case 'no_such_account':
        return NOT_FOUND;
      default:
        return replyToRefusal(refusal);
    }
  });
}

function linkNotValid(): Reply<never> {
  return refused(404, repayLinkWords.notValid);
}

function hasJustPaid(payment: LinkPayment | undefined, nowMs: number): boolean {
  if (payment?.state !== 'succeeded' || payment.finished_at === null) return false;
  return nowMs - payment.finished_at.getTime() < SHOWN_AFTER_END_MS;
}
