import { randomUUID } from 'node:crypto';
import { USER_STATUS } from '@thumba/contract/codes';
import { addDays, type Day } from '@thumba/lending/day';
import { quoteExtension } from '@thumba/lending/extension';
import type { LadderPlace, Loan } from '@thumba/lending/loan';
import { kwacha, minimum, type Ngwee, ngwee } from '@thumba/lending/money';
import type { Outcome } from '@thumba/lending/outcome';
import { owedOnLoan } from '@thumba/lending/owed';
import { nextBill } from '@thumba/lending/repayment';
import { planIdOf } from '../book/loan/plan-id.ts';
import { findLoan } from '../book/loan/queries.ts';
import { applyForLoan } from '../credit/application/apply.ts';
import { contractVersion } from '../credit/application/contract-text.ts';
import { availableLimit, makeOffer } from '../credit/application/offer.ts';
import { reviewApplication } from '../credit/application/review.ts';
import type { FailureReason } from '../money/payment/operators/operator.ts';
import { submitExtensionByPrompt, submitRepaymentByPrompt } from '../money/repayment/commands.ts';
import { toDate } from '../platform/clock.ts';
import { statement } from '../platform/database.ts';
import type { DrawnAnswers } from './answer-operators.ts';
import { payoffWithCoupon } from './campaign.ts';
import { complainSometimes } from './complain.ts';
import { planSteps, type Step } from './loan-manner.ts';
import { spin } from './spin.ts';
import type { YearLender } from './year-lender.ts';
import type { Agenda, YearLife } from './year-life.ts';

const DECLINED_DAYS = 8;
const PURPOSES = [
  'School fees',
  'Seed and fertiliser',
  'Stock for the shop',
  'A funeral',
  'Rent',
  'Transport',
];
const WISHES = [
  { productId: 1, termId: 1 },
  { productId: 1, termId: 1 },
  { productId: 1, termId: 2 },
  { productId: 1, termId: 3 },
] as const;
const STEADY = [
  { productId: 2, termId: 4 },
  { productId: 2, termId: 5 },
] as const;
const KWACHA_50 = 5_000;

const readLadderStatement = statement<LadderPlace, { borrowerId: number }>(
  'demo year: place on the ladder',
  `select ladder_step as step, on_time_loans as "onTimeLoans" from borrower_standing where borrower_id = $borrowerId`,
);

/** What the app of a borrower shows of what they may borrow. */
async function readKnown({ db, catalogue }: YearLender, { borrowerId, person }: YearLife) {
  const ladder = (await db.row(readLadderStatement, { borrowerId }))!;
  const monthlyIncomeNgwee = kwacha(person.monthlyIncome);
  return { catalogue: catalogue.current(), ladder, monthlyIncomeNgwee, coupon: null };
}

/** Applies for a loan, as far as limit and income allow. */
export async function apply(lender: YearLender, life: YearLife, agenda: Agenda): Promise<void> {
  const { person, random, borrowerId } = life;
  const today = lender.today();
  const known = await readKnown(lender, life);
  const largest = availableLimit({ ...known, isBlocked: false, openLoan: null }, null);
  const share = random.between(45, 100);
  const wishes = known.ladder.step >= 2 && random.between(1, 3) === 1 ? STEADY : WISHES;
  const amountNgwee = wholeFifties(ngwee(Math.floor((largest * share) / 100)));
  const firstWish = random.between(0, wishes.length - 1);
  const wish = wishes
    .map((_, index) => ({ ...wishes[(firstWish + index) % wishes.length]!, amountNgwee }))
    .find((candidate) => makeOffer(known, null, candidate, today).ok);
  const offer = wish && makeOffer(known, null, wish, today);
  if (!wish || !offer?.ok) return;
  const applied = await applyForLoan(lender, {
    ...wish,
    borrowerId,
    session: { sessionId: randomUUID(), isTrusted: true, startedAt: toDate(lender.clock.nowMs()) },
    accountId: undefined,
    purpose: random.pick(PURPOSES),
    contractVersion: contractVersion(offer.value.terms, known.catalogue),
    appVersionCode: '',
    appChannelCode: person.channelCode,
    address: person.address,
    idempotency: undefined,
  });
  if (!applied.ok) {
    if (applied.refusal.kind === 'waiting_after_decline')
      agenda.add(applied.refusal.mayApplyAgainOn, { kind: 'apply', life });
    return;
  }
  const { orderId, userStatus } = applied.value;
  life.loanId = orderId;
  if (userStatus === USER_STATUS.underReview)
    agenda.add(addDays(today, random.pick([0, 0, 1])), { kind: 'review', life });
  if (userStatus === USER_STATUS.declined) {
    life.declines += 1;
    if (life.declines < 2)
      agenda.add(addDays(today, DECLINED_DAYS + random.between(0, 20)), { kind: 'apply', life });
  }
}

function wholeFifties(amount: Ngwee): Ngwee {
  return ngwee(Math.max(10_000, Math.floor(amount / KWACHA_50) * KWACHA_50));
}

