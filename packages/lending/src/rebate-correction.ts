import { allocate } from './allocation.ts';
import { followedBy, unchanged } from './change.ts';
import { chargeCapRoom } from './charge-cap.ts';
import { giveInterestBack } from './charge-relief.ts';
import { withAllPayments } from './counted-payment.ts';
import { type Day, daysBetween } from './day.ts';
import { clearedInOrder, type MoneyOfDay, withEarnedRebates } from './earned-rebates.ts';
import { transfer } from './ledger.ts';
import type { Change, Instalment, InstalmentMove, Loan, LoanEvent } from './loan.ts';
import { add, minimum, type Ngwee, ngwee, subtract, sum, ZERO } from './money.ts';
import { instalmentTotal, owedOnInstalment, ownMoneyPaid } from './owed.ts';
import { overpaidBy, type PaymentCredit } from './payment-credit.ts';
import { postingOf } from './posting.ts';
import type { KeptInterest } from './quote.ts';
import { type PaidEvent, standingPayments, wholePosting } from './standing-payments.ts';

// A reversal takes rebates back that other payments gave and do not earn without the posting that was reversed, and adds
// those that they earn now. Rule: docs/rules/reversal.md.

/** Money of a payment, or of none that is known. */
type ReceivedMoney = MoneyOfDay & { receiptNo: string | null };

export type RebatesToCheck = {
  /** The loan before the reversal, and after it. */
  posted: Loan;
  undone: Loan;
  /** The other payments of the loan, and what each of them left in the wallet. */
  payments: readonly PaidEvent[];
  credits: readonly PaymentCredit[];
  history: readonly LoanEvent[];
  on: Day;
};

/** A loan with its money posted in the order of value days: with the reversed posting, and without it. */
export type Replays = {
  money: readonly ReceivedMoney[];
  earnedBefore: readonly Instalment[];
  earned: readonly Instalment[];
  /** The day on which each instalment is cleared; `null` while it owes something. */
  clearedBeforeOn: readonly (Day | null)[];
  clearedOn: readonly (Day | null)[];
};

/** Posts the money of a loan in the order of value days, with and without the reversed posting. */
export function replaysOf(checked: RebatesToCheck): Replays {
  const { posted, undone, payments, credits, history } = checked;
  const allPayments = standingPayments(history, posted.reversedPostings);
  const ofAll = allPayments.map(
    (payment) =>
      credits.find(({ receiptNo }) => receiptNo === payment.receiptNo) ?? {
        receiptNo: payment.receiptNo,
        overpaidNgwee: overpaidBy(payment, history),
      },
  );
  const allMoney = moneyOf(posted, allPayments, { credits: ofAll, history });
  const money = moneyOf(undone, payments, checked);
  return {
    money,
    earnedBefore: withEarnedRebates(posted, allMoney),
    earned: withEarnedRebates(undone, money),
    clearedBeforeOn: clearedInOrder(posted, allMoney),
    clearedOn: clearedInOrder(undone, money),
  };
}

/**
 * Brings the rebates of a loan to what its other payments earn without the reversed posting. Interest that is not given
 * back any more is charged again. What the rebates gave to the wallet pays it, as far as the wallet still has it.
 * Interest above the charge cap is not charged. It is never refused.
 */
export function correctRebates(checked: RebatesToCheck, { money, earnedBefore, earned }: Replays): Change {
  const { posted, undone, payments, history } = checked;
  // A loan may have other rebates than its payments earn in this order. The difference stays as it was.
  const rightNgwee =
    instalmentTotal(posted.instalments, 'rebateNgwee') +
    instalmentTotal(earned, 'rebateNgwee') -
    instalmentTotal(earnedBefore, 'rebateNgwee');
  const tooMuchNgwee = instalmentTotal(undone.instalments, 'rebateNgwee') - Math.max(0, rightNgwee);
  if (tooMuchNgwee < 0) {
    const ofReceiptNo = lastEarning(undone, money);
    return addRebate(undone, ngwee(-tooMuchNgwee), { ofReceiptNo, earned, on: checked.on });
  }
  let left = minimum(ngwee(tooMuchNgwee), chargeCapRoom(undone));
  return payments.toReversed().reduce((change, payment) => {
    const taken = takenFrom(change.loan, payment, { earned, left, history });
    left = subtract(left, sum(Object.values(taken)));
    return followedBy(change, (before) => chargeAgain(before, payment, taken, checked));
  }, unchanged(undone));
}

/**
 * The money that pays a loan, in the order of value days, with what of it is in the wallet: given back, or too much. What
 * was paid without a payment in the history counts from the day that is kept for it, or from the payout.
 */
