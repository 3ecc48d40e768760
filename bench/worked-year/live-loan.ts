import { addDays, type Day } from '@thumba/lending/day';
import { extensionSucceeded, quoteExtension, submitExtension } from '@thumba/lending/extension';
import { demoLadder } from '@thumba/lending/ladder';
import type { Change, Loan, QuotedPurpose } from '@thumba/lending/loan';
import { type Ngwee, ngwee } from '@thumba/lending/money';
import type { Outcome } from '@thumba/lending/outcome';
import { nextBill, repaymentFailed, repaymentSucceeded, submitRepayment } from '@thumba/lending/repayment';
import { quoteSettlement, settlementSucceeded, submitSettlement } from '@thumba/lending/settlement';
import { findLoan } from '../../apps/server/src/book/loan/queries.ts';
import {
  type ServicingDeps,
  type ServicingRefusal,
  waiveChargeOfLoan,
  writeOffLoan,
} from '../../apps/server/src/credit/servicing/commands.ts';
import { describeServicingRefusal } from '../../apps/server/src/credit/servicing/refusal-text.ts';
import type { StaffDesk } from '../../apps/server/src/staff/terminal/staff-desk.ts';
import { attemptEnd, type Life, newAttempt, post, takeLoan, termsOf } from '../borrower-life.ts';
import type { LoanPlan, Step } from './loan-plan.ts';

export type YearOperator = LoanPlan['operator'];

/** Counts the money that moves at the operators, apart from the book. */
export type Till = {
  collected(operator: YearOperator, amountNgwee: number): void;
  paidOut(operator: YearOperator, amountNgwee: number): void;
};

type Sent = { attemptId: string; amountNgwee: Ngwee; submittedOn: Day };
type LiveStep = { on: Day; step: Step | ({ kind: 'confirm' } & Sent) };

/** A loan of the year, with the steps that are still to come. */
export type LiveLoan = { plan: LoanPlan; life: Life; loanId: number; steps: LiveStep[] };

export async function beginLoan(plan: LoanPlan, life: Life, on: Day, till: Till): Promise<LiveLoan> {
  const own = { ...life, operator: plan.operator };
  const loanId = await takeLoan(own, termsOf(plan.productId, plan.termId, plan.amountNgwee), on);
  till.paidOut(plan.operator, plan.amountNgwee);
  return { plan, life: own, loanId, steps: [...plan.steps] };
}

/** Does the steps of a day, in their order, and answers how many. A step that the loan no longer needs is left out. */
export async function liveDay(loan: LiveLoan, on: Day, desk: StaffDesk, till: Till): Promise<number> {
  let done = 0;
  while (loan.steps[0] && loan.steps[0].on <= on) {
    const { step } = loan.steps.shift()!;
    if (await doStep(loan, step, on, desk, till)) done += 1;
  }
  return done;
}

async function doStep(
  live: LiveLoan,
  step: LiveStep['step'],
  on: Day,
  desk: StaffDesk,
  till: Till,
): Promise<boolean> {
  switch (step.kind) {
    case 'pay_plan':
      return payBill(live, on, till, 100);
    case 'pay_all':
      return payAll(live, on, till);
    case 'pay_share':
      return payBill(live, on, till, step.percent);
    case 'settle':
      return settle(live, on, till);
    case 'extend':
      return extend(live, on, till);
    case 'pay_late_confirmed':
      return payTwice(live, on, till, step.confirmedAfterDays);
    case 'confirm':
      return repaymentEnds(live, on, till, step);
    case 'waive_penalty':
      return waivePenalty(live, on, desk, step.percent);
    case 'write_off':
      return writeOff(live, desk);
    case 'recover':
      return payBill(live, on, till, step.percent);
  }
}

async function read({ life, loanId }: LiveLoan): Promise<Loan> {
  return (await findLoan(life.db, life.borrowerId, loanId))!.loan;
}

/** The bill of the next plan, or a whole number of kwacha of it. Answers false where nothing is owed. */
async function payBill(live: LiveLoan, on: Day, till: Till, percent: number): Promise<boolean> {
  const sent = await submitBill(live, on, percent);
  return sent !== undefined && repaymentEnds(live, on, till, sent);
}

async function payAll(live: LiveLoan, on: Day, till: Till): Promise<boolean> {
  let paid = false;
  while (await payBill(live, on, till, 100)) paid = true;
  return paid;
}

async function submitBill(live: LiveLoan, on: Day, percent: number): Promise<Sent | undefined> {
  const bill = nextBill(await read(live), on);
  if (bill === null) return undefined;
  const { period, remainingNgwee } = bill;
  const amountNgwee =
    percent === 100 ? remainingNgwee : ngwee(Math.floor((remainingNgwee * percent) / 10_000) * 100);
  return submit(live, on, { amountNgwee, period }, (loan, attemptId) =>
    submitRepayment(loan, { attemptId, period, amountNgwee, on }),
  );
}

