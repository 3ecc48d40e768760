import type { Answer } from '@thumba/contract/wire';
import { chargeCapRoom } from '@thumba/lending/charge-cap';
import { quoteCancellation } from '@thumba/lending/cooling-off';
import type { Day } from '@thumba/lending/day';
import { quoteExtension } from '@thumba/lending/extension';
import { instalmentOf, type Loan } from '@thumba/lending/loan';
import { minimum, parseKwacha, toKwacha } from '@thumba/lending/money';
import { firstOwedInstalment } from '@thumba/lending/owed';
import { firstPenaltyOn, penaltyBase, penaltyOfOneDay } from '@thumba/lending/penalty';
import { previewRepayment, type RepaymentPreview } from '@thumba/lending/repayment-preview';
import { quoteSettlement } from '@thumba/lending/settlement';
import { previewWaiting } from '@thumba/lending/waiting';
import { coolingOffEndsAt, hoursSincePayout } from '../../book/loan/cooling-off-hours.ts';
import { loanToday } from '../../book/loan/loan-view.ts';
import { planIdOf, readPlanId } from '../../book/loan/plan-id.ts';
import { findLoan } from '../../book/loan/queries.ts';
import { replyToRefusal } from '../../book/loan/refusal-reply.ts';
import { accountTitle, findAccount } from '../../people/borrower/accounts.ts';
import { endOfLusakaDay, toDate } from '../../platform/clock.ts';
import { done, NOT_FOUND } from '../../platform/reply.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { noAccount } from '../payment/submit-collection.ts';
import type { RepaymentDeps } from './commands.ts';
import { quoteIdOf } from './quote-id.ts';

/** The routes that quote today's price of an extension, a settlement and a cancellation. */
export function registerQuoteRoutes(server: Server, deps: RepaymentDeps): void {
  const { db, sealing } = deps;
  registerPreviewRoute(server, deps);

  serve(server, 'extensionDetail', async ({ body }, { borrowerId }) => {
    const { loanId, period } = readPlanId(body.planId);
    const [stored, account] = await Promise.all([
      findLoan(db, borrowerId, loanId),
      findAccount(db, sealing, borrowerId, undefined),
    ]);
    if (!stored || !instalmentOf(stored.loan, period)) return NOT_FOUND;
    const quote = quoteExtension(stored.loan, deps.today());
    if (!quote.ok) return replyToRefusal(quote.refusal);
    const quoted = quote.value;
    if (quoted.period !== period)
      return replyToRefusal({ kind: 'not_first_owed', firstOwedPeriod: quoted.period });
    if (!account) return noAccount();
    return done({
      beforeRepayDate: quoted.beforeDueOn,
      extensionRepayDate: quoted.afterDueOn,
      extensionFee: toKwacha(quoted.amountNgwee),
      repayAccountId: account.accountId,
      repayAccount: accountTitle(account),
      fee: toKwacha(quoted.feeNgwee),
      penalty: toKwacha(quoted.penaltyNgwee),
      feesPaidSoFar: toKwacha(quoted.feesPaidSoFarNgwee),
      timesLeft: quoted.timesLeft,
      quoteUntil: endOfLusakaDay(deps.clock.nowMs()).toISOString(),
      ...lateChargeView(loanToday(stored.loan, deps.today()), period),
      waiting: waitingView(stored.loan, { on: deps.today(), untilOn: quoted.afterDueOn }),
    });
  });

  serve(server, 'settlementQuote', async ({ body }, { borrowerId }) => {
    const stored = await findLoan(db, borrowerId, body.orderId);
    if (!stored) return NOT_FOUND;
    const on = deps.today();
    const quote = quoteSettlement(stored.loan, on);
    if (!quote.ok) return replyToRefusal(quote.refusal);
    const { amountNgwee, savingNgwee } = quote.value;
    return done({
      quoteId: quoteIdOf(sealing, { kind: 'settlement', loanId: body.orderId, amountNgwee, on }),
      planId: firstOwedPlanId(stored.loan),
      amount: toKwacha(amountNgwee),
      saving: toKwacha(savingNgwee),
      validUntil: endOfLusakaDay(deps.clock.nowMs()).toISOString(),
    });
  });

  serve(server, 'cancelLoan', async ({ body }, { borrowerId }) => {
    const stored = await findLoan(db, borrowerId, body.orderId);
    if (!stored) return NOT_FOUND;
    const { loan, disbursedAt } = stored;
    const now = { today: deps.today(), nowMs: deps.clock.nowMs() };
    const on = now.today;
    const quote = quoteCancellation(loan, { hoursSincePayout: hoursSincePayout(loan, disbursedAt, now), on });
    if (!quote.ok) return replyToRefusal(quote.refusal);
    const { amountNgwee } = quote.value;
    const endsAt = coolingOffEndsAt(loan, disbursedAt!, now);
    return done({
      quoteId: quoteIdOf(sealing, { kind: 'cooling_off', loanId: body.orderId, amountNgwee, on }),
      planId: firstOwedPlanId(loan),
      amount: toKwacha(amountNgwee),
      validUntil: toDate(Math.min(endsAt.getTime(), endOfLusakaDay(now.nowMs).getTime())).toISOString(),
      cancelUntil: endsAt.toISOString(),
    });
  });
}