function moneyOf(
  loan: Loan,
  payments: readonly PaidEvent[],
  {
    credits,
    history,
  }: {
    credits: readonly Pick<PaymentCredit, 'receiptNo' | 'overpaidNgwee'>[];
    history: readonly LoanEvent[];
  },
): ReceivedMoney[] {
  const posted = payments.map((payment) => {
    const credit = credits.find(({ receiptNo }) => receiptNo === payment.receiptNo);
    const { amountNgwee, allocation, source } =
      payment.kind === 'repaid' ? payment : { ...payment, source: 'operator' };
    const notPaid = source === 'wallet' ? allocation.walletNgwee : overpaidBy(payment, history);
    return {
      payment,
      paidNgwee: subtract(amountNgwee, notPaid),
      overpaidNgwee: credit?.overpaidNgwee ?? ZERO,
    };
  });
  const known = posted.map(({ payment, paidNgwee, overpaidNgwee }) => ({
    receiptNo: payment.receiptNo,
    valueOn: payment.on,
    amountNgwee: add(paidNgwee, overpaidNgwee),
    extension: payment.kind === 'extended' ? payment : null,
    isSettlement: payment.kind === 'repaid' && payment.purpose === 'settlement',
  }));
  const credited = sum(loan.instalments.map(({ creditedInterestNgwee }) => creditedInterestNgwee));
  const unknown = ownMoneyPaid(loan) + credited - sum(posted.map(({ paidNgwee }) => paidNgwee));
  const inOrder = known.toSorted((a, b) => daysBetween(b.valueOn, a.valueOn));
  const since = loan.countedPayments.find(({ receiptNo }) => receiptNo === null)?.valueOn ?? loan.disbursedOn;
  return unknown <= 0 || since === null
    ? inOrder
    : [
        {
          receiptNo: null,
          valueOn: since,
          amountNgwee: ngwee(unknown),
          extension: null,
          isSettlement: false,
        },
        ...inOrder,
      ];
}

/** The receipt of the last payment that earns a rebate, or `null` when none does. */
function lastEarning(loan: Loan, money: readonly ReceivedMoney[]): string | null {
  const earnedThrough = (count: number) =>
    instalmentTotal(withEarnedRebates(loan, money.slice(0, count)), 'rebateNgwee');
  return money.findLast((_, index) => earnedThrough(index + 1) > earnedThrough(index))?.receiptNo ?? null;
}

/** Gives interest back that the other payments earn because they clear other instalments now. */
function addRebate(
  loan: Loan,
  amountNgwee: Ngwee,
  { ofReceiptNo, earned, on }: { ofReceiptNo: string | null; earned: readonly Instalment[]; on: Day },
): Change {
  if (ofReceiptNo === null) return unchanged(loan);
  const kept = withLessOwedInterest(loan.instalments, amountNgwee);
  const given = giveInterestBack(loan, kept, {
    valueOn: on,
    allocateRefund: ({ instalments, terms }, refundNgwee) =>
      allocate(instalments, refundNgwee, terms.repaymentOrder),
  });
  let left = amountNgwee;
  const instalments = given.loan.instalments.map((instalment, index) => {
    const more = (earned[index]?.rebateNgwee ?? ZERO) - instalment.rebateNgwee;
    const added = minimum(left, ngwee(Math.max(0, more)));
    left = subtract(left, added);
    return { ...instalment, rebateNgwee: add(instalment.rebateNgwee, added) };
  });
  const change = { ...given, loan: { ...given.loan, instalments } };
  const posting = postingOf(loan, change);
  const walletNgwee = ngwee(given.walletNgwee);
  return {
    ...change,
    events: [{ kind: 'rebate_added', on, amountNgwee, walletNgwee, ofReceiptNo, posting }],
  };
}

/**
 * The rebates in ngwee that a payment gave and that are not earned any more, by instalment. A payment that came late may
 * have moved the rebates of other payments between instalments, so those of its own are only the first.
 */
function takenFrom(
  loan: Loan,
  payment: PaidEvent,
  given: { earned: readonly Instalment[]; left: Ngwee; history: readonly LoanEvent[] },
): Record<number, Ngwee> {
  const { instalments: moves } = wholePosting(payment, given.history);
  let left = minimum(given.left, ngwee(sumOf(moves, loweredInterest)));
  const taken: Record<number, Ngwee> = {};
  const own = moves.filter(({ rebateNgwee = 0 }) => rebateNgwee > 0).map(({ period }) => period);
  const all = loan.instalments.map(({ period }) => period);
  for (const period of new Set([...own, ...all])) {
    const unearned =
      (loan.instalments[period - 1]?.rebateNgwee ?? ZERO) - (given.earned[period - 1]?.rebateNgwee ?? ZERO);
    const amountNgwee = minimum(left, ngwee(Math.max(0, unearned)));
    if (amountNgwee > 0) taken[period] = amountNgwee;
    left = subtract(left, amountNgwee);
  }
  return taken;
}