async function submit(
  { life, loanId }: LiveLoan,
  on: Day,
  { amountNgwee, ...about }: { amountNgwee: Ngwee; period: number } & Partial<QuotedPurpose>,
  submission: (loan: Loan, attemptId: string) => Outcome<Change, { kind: string }>,
): Promise<Sent> {
  const attempt = { ...newAttempt(life, 'collection', amountNgwee, on), ...about };
  await post(life, loanId, ({ loan }) => {
    const submitted = submission(loan, attempt.attemptId);
    if (!submitted.ok) throw new Error(`loan ${loanId} on ${on}: ${submitted.refusal.kind}`);
    return { change: submitted.value, on, newAttempt: attempt };
  });
  return { attemptId: attempt.attemptId, amountNgwee, submittedOn: on };
}

type Received = Sent & {
  on: Day;
  operator: YearOperator;
  ladder: { rule: typeof demoLadder; place: { step: number; onTimeLoans: number } };
};

async function succeed(
  { life, loanId, plan }: LiveLoan,
  on: Day,
  till: Till,
  sent: Sent,
  success: (loan: Loan, received: Received) => Change,
): Promise<boolean> {
  const { operator } = plan;
  await post(life, loanId, ({ loan, ladder: place }) => ({
    change: success(loan, { ...sent, on, operator, ladder: { rule: demoLadder, place } }),
    on,
    attemptEnd: attemptEnd(sent.attemptId, 'succeeded', operator),
  }));
  till.collected(operator, sent.amountNgwee);
  return true;
}

function repaymentEnds(live: LiveLoan, on: Day, till: Till, sent: Sent): Promise<boolean> {
  return succeed(live, on, till, sent, repaymentSucceeded);
}

async function settle(live: LiveLoan, on: Day, till: Till): Promise<boolean> {
  const loan = await read(live);
  const quote = quoteSettlement(loan, on);
  if (!quote.ok) return false;
  const quoted = quote.value;
  const { amountNgwee } = quoted;
  const period = nextBill(loan, on)!.period;
  const place = { rule: demoLadder, place: { step: 1, onTimeLoans: 0 } };
  const about = { amountNgwee, period, purpose: 'settlement', quoted } as const;
  const sent = await submit(live, on, about, (before, attemptId) =>
    submitSettlement(before, { attemptId, amountNgwee, on, ladder: place }),
  );
  return succeed(live, on, till, sent, (before, received) =>
    settlementSucceeded(before, { ...received, quoted }),
  );
}

async function extend(live: LiveLoan, on: Day, till: Till): Promise<boolean> {
  const quote = quoteExtension(await read(live), on);
  if (!quote.ok) return false;
  const quoted = quote.value;
  const { amountNgwee, period } = quoted;
  const about = { amountNgwee, period, purpose: 'extension', quoted } as const;
  const sent = await submit(live, on, about, (loan, attemptId) =>
    submitExtension(loan, { attemptId, amountNgwee, on }),
  );
  return succeed(live, on, till, sent, (loan, received) => extensionSucceeded(loan, { ...received, quoted }));
}

/** The payment is given up. The borrower pays again the next day, and later the operator reports that the first succeeded. */
async function payTwice(live: LiveLoan, on: Day, till: Till, confirmedAfterDays: number): Promise<boolean> {
  const sent = await submitBill(live, on, 100);
  if (sent === undefined) return false;
  const { life, loanId, plan, steps } = live;
  await post(life, loanId, ({ loan }) => ({
    change: repaymentFailed(loan, { attemptId: sent.attemptId, on, reason: 'prompt_expired' }),
    on,
    attemptEnd: attemptEnd(sent.attemptId, 'expired', plan.operator),
  }));
  till.collected(plan.operator, 0);
  steps.push({ on: addDays(on, confirmedAfterDays), step: { kind: 'confirm', ...sent } });
  steps.sort((one, other) => (one.on < other.on ? -1 : 1));
  return true;
}

async function waivePenalty(live: LiveLoan, on: Day, desk: StaffDesk, percent: number): Promise<boolean> {
  const bill = nextBill(await read(live), on);
  const loan = await read(live);
  const instalment = bill && loan.instalments.find(({ period }) => period === bill.period);
  if (!bill || !instalment) return false;
  const penaltyNgwee = instalment.penaltyNgwee - instalment.penaltyPaidNgwee;
  const amountNgwee = ngwee(Math.floor((penaltyNgwee * percent) / 100));
  if (amountNgwee === 0) return false;
  const deps = await servicingDepsOf(desk);
  const { period } = bill;
  const charge = { period, charge: 'penalty' as const, amountNgwee };
  return served(
    await waiveChargeOfLoan(deps, {
      loanId: live.loanId,
      ...charge,
      reason: 'agreed on the phone',
      staffName: desk.staffName(),
    }),
  );
}

async function writeOff({ loanId }: LiveLoan, desk: StaffDesk): Promise<boolean> {
  const reason = 'does not answer for three months';
  const staffName = desk.staffName();
  return served(await writeOffLoan(await servicingDepsOf(desk), { loanId, reason, staffName }));
}

async function servicingDepsOf(desk: StaffDesk): Promise<ServicingDeps> {
  const catalogue = await desk.openCatalogue();
  return { ...desk, ladderRule: () => catalogue.current().ladder };
}

function served(outcome: Outcome<unknown, ServicingRefusal>): boolean {
  if (!outcome.ok) throw new Error(describeServicingRefusal(outcome.refusal));
  return true;
}
