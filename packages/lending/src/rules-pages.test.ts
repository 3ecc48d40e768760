import { expect, test } from 'vitest';
import { daysPastDue, daysPastDueByOriginalDate, originalDueOn } from './ageing.ts';
import { checkAprPage } from './apr-page.test-support.ts';
import { checkArrearsPage } from './arrears-page.test-support.ts';
import { checkBureauPage } from './bureau-page.test-support.ts';
import { catchUp } from './catch-up.ts';
import { quoteCancellation } from './cooling-off.ts';
import { couponDiscount, welcomeCoupon } from './coupon.ts';
import { addDays, type Day, day, daysBetween } from './day.ts';
import { checkDecisionsPage } from './decisions-page.test-support.ts';
import { checkDaysBehind, checkDueDates, checkDueDayProducts } from './due-day-page.test-support.ts';
import { checkEarlySettlementPage } from './early-settlement-page.test-support.ts';
import { extensionSucceeded, quoteExtension } from './extension.ts';
import { checkHardshipPage } from './hardship-page.test-support.ts';
import { countsForLadder, demoLadder, limitOf, placeAfterSettled } from './ladder.ts';
import { checkLedgerPage } from './ledger-page.test-support.ts';
import type {
  Change,
  CouponWorth,
  FeeMode,
  Instalment,
  InterestMethod,
  Loan,
  WaivableCharge,
} from './loan.ts';
import { kwacha, type Ngwee, ngwee } from './money.ts';
import { owedOnInstalment, owedOnLoan } from './owed.ts';
import { penaltyOfOneDay } from './penalty.ts';
import { priceLoan } from './pricing.ts';
import { checkExtensionPrices, checkPolicies, checkProductsPage } from './products-page.test-support.ts';
import { rate } from './rate.ts';
import { repaymentSucceeded } from './repayment.ts';
import { reversePosting } from './reversal.ts';
import {
  checkClosings,
  checkGivenBack,
  checkOverpayments,
  checkPlansInOrder,
  checkRebatesOfOthers,
  checkReopenedLoans,
} from './reversal-page.test-support.ts';
import { allowed, answerTo } from './rule-examples.test-support.ts';
import {
  bookRow,
  bookRows,
  money,
  moneyIn,
  type Row,
  tablesOf,
  uncheckedPages,
} from './rule-page.test-support.ts';
import { entryStanding, paidOutLoan, sampleTerms, threeInstalments } from './sample-loan.test-support.ts';
import { checkSuspensePage, checkUnusedCreditPage } from './suspense-page.test-support.ts';
import { checkTakeOnPage } from './take-on-page.test-support.ts';
import { checkReturnedFees, checkValueDayPage } from './value-day-page.test-support.ts';
import { waiveCharge } from './waiver.ts';
import { checkLateAfterWaiver } from './waiver-page.test-support.ts';
import { checkWhatIfPage } from './what-if-page.test-support.ts';
import { checkWriteOffPage } from './write-off-page.test-support.ts';

const paidOutOn = day('2026-11-21');
const loan = paidOutLoan(sampleTerms(), paidOutOn);

