import type { Answer } from '@thumba/contract/wire';
import { formatDayCount } from '@thumba/lending/day';
import { describeReason } from '@thumba/lending/decision';
import { quoteExtension } from '@thumba/lending/extension';
import { frozenPlanOf } from '@thumba/lending/hardship-freeze';
import { isRunning, type Loan, type LoanEvent } from '@thumba/lending/loan';
import { formatKwacha, toKwacha } from '@thumba/lending/money';
import { firstOwedInstalment, moneyPaidOn, owedOnLoan, serviceFeeOf } from '@thumba/lending/owed';
import { isReversalEvent } from '@thumba/lending/payment-event';
import { penaltyPerDay } from '@thumba/lending/penalty';
import { formatPercent } from '@thumba/lending/rate';
import { planSchedule } from '@thumba/lending/schedule';
import type { Now } from '../../book/loan/cooling-off-hours.ts';
import {
  allocationView,
  billedInterest,
  cancellationView,
  isReturned,
  loanToday,
  overdueDays,
  planView,
  scheduledTotal,
  settlementView,
} from '../../book/loan/loan-view.ts';
import type { HistoryEvent, StoredLoan } from '../../book/loan/queries.ts';
import { type Account, accountTitle } from '../../people/borrower/accounts.ts';
import { billingWords } from './billing-words.ts';
import { timeline } from './timeline.ts';

type Details = Answer<'queryLoanDetail'>;

/** A loan as its borrower reads it: what is owed, what was charged and why, and the history, newest first. */
export function billingDetails(
  stored: StoredLoan,
  history: readonly HistoryEvent[],
  account: Account | undefined,
  now: Now,
): Details {
  const { today } = now;
  const loan = loanToday(stored.loan, today);
  const owes = isRunning(loan) || loan.state === 'written_off';
  const receiveAccount = account ? accountTitle(account) : billingWords.mobileMoney;
  return {
    orderId: loan.loanId,
    status: loan.state,
    product: loan.terms.productName,
    principal: toKwacha(loan.terms.principalNgwee),
    receivedAmount: toKwacha(loan.receivedNgwee),
    totalRepay: toKwacha(scheduledTotal(loan)),
    paid: toKwacha(paidInMoney(loan)),
    remaining: toKwacha(owes ? owedOnLoan(loan).totalNgwee : 0),
    appliedAt: stored.appliedAt.toISOString(),
    appliedOn: loan.appliedOn,
    ...(stored.disbursedAt && loan.disbursedOn
      ? { disbursedAt: stored.disbursedAt.toISOString(), disbursedOn: loan.disbursedOn }
      : {}),
    receiveAccount,
    dueDate: firstOwedInstalment(loan)?.dueOn ?? loan.instalments.at(-1)!.dueOn,
    overdueDays: overdueDays(loan, today),
    ...(loan.state === 'declined' ? rejection(history) : {}),
    charges: charges(loan),
    plans: loan.instalments.map((instalment) => planView(loan, instalment, today)),
    payments: payments(history),
    timeline: timeline(history, { receiveAccount, instalmentCount: loan.instalments.length }),
    extensions: isReturned(loan) ? [] : extensions(history),
    // The contract of a loan that was taken on is with the earlier system (docs/rules/take-on.md).
    contractUrl: loan.takenOn === null ? `/al?orderId=${loan.loanId}` : '',
    ...(loan.pending ? { pendingPaymentId: loan.pending.attemptId } : {}),
    penaltyPerDay: toKwacha(penaltyPerDay(loan)),
    extendable: quoteExtension(loan, today).ok,
    ...settlementView(loan, today),
    ...cancellationView(stored, now),
  };
}

/** Why it was declined, and when the borrower may apply again. */
function rejection(history: readonly HistoryEvent[]): Pick<Details, 'rejectedReasons' | 'rejectedUntil'> {
  const declined = history.map(({ event }) => event).findLast((event) => event.kind === 'declined');
  return declined
    ? { rejectedReasons: declined.reasons.map(describeReason), rejectedUntil: declined.mayApplyAgainOn }
    : {};
}

function charges(loan: Loan): Details['charges'] {
  const { terms } = loan;
  const interest = loan.instalments.reduce((total, instalment) => total + billedInterest(instalment), 0);
  const penalty = loan.instalments.reduce((total, instalment) => total + instalment.penaltyNgwee, 0);
  return [
    {
      name: billingWords.interest.name,
      amount: toKwacha(interest),
      explanation: interestExplanation(loan, interest),
    },
    {
      name: billingWords.fee.name,
      amount: toKwacha(isReturned(loan) ? 0 : serviceFeeOf(loan)),
      explanation: (terms.feeMode === 'added' ? billingWords.fee.added : billingWords.fee.deducted)(
        formatPercent(terms.serviceFeeRate),
      ),
    },
    ...(penalty > 0
      ? [{ name: billingWords.late.name, amount: toKwacha(penalty), explanation: lateExplanation(loan) }]
      : []),
  ];
}