/** Charges the interest of some rebates of one payment again, on the instalments whose interest it had lowered. */
function chargeAgain(
  loan: Loan,
  payment: PaidEvent,
  taken: Record<number, Ngwee>,
  { history, credits, on }: RebatesToCheck,
): Change {
  const amountNgwee = sum(Object.values(taken));
  if (amountNgwee === 0) return unchanged(loan);
  const moves = wholePosting(payment, history).instalments;
  let left = amountNgwee;
  let inWallet = credits.find(({ receiptNo }) => receiptNo === payment.receiptNo)?.givenBackNgwee ?? ZERO;
  const inWalletBefore = inWallet;
  const lastFirst = loan.instalments.toReversed().map((instalment) => {
    const move = moves.find(({ period }) => period === instalment.period);
    const chargedNgwee = minimum(left, ngwee(loweredInterest(move)));
    left = subtract(left, chargedNgwee);
    const creditedNgwee = minimum(
      minimum(instalment.creditedInterestNgwee, chargedNgwee),
      ngwee(Math.max(0, move?.creditedInterestNgwee ?? 0)),
    );
    const paidNgwee = minimum(creditedNgwee, inWallet);
    inWallet = subtract(inWallet, paidNgwee);
    return {
      ...instalment,
      interestNgwee: add(instalment.interestNgwee, chargedNgwee),
      interestPaidNgwee: add(instalment.interestPaidNgwee, paidNgwee),
      creditedInterestNgwee: subtract(instalment.creditedInterestNgwee, creditedNgwee),
      rebateNgwee: subtract(instalment.rebateNgwee, taken[instalment.period] ?? ZERO),
    };
  });
  const walletNgwee = subtract(inWalletBefore, inWallet);
  const instalments = lastFirst.toReversed();
  const toIncome = takenFromIncome({ ...loan, instalments }, payment, { amountNgwee, history });
  const { receiptNo } = payment;
  const charged: Change = {
    ...unchanged(
      withAllPayments({ ...loan, instalments, interestEarnedNgwee: add(loan.interestEarnedNgwee, toIncome) }),
    ),
    transfers: [
      ...transfer('interest_receivable', 'unearned_interest', subtract(amountNgwee, toIncome)),
      ...transfer('interest_receivable', 'interest_income', toIncome),
      ...transfer('wallet_credit', 'interest_receivable', walletNgwee),
    ],
    walletNgwee: -walletNgwee,
  };
  const posting = postingOf(loan, charged);
  return {
    ...charged,
    events: [{ kind: 'rebate_taken_back', on, amountNgwee, walletNgwee, ofReceiptNo: receiptNo, posting }],
  };
}

/** The part in ngwee of the interest of a rebate that it had taken back from income, as far as income has room for it. */
function takenFromIncome(
  { instalments, interestEarnedNgwee }: Loan,
  payment: PaidEvent,
  { amountNgwee, history }: { amountNgwee: Ngwee; history: readonly LoanEvent[] },
): Ngwee {
  const fromIncome = Math.max(0, -wholePosting(payment, history).interestEarnedNgwee);
  const room = Math.max(0, instalmentTotal(instalments, 'interestNgwee') - interestEarnedNgwee);
  return minimum(amountNgwee, ngwee(Math.min(fromIncome, room)));
}

/** The interest that each instalment still charges with an amount less: what is owed first, then what is paid, last first. */
function withLessOwedInterest(instalments: readonly Instalment[], amountNgwee: Ngwee): KeptInterest[] {
  let left = amountNgwee;
  const lower = (kept: readonly KeptInterest[], mostOf: (index: number) => Ngwee) =>
    kept
      .map(({ period, interestNgwee }, index) => ({ period, interestNgwee, most: mostOf(index) }))
      .toReversed()
      .map(({ period, interestNgwee, most }) => {
        const taken = minimum(left, minimum(most, interestNgwee));
        left = subtract(left, taken);
        return { period, interestNgwee: subtract(interestNgwee, taken) };
      })
      .toReversed();
  const owed = lower(instalments, (index) => owedOnInstalment(instalments[index]!).interestNgwee);
  return lower(owed, (index) => owed[index]!.interestNgwee);
}

function loweredInterest(move: InstalmentMove | undefined): number {
  return Math.max(0, -(move?.interestNgwee ?? 0));
}

function sumOf(moves: readonly InstalmentMove[], amountOf: (move: InstalmentMove) => number): number {
  return moves.reduce((total, move) => total + amountOf(move), 0);
}