const checks: Record<string, (...tables: Row[][]) => void> = {
  'pricing.md': (loans, dueDates, behind, course) => {
    for (const row of loans) {
      const quote = priceLoan(
        sampleTerms({
          principalNgwee: moneyIn(row('principal')),
          termDays: Number(row('days')),
          instalmentCount: Number(row('plans')),
          interestMethod: row('method') as InterestMethod,
          dailyRate: rate(row('rate a day')),
          serviceFeeRate: rate(row('fee rate')),
          feeMode: row('fee is') as FeeMode,
        }),
        paidOutOn,
      );
      expect(row('received')).toBe(money(quote.receivedNgwee));
      expect(row('repaid')).toBe(quote.instalments.map(({ totalNgwee }) => money(totalNgwee)).join(' + '));
      expect(row('cost')).toBe(money(quote.totalCostNgwee));
      expect(row('cost percent')).toBe(String(quote.costPercent));
    }
    checkDueDates(dueDates, course);
    checkDaysBehind(behind);
  },

  'apr.md': (loans, ceilings, policies) => checkAprPage(loans, ceilings, policies),

  'products.md': (products, policies, dueDays, terms, summaries) => {
    checkPolicies(policies);
    checkProductsPage(products, terms, summaries);
    checkDueDayProducts(dueDays);
  },

  'take-on.md': (plans, rows, days, refusals) => checkTakeOnPage(plans, rows, days, refusals),

  'penalty.md': (days, course) => {
    for (const row of days) {
      const terms = sampleTerms({ penaltyDailyRate: rate(row('rate a day')) });
      const perDay = penaltyOfOneDay({ ...loan, terms }, moneyIn(row('overdue')));
      expect(row('penalty')).toBe(money(perDay * Number(row('days charged'))));
    }
    for (const row of course) {
      const today = catchUp(loan, day(row('day'))).loan;
      expect(row('days past due')).toBe(String(today.worstDaysLate));
      expect(row('penalty to date')).toBe(money(owedOnLoan(today).penaltyNgwee));
      expect(row('state')).toBe(today.instalments[0]?.state);
    }
  },

  'end-of-day.md': (course, _snapshots, extended) => {
    for (const row of course) {
      const today = catchUp(loan, day(row('day'))).loan;
      expect(row('loan')).toBe(today.state);
      expect(row('plan')).toBe(today.instalments[0]?.state);
      expect(row('owed')).toBe(money(owedOnLoan(today).totalNgwee));
      expect(row('next day')).toBe(today.nextEventOn ?? 'none');
    }
    const moved = extendedOn(loan, day('2026-12-26'));
    for (const row of extended) {
      const on = day(row('day'));
      const today = catchUp(on < '2026-12-26' ? loan : moved, on).loan;
      const [plan] = today.instalments as [Instalment];
      expect([row('due date'), row('original due date')]).toEqual([plan.dueOn, originalDueOn(plan)]);
      expect(row('days past due')).toBe(String(daysPastDue(today, on)));
      expect(row('days by original date')).toBe(String(daysPastDueByOriginalDate(today, on)));
    }
  },

  'contact-policy.md': (reminders) => {
    for (const row of reminders) {
      const today = catchUp(loan, day(row('day'))).loan;
      expect(daysBetween(today.instalments[0]!.dueOn, day(row('day')))).toBe(Number(row('days late')));
      if (row('asks for') !== '') expect(row('asks for')).toBe(money(owedOnLoan(today).totalNgwee));
    }
  },

  'arrears.md': checkArrearsPage,

  'repayment.md': (payments, amounts) => {
    for (const row of payments) {
      const { allocation } = repaid(paid(loan, moneyIn(row('paid')), '2026-12-24'));
      expect(row('penalty')).toBe(money(allocation.penaltyNgwee));
      expect(row('fee')).toBe(money(allocation.feeNgwee));
      expect(row('interest')).toBe(money(allocation.interestNgwee));
      expect(row('principal')).toBe(money(allocation.principalNgwee));
      expect(row('wallet')).toBe(money(allocation.walletNgwee));
    }
    for (const row of amounts) expect(row('answer')).toBe(answerTo(row('remaining'), row('paid')));
  },

  'value-day.md': checkValueDayPage,

  'extension.md': (quotes, moves, prices, returnedFees, rows) => {
    for (const row of quotes) {
      const terms = sampleTerms({ principalNgwee: moneyIn(row('principal owed')) });
      const quote = allowed(
        quoteExtension(paidOutLoan(terms, addDays(day(row('due')), -30)), day(row('asked on'))),
      );
      expect(row('due')).toBe(quote.beforeDueOn);
      expect(row('penalty')).toBe(money(quote.penaltyNgwee));
      expect(row('fee')).toBe(money(quote.feeNgwee));
      expect(row('to pay')).toBe(money(quote.amountNgwee));
      expect(row('new due date')).toBe(quote.afterDueOn);
    }
    const three = paidOutLoan(threeInstalments(), addDays(day('2026-12-01'), -30));
    const extended = extendedOn(three, day('2026-12-07'));
    expect(moves.map((row) => [row('plan'), row('due'), row('moved to')])).toEqual(
      three.instalments.map(({ period, dueOn }, index) => [
        String(period),
        dueOn,
        extended.instalments[index]?.dueOn,
      ]),
    );
    checkExtensionPrices(prices);
    checkReturnedFees(returnedFees, rows);
  },

  'early-settlement.md': (flat, declining, prepaid, rows, ways) =>
    checkEarlySettlementPage(flat, declining, prepaid, rows, ways),

  'cooling-off.md': (returns) => {
    for (const row of returns) {
      const received = paidOutLoan(sampleTerms({ feeMode: row('fee is') as FeeMode }), paidOutOn);
      expect(row('received')).toBe(money(received.receivedNgwee));
      const since = moneyIn(row('paid since'));
      const subject = since === 0 ? received : paid(received, since, paidOutOn).loan;
      const hoursSincePayout = Number(row('hours since payout'));
      const quote = quoteCancellation(subject, { hoursSincePayout, on: paidOutOn });
      expect(row('answer')).toBe(quote.ok ? money(quote.value.amountNgwee) : quote.refusal.kind);
      expect(row('wallet')).toBe(money(quote.ok ? quote.value.surplusNgwee : 0));
    }
  },

  'coupons.md': (worths, amounts, given) => {
    const [plan] = catchUp(loan, day('2026-12-26')).loan.instalments as [Instalment];
    for (const row of worths) {
      const discount = couponDiscount(plan, { worth: worthIn(row('coupon')) });
      expect(row('off the fee')).toBe(money(discount.feeNgwee));
      expect(row('off the interest')).toBe(money(discount.interestNgwee));
      expect(row('off the penalty')).toBe(money(discount.penaltyNgwee));
      const payoff = owedOnInstalment(plan).totalNgwee - discount.totalNgwee;
      expect(row('clears the plan')).toBe(money(payoff));
    }
    for (const row of amounts) expect(row('answer')).toBe(answerTo('K120', row('paid'), kwacha(10)));
    const [row] = given as [Row];
    expect(row('name')).toBe(welcomeCoupon.name);
    expect(worthIn(row('worth'))).toEqual(welcomeCoupon.worth);
    expect(row('valid for days')).toBe(String(welcomeCoupon.validDays));
  },

  'limit-ladder.md': (steps, moves, counting) => {
    expect(steps.map((row) => moneyIn(row('limit')))).toEqual(demoLadder.steps);
    for (const row of steps) {
      expect(row('limit')).toBe(money(limitOf(demoLadder, { step: Number(row('step')), onTimeLoans: 0 })));
    }
    for (const row of moves) {
      const place = { step: Number(row('step')), onTimeLoans: Number(row('on time so far')) };
      expect(
        placeAfterSettled(demoLadder, place, { worstDaysLate: Number(row('days late')), counts: true }),
      ).toEqual({
        step: Number(row('new step')),
        onTimeLoans: Number(row('on time then')),
      });
    }
    for (const row of counting) {
      const terms = sampleTerms({ principalNgwee: moneyIn(row('loan')) });
      const subject = { ...paidOutLoan(terms, paidOutOn), limitNgwee: moneyIn(row('limit')) };
      const settledOn = addDays(paidOutOn, Number(row('days held')));
      expect(row('counts')).toBe(countsForLadder(entryStanding, subject, settledOn) ? 'yes' : 'no');
      const owed = catchUp(subject, settledOn).loan;
      const change = paid(owed, owedOnLoan(owed).totalNgwee, settledOn);
      expect(row('on time then')).toBe(String(change.ladder?.onTimeLoans));
    }
  },

  'decisions.md': (applications, found, phones, shared, messages, waits) =>
    checkDecisionsPage({ applications, found, phones, shared, messages, waits }),

  'waiver.md': (waivers, course, late) => {
    for (const row of waivers) {
      const charge = row('charge') as WaivableCharge;
      const amountNgwee = moneyIn(row('waived'));
      const on = day(row('on'));
      const waiver = { period: 1, charge, amountNgwee, reason: 'goodwill', on, ladder: entryStanding };
      const change = allowed(waiveCharge(loan, waiver));
      const waived = change.events.find((event) => event.kind === 'charge_waived');
      const from = (accounts: readonly string[]) =>
        waived?.posting.transfers
          .filter(({ debitAccount }) => accounts.includes(debitAccount))
          .reduce((total, transfer) => total + transfer.amountNgwee, 0) ?? 0;
      expect(row('from unearned')).toBe(money(from(['unearned_interest', 'unearned_fee'])));
      expect(row('from income')).toBe(money(from(['interest_income', 'fee_income', 'penalty_income'])));
      expect(row('owed after')).toBe(money(owedOnLoan(change.loan).totalNgwee));
    }
    const waiver = { period: 1, charge: 'penalty', amountNgwee: kwacha(500), reason: 'goodwill' } as const;
    const on = day('2027-06-30');
    const waived = allowed(waiveCharge(loan, { ...waiver, on, ladder: entryStanding })).loan;
    for (const row of course) {
      const owedOf = (subject: Loan) => owedOnLoan(catchUp(subject, day(row('day'))).loan).totalNgwee;
      expect(row('owed without a waiver')).toBe(money(owedOf(loan)));
      expect(row('owed after K500 waived')).toBe(money(owedOf(waived)));
    }
    checkLateAfterWaiver(loan, late);
  },

  'bureau.md': checkBureauPage,

  'what-if.md': (endings, drafts) => checkWhatIfPage(endings, drafts),

  'write-off.md': (claims, rows, recoveries) => checkWriteOffPage(claims, rows, recoveries),

  'hardship.md': checkHardshipPage,

  'suspense.md': checkSuspensePage,

  'unused-credit.md': checkUnusedCreditPage,

  'reversal.md': (rows, reopened, takenBack, rebates, rebateRows, plans, overpaid, givenBack, closings) => {
    const part = paid(loan, kwacha(650), '2026-12-21');
    expect(rows.map(bookRow)).toEqual(bookRows(reversed(part, '2026-12-21').transfers));
    checkReopenedLoans(loan, reopened, takenBack);
    checkRebatesOfOthers(rebates, rebateRows);
    checkPlansInOrder(plans);
    checkOverpayments(overpaid);
    checkGivenBack(givenBack);
    checkClosings(closings);
  },

  'ledger.md': checkLedgerPage,
};