/** A loan that is paid early, and one with a waiver, charges less than was agreed. */
function interestExplanation({ terms, takenOn }: Loan, chargedNgwee: number): string {
  const { fixed, declining, lowered } = billingWords.interest;
  const explain = terms.interestMethod === 'declining' ? declining : fixed;
  const explanation = explain(formatDayCount(terms.termDays), formatPercent(terms.dailyRate));
  if (takenOn !== null) return explanation;
  const agreedNgwee = planSchedule(terms).interestNgwee;
  if (chargedNgwee >= agreedNgwee) return explanation;
  return lowered(explanation, formatKwacha(agreedNgwee), formatKwacha(agreedNgwee - chargedNgwee));
}

function lateExplanation(loan: Loan): string {
  const { perDay, afterDays, stopped } = billingWords.late;
  const rate = formatPercent(loan.terms.penaltyDailyRate);
  const { penaltyGraceDays } = loan.terms;
  const charged = penaltyGraceDays === 0 ? perDay(rate) : afterDays(rate, formatDayCount(penaltyGraceDays));
  return frozenPlanOf(loan) ? `${charged}. ${stopped}` : charged;
}

/** The borrower's own money that was paid for the loan, without coupons and given-back fees. */
function paidInMoney(loan: Loan): number {
  if (isReturned(loan)) return loan.receivedNgwee;
  return moneyPaidOn(loan.instalments);
}

function reversedReceiptsIn(history: readonly HistoryEvent[]): Set<string> {
  return new Set(history.flatMap(({ event }) => (isReversalEvent(event) ? [event.reversedReceiptNo] : [])));
}

/** The payments, oldest first. A reversed payment is marked. */
function payments(history: readonly HistoryEvent[]): Details['payments'] {
  const reversed = reversedReceiptsIn(history);
  return history.flatMap(({ event, at }) => {
    const paid = paymentOf(event);
    // A payment of nothing has no receipt.
    if (!paid || paid.amount === 0) return [];
    return [{ ...paid, on: event.on, at: at.toISOString(), reversed: reversed.has(paid.receiptNo) }];
  });
}

function paymentOf(
  event: LoanEvent,
): Omit<Details['payments'][number], 'on' | 'at' | 'reversed'> | undefined {
  switch (event.kind) {
    case 'repaid':
      return {
        paymentId: event.attemptId ?? event.receiptNo,
        amount: toKwacha(event.amountNgwee),
        source: event.source,
        purpose: event.purpose,
        allocation: allocationView(event.allocation),
        extensionFee: 0,
        discount: toKwacha(event.discountNgwee),
        saving: toKwacha(event.savingNgwee),
        receiptNo: event.receiptNo,
      };
    case 'extended':
      return {
        paymentId: event.attemptId ?? event.receiptNo,
        amount: toKwacha(event.amountNgwee),
        source: 'operator',
        purpose: 'extension',
        allocation: allocationView(event.allocation),
        extensionFee: toKwacha(event.feeNgwee),
        discount: 0,
        saving: 0,
        receiptNo: event.receiptNo,
      };
    case 'money_returned': {
      // Wallet credit above this amount comes from earlier payments.
      const walletNgwee = Math.min(event.walletNgwee, event.amountNgwee);
      return {
        paymentId: event.attemptId ?? event.receiptNo,
        amount: toKwacha(event.amountNgwee),
        source: event.attemptId === null ? 'wallet' : 'operator',
        purpose: 'cooling_off',
        allocation: {
          ...NOTHING_ALLOCATED,
          principal: toKwacha(event.amountNgwee - walletNgwee),
          wallet: toKwacha(walletNgwee),
        },
        extensionFee: 0,
        discount: 0,
        saving: 0,
        receiptNo: event.receiptNo,
      };
    }
    default:
      return undefined;
  }
}

const NOTHING_ALLOCATED = { penalty: 0, serviceFee: 0, interest: 0, principal: 0, wallet: 0 };

/** The extensions that were not reversed. */
function extensions(history: readonly HistoryEvent[]): Details['extensions'] {
  const reversed = reversedReceiptsIn(history);
  return history.flatMap(({ event }) =>
    event.kind === 'extended' && !reversed.has(event.receiptNo)
      ? [
          {
            on: event.on,
            fee: toKwacha(event.feeNgwee - feeReturned(history, event.receiptNo)),
            fromDate: event.beforeDueOn,
            toDate: event.afterDueOn,
          },
        ]
      : [],
  );
}

/** The part of an extension fee in ngwee that a late payment gave back. */
function feeReturned(history: readonly HistoryEvent[], receiptNo: string): number {
  return history
    .map(({ event }) => event)
    .filter((event) => event.kind === 'extension_fee_returned' && event.ofReceiptNo === receiptNo)
    .reduce((total, event) => total + (event.kind === 'extension_fee_returned' ? event.amountNgwee : 0), 0);
}