/** A person decides what the rules referred. The income decides mostly, and not always. */
export async function review(lender: YearLender, life: YearLife, agenda: Agenda): Promise<void> {
  const { random, borrowerId, loanId, person } = life;
  if (loanId === undefined) return;
  const percent = random.between(1, 100);
  const isApproved = percent <= (person.monthlyIncome >= 1500 ? 78 : 55);
  const staffName = percent % 5 === 0 ? 'mwansa' : 'bupe';
  const request = { loanId, borrowerId, staffName };
  const reviewed = await reviewApplication(
    lender,
    isApproved
      ? { ...request, outcome: 'approve', reason: 'Called the employer: the income is as given' }
      : {
          ...request,
          outcome: 'decline',
          reasonCode: random.pick(['income_not_shown', 'income_not_shown', 'not_reached', 'other']),
          reason: 'The employer does not know the borrower',
        },
  );
  if (!reviewed.ok) throw new Error(`loan ${loanId} was not decided: ${reviewed.refusal.kind}`);
  if (!isApproved && random.between(1, 3) === 1)
    agenda.add(addDays(lender.today(), DECLINED_DAYS + random.between(0, 30)), { kind: 'apply', life });
}

/** Plans the steps of loans whose money arrived. */
export async function planLoan(lender: YearLender, life: YearLife, agenda: Agenda): Promise<void> {
  const loan = await readLoan(lender, life);
  if (loan?.state !== 'active') return;
  life.loans += 1;
  const takenOn = lender.today();
  const dueDays = loan.instalments.map(({ dueOn }) => dueOn);
  for (const { on, step } of planSteps(life.random, {
    takenOn,
    dueDays,
    reliability: life.person.reliability,
  }))
    agenda.add(on > takenOn ? on : addDays(takenOn, 1), { kind: 'step', life, loanId: loan.loanId, step });
}

async function readLoan({ db }: YearLender, { borrowerId, loanId }: YearLife): Promise<Loan | undefined> {
  return loanId === undefined ? undefined : (await findLoan(db, borrowerId, loanId))?.loan;
}

const FAILURES: readonly FailureReason[] = [
  'not_enough_money',
  'not_enough_money',
  'prompt_expired',
  'wrong_pin',
];

/** Sends the payment of a step. Answers false where nothing was sent. */
export async function payStep(
  lender: YearLender,
  life: YearLife,
  step: Step,
  answers: DrawnAnswers,
): Promise<boolean> {
  const loan = await readLoan(lender, life);
  if (!loan) return false;
  const sent =
    step.kind === 'extend' ? await extend(lender, life, loan) : await repay(lender, life, loan, step);
  if (!sent?.ok) return false;
  const { random } = life;
  const isFailing = 'tries' in step && step.tries < 2 && random.between(1, 100) <= 9;
  answers.set(sent.value.paymentId, {
    afterSeconds: random.pick([6, 11, 18, 40, 95]),
    failure: isFailing ? random.pick(FAILURES) : undefined,
  });
  return true;
}

type Sent = Outcome<{ paymentId: string }, { kind: string }> | undefined;

async function repay(lender: YearLender, life: YearLife, loan: Loan, step: Step): Promise<Sent> {
  const { borrowerId } = life;
  const bill = nextBill(loan, lender.today());
  if (bill === null) return undefined;
  const { period, remainingNgwee } = bill;
  const planId = planIdOf(loan.loanId, period);
  const pay = (amountNgwee: Ngwee) =>
    submitRepaymentByPrompt(lender, {
      ...{ borrowerId, planId, amountNgwee },
      ...{ payer: { accountId: undefined }, idempotency: undefined },
    });
  if (step.kind !== 'pay_share') return pay((await payoffWithCoupon(lender, life, planId)) ?? remainingNgwee);
  const part = ngwee(Math.floor((remainingNgwee * step.percent) / 10_000) * 100);
  const paid = await pay(minimum(part, remainingNgwee));
  return paid.ok ? paid : pay(remainingNgwee);
}

async function extend(lender: YearLender, { borrowerId }: YearLife, loan: Loan): Promise<Sent> {
  const quote = quoteExtension(loan, lender.today());
  if (!quote.ok) return undefined;
  const { amountNgwee, period } = quote.value;
  return submitExtensionByPrompt(lender, {
    ...{ borrowerId, planId: planIdOf(loan.loanId, period), amountNgwee },
    ...{ payer: { accountId: undefined }, idempotency: undefined },
  });
}

/** What comes after a payment: the rest of it, another try, or the next loan. */
export async function afterPayment(
  lender: YearLender,
  life: YearLife,
  step: Step,
  agenda: Agenda,
): Promise<void> {
  const loan = await readLoan(lender, life);
  if (!loan) return;
  await complainSometimes(lender, life, agenda);
  const tomorrow = addDays(lender.today(), 1);
  const again = (next: Step, on: Day) =>
    agenda.add(on, { kind: 'step', life, loanId: loan.loanId, step: next });
  if (loan.state === 'settled') {
    await spin(lender, life);
    return comeBack(lender, life, agenda);
  }
  if (loan.state !== 'active' && loan.state !== 'overdue') return;
  const isOwed = owedOnLoan(loan).totalNgwee > 0;
  if (step.kind === 'pay_all' && isOwed) again({ ...step, tries: step.tries + 1 }, tomorrow);
  const firstDue = loan.instalments.find(({ state }) => state !== 'settled');
  if (step.kind === 'pay' && firstDue && firstDue.dueOn < tomorrow && step.tries < 4)
    again({ ...step, tries: step.tries + 1 }, tomorrow);
}

function comeBack(lender: YearLender, life: YearLife, agenda: Agenda): void {
  const { random, person } = life;
  if (random.between(1, 100) > 45 + person.reliability / 2) return;
  agenda.add(addDays(lender.today(), random.between(1, 24)), { kind: 'apply', life });
}