test('every page of a rule is checked', () => {
  expect(uncheckedPages(Object.keys(checks))).toEqual([]);
});

test.each(Object.entries(checks))('%s says what the program does', (page, check) => {
  const tables = tablesOf(page);
  expect(tables).toHaveLength(Math.max(1, check.length));
  for (const table of tables) expect(table).not.toHaveLength(0);
  check(...tables);
});

function paid(subject: Loan, amountNgwee: Ngwee, on: string): Change {
  const money = {
    attemptId: 'r',
    operator: 'mtn',
    submittedOn: day(on),
    on: day(on),
    ladder: entryStanding,
  } as const;
  return repaymentSucceeded(subject, { ...money, amountNgwee });
}

function extendedOn(subject: Loan, on: Day): Loan {
  const quoted = allowed(quoteExtension(subject, on));
  const bought = { attemptId: 'e', operator: 'mtn', submittedOn: on, on, ladder: entryStanding } as const;
  return extensionSucceeded(subject, { ...bought, quoted, amountNgwee: quoted.amountNgwee }).loan;
}

function repaid(change: Change) {
  const event = change.events.find((candidate) => candidate.kind === 'repaid');
  if (event === undefined) throw new Error('nothing was repaid');
  return event;
}

function reversed(change: Change, on: string): Change {
  return allowed(
    reversePosting(change.loan, {
      event: repaid(change),
      cause: 'our_mistake',
      reason: 'posted by mistake',
      on: day(on),
      walletNgwee: ngwee(0),
      ladderPlace: change.ladder ?? entryStanding.place,
      hasOtherOpenLoan: false,
      ladderRule: entryStanding.rule,
      history: [],
      walletMovements: [],
    }),
  );
}

function worthIn(text: string): CouponWorth {
  if (text === 'the fee') return { kind: 'fee_free' };
  const [share, charges] = text.split(' of the ');
  if (charges === 'charges') return { kind: 'percent', rate: rate(share ?? '') };
  return { kind: 'fixed', amountNgwee: moneyIn(text) };
}