function registerPreviewRoute(server: Server, deps: RepaymentDeps): void {
  serve(server, 'previewRepayment', async ({ body }, { borrowerId }) => {
    const { loanId, period } = readPlanId(body.planId);
    const stored = await findLoan(deps.db, borrowerId, loanId);
    if (!stored || !instalmentOf(stored.loan, period)) return NOT_FOUND;
    const outcome = previewRepayment(stored.loan, {
      period,
      amountNgwee: parseKwacha(body.payAmount)!,
      on: deps.today(),
      ladder: { rule: deps.ladderRule(), place: FIRST_PLACE },
    });
    if (!outcome.ok) return replyToRefusal(outcome.refusal);
    const preview = outcome.value;
    return done({
      saving: toKwacha(preview.savingNgwee),
      remaining: toKwacha(preview.remainingNgwee),
      penaltyPerDayBefore: toKwacha(preview.penaltyPerDayBeforeNgwee),
      penaltyPerDayAfter: toKwacha(preview.penaltyPerDayAfterNgwee),
      isLateAfter: preview.isLateAfter,
      ...extensionFeeView(preview),
    });
  });
}

function extensionFeeView({ extensionFeeBeforeNgwee, extensionFeeAfterNgwee }: RepaymentPreview) {
  if (extensionFeeBeforeNgwee === null || extensionFeeAfterNgwee === null) return {};
  return {
    extensionFee: { before: toKwacha(extensionFeeBeforeNgwee), after: toKwacha(extensionFeeAfterNgwee) },
  };
}

/** The late charge of a day while the plan is not paid. `loan` is already as of today. */
function lateChargeView(loan: Loan, period: number): Pick<Answer<'extensionDetail'>, 'lateCharge'> {
  const instalment = instalmentOf(loan, period)!;
  const perDayNgwee = minimum(penaltyOfOneDay(loan, penaltyBase(instalment)), chargeCapRoom(loan));
  if (perDayNgwee === 0) return {};
  return { lateCharge: { perDay: toKwacha(perDayNgwee), fromDate: firstPenaltyOn(loan, instalment) } };
}

/** What not extending costs until the date that an extension would buy. */
function waitingView(loan: Loan, days: { on: Day; untilOn: Day }): Answer<'extensionDetail'>['waiting'] {
  const { penaltyNgwee, daysLateBefore, daysLateAfter } = previewWaiting(loan, days);
  return { lateCharges: toKwacha(penaltyNgwee), daysLateNow: daysLateBefore, daysLate: daysLateAfter };
}

/** A preview says nothing about the limit, so the borrower's place on the ladder is not read for it. */
const FIRST_PLACE = { step: 1, onTimeLoans: 0 };

function firstOwedPlanId(loan: Loan): number {
  const period = firstOwedInstalment(loan)?.period ?? loan.instalments.length;
  return planIdOf(loan.loanId, period);
}
