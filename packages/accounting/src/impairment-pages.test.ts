import { catchUp } from '@thumba/lending/catch-up';
import { addDays, type Day, day } from '@thumba/lending/day';
import { extensionSucceeded, quoteExtension } from '@thumba/lending/extension';
import type { Loan } from '@thumba/lending/loan';
import { type Ngwee, ngwee } from '@thumba/lending/money';
import { firstOwedInstalment, owedOnInstalment } from '@thumba/lending/owed';
import { formatPercent, type Rate, rate } from '@thumba/lending/rate';
import { repaymentSucceeded } from '@thumba/lending/repayment';
import { bookRows, money, moneyIn, type Row, tablesOf } from '@thumba/lending/rule-page.test-support';
import { entryStanding, paidOutLoan, sampleTerms } from '@thumba/lending/sample-loan.test-support';
import { expect, test } from 'vitest';
import { movementOfAllowance } from './allowance-movement.ts';
import { exampleClassTable, LOAN_CLASSES } from './classification.ts';
import {
  bucketName,
  defaultRateOf,
  exampleDefaultTable,
  exampleLossTable,
  type Stage,
} from './expected-loss.ts';
import {
  assess,
  chargeOffMoveOf,
  figuresOfRun,
  journalsOfRun,
  NO_FIGURES,
  netIncomeOf,
  ratesOf,
} from './impairment-run.ts';
import { transfersOfJournal } from './journal.ts';
import { factsOf, isForborne, type LoanFacts } from './loan-facts.ts';
import { type FlowEnd, impliedDefaultRates, type LoanFlow, rollRatesOf } from './loan-flow.ts';

const tables = { classes: exampleClassTable, defaults: exampleDefaultTable, losses: exampleLossTable };
const { cureDays } = exampleClassTable;
const paidOutOn = day('2026-11-21');
const ladder = entryStanding;

test('classes.md says what the program does', () => {
  const [classes, days, cures, suspense] = tablesOf('classes.md') as [Row[], Row[], Row[], Row[]];
  expect(classes.map((row) => row('class'))).toEqual(LOAN_CLASSES);
  classes.forEach((row, index) => {
    const rule = exampleClassTable.classes[index];
    expect(row('from days past due')).toBe(String(rule?.fromDaysPastDue));
    expect(row('provision')).toBe(formatPercent(rule?.provisionRate ?? rate('9')));
    expect(row('performs')).toBe(rule?.isNonPerforming ? 'no' : 'yes');
  });
  for (const row of days) {
    const taken = paidOutLoan(sampleTerms(), paidOutOn);
    const extendedOn = row('extended on');
    const loan = extendedOn === 'never' ? taken : extended(taken, day(extendedOn));
    const on = day(row('end of'));
    const facts = factsOf(catchUp(loan, on).loan, { on, cureDays });
    expect(row('days past due')).toBe(String(facts.daysPastDue));
    expect(row('class')).toBe(ratesOf(tables, facts).loanClass);
    expect(row('stage')).toBe(String(ratesOf(tables, facts).stage));
  }
  for (const row of cures) {
    const on = day(row('end of'));
    expect(isForborne(sixPlans(Number(row('late plan')), on), { on, cureDays }) ? 'yes' : 'no').toBe(
      row('forbearance'),
    );
  }
  for (const row of suspense) {
    const facts = {
      principalNgwee: moneyIn(row('principal')),
      interestNgwee: moneyIn(row('interest')),
      feeNgwee: moneyIn(row('fee')),
      penaltyNgwee: moneyIn(row('penalty')),
      daysPastDue: exampleClassTable.classes.find((rule) => rule.loanClass === row('class'))!.fromDaysPastDue,
      isForborne: false,
    };
    expect(row('in suspense')).toBe(money(assess(facts, false, tables).interestInSuspenseNgwee));
  }
});

test('impairment.md says what the program does', () => {
  const page: Row[][] = tablesOf('impairment.md');
  const [defaults, losses, loans, runs, rows, chargeOffs, incomes, flows, movement, rolls] = page;
  const { buckets } = exampleDefaultTable;
  expect(defaults!.map((row) => row('days past due'))).toEqual(
    buckets.map(({ fromDaysPastDue }) => bucketName(buckets, fromDaysPastDue)),
  );
  defaults!.forEach((row, index) => {
    expect(row('probability, 12 months')).toBe(formatPercent(buckets[index]!.twelveMonthRate));
    expect(row('probability, lifetime')).toBe(formatPercent(buckets[index]!.lifetimeRate));
  });
  expect(losses!.map((row) => [row('days past due'), row('loss given default')])).toEqual(
    exampleLossTable.buckets.map(({ fromDaysPastDue, lossRate }) => [
      bucketName(exampleLossTable.buckets, fromDaysPastDue),
      formatPercent(lossRate),
    ]),
  );
  for (const row of loans!) expectLoan(row);
  const figures = runs!.map(expectRun);
  const posted = journalsOfRun(figures.at(-1)!, NO_FIGURES).flatMap(({ kind, lines }) => {
    const transfers = transfersOfJournal(lines, kind);
    return transfers.ok ? bookRows(transfers.value) : [[transfers.refusal.kind]];
  });
  expect(rows!.map((row) => [row('debit'), row('credit'), row('amount')])).toEqual(posted);
  for (const row of chargeOffs!) {
    const move = chargeOffMoveOf(
      moneyIn(row('charged off before')),
      moneyIn(row('owed now')),
      moneyIn(row('written off in the month')),
    );
    expect(row('added')).toBe(money(move.addedNgwee));
    expect(row('to write_off_expense')).toBe(money(move.writtenOffNgwee));
    expect(row('to recovery_income')).toBe(money(move.recoveredNgwee));
  }
  for (const row of incomes!) {
    const before = {
      grossNgwee: moneyIn(row('gross at the run before')),
      expectedLossNgwee: moneyIn(row('expected loss then')),
    };
    expect(row('of which counts')).toBe(money(netIncomeOf(moneyIn(row('income of the month')), before)));
  }
  expectFlows(flows!.map(flowOf), movement!, rolls!);
});

function expectLoan(row: Row): void {
  const facts: LoanFacts = {
    principalNgwee: moneyIn(row('gross')),
    interestNgwee: 0,
    feeNgwee: 0,
    penaltyNgwee: 0,
    daysPastDue: Number(row('days past due')),
    isForborne: row('forbearance') === 'yes',
  };
  const found = assess(facts, false, tables);
  expect(row('stage')).toBe(String(found.stage));
  expect(row('probability')).toBe(formatPercent(defaultRateOf(exampleDefaultTable, facts)));
  expect(row('loss given default')).toBe(formatPercent(ratesOf(tables, facts).lossRate));
  expect(row('expected loss')).toBe(money(found.expectedLossNgwee));
  expect(row('class')).toBe(found.loanClass);
  expect(row('regulator')).toBe(money(found.provisionNgwee));
  expect(found.chargedOffNgwee).toBe(row('loan') === 'F' ? found.grossNgwee : 0);
}

function expectRun(row: Row) {
  const figures = figuresOfRun(
    {
      allowanceNgwee: moneyIn(row('allowance before')),
      reserveNgwee: moneyIn(row('reserve before')),
      writeOffExpenseNgwee: moneyIn(row('write-offs')),
    },
    {
      expectedLossNgwee: moneyIn(row('expected loss')),
      provisionNgwee: moneyIn(row('regulator')),
      newlyChargedOffNgwee: moneyIn(row('charged off')),
      chargeOffWrittenOffNgwee: 0,
      chargeOffRecoveredNgwee: 0,
    },
  );
  expect(row('impairment expense')).toBe(money(figures.impairmentNgwee));
  expect(row('to the reserve')).toBe(money(figures.reserveMovementNgwee));
  return figures;
}

function flowOf(row: Row): LoanFlow {
  const placeOf = (stage: string, days: string) =>
    stage === '' ? null : { stage: Number(stage) as Stage, bucketFromDays: Number(days) };
  return {
    from: placeOf(row('from stage'), row('from days')),
    to: placeOf(row('to stage'), row('to days')),
    end: row('end') as FlowEnd,
    loans: Number(row('loans')),
    grossBeforeNgwee: 0,
    grossAfterNgwee: 0,
    lossBeforeNgwee: moneyIn(row('loss before')),
    lossAfterNgwee: moneyIn(row('loss after')),
  };
}

function expectFlows(flows: LoanFlow[], movement: Row[], rolls: Row[]): void {
  const openingNgwee = moneyIn('K8,010');
  expect(flows.reduce((sum, { lossBeforeNgwee }) => sum + lossBeforeNgwee, 0)).toBe(openingNgwee);
  const totals = {
    ...{
      newlyChargedOffNgwee: 0,
      chargeOffWrittenOffNgwee: 0,
      chargeOffRecoveredNgwee: 0,
      provisionNgwee: 0,
    },
    expectedLossNgwee: flows.reduce((sum, { lossAfterNgwee }) => sum + lossAfterNgwee, 0),
  };
  const opening = { allowanceNgwee: openingNgwee, reserveNgwee: 0, writeOffExpenseNgwee: moneyIn('K4,800') };
  const lines = movementOfAllowance(flows, figuresOfRun(opening, totals), {
    openingNgwee,
    beforeRunNgwee: openingNgwee,
  });
  expect(movement.map((row) => [row('line'), row('amount')])).toEqual(
    Object.entries(lines).map(([line, amountNgwee]) => [line, money(amountNgwee)]),
  );
  const rates = rollRatesOf(flows);
  const implied = impliedDefaultRates(rates, exampleDefaultTable.stage3FromDaysPastDue);
  const percent = (share = 0) => `${Math.round(share * 100)}%`;
  expect(
    rolls.map((row) =>
      ['from days', 'loans', 'stayed', 'to 30', 'to 90', 'repaid', 'lost', 'implied probability'].map(row),
    ),
  ).toEqual(
    rates.map(({ fromBucketDays, loans, toBuckets, repaid, lost }) => [
      String(fromBucketDays),
      String(loans),
      percent(toBuckets.get(fromBucketDays)),
      percent(fromBucketDays === 30 ? 0 : toBuckets.get(30)),
      percent(toBuckets.get(90)),
      percent(repaid),
      percent(lost),
      percent(implied.get(fromBucketDays)),
    ]),
  );
}

function extended(loan: Loan, on: Day): Loan {
  const quote = quoteExtension(loan, on);
  if (!quote.ok) throw new Error(quote.refusal.kind);
  const { amountNgwee } = quote.value;
  const received = { attemptId: 'e', operator: 'mtn', submittedOn: on, on, ladder } as const;
  return extensionSucceeded(catchUp(loan, on).loan, { ...received, amountNgwee, quoted: quote.value }).loan;
}

/** The loan at the end of a day: extended on the first due date, each plan paid on its day, one of them two days late. */
function sixPlans(latePlan: number, throughOn: Day): Loan {
  const terms = sampleTerms({ termDays: 180, instalmentCount: 6, chargeCapRate: rate('9') as Rate });
  const extendedOn = day('2026-12-21');
  let loan = paidOutLoan(terms, paidOutOn);
  if (throughOn >= extendedOn) loan = extended(loan, extendedOn);
  for (;;) {
    const plan = firstOwedInstalment(loan);
    if (plan === undefined || throughOn < extendedOn) break;
    const on = addDays(plan.dueOn, plan.period === latePlan ? 2 : 0);
    if (on > throughOn) break;
    const caughtUp = catchUp(loan, on).loan;
    const amountNgwee: Ngwee = ngwee(owedOnInstalment(firstOwedInstalment(caughtUp)!).totalNgwee);
    loan = repaymentSucceeded(caughtUp, {
      ...{ attemptId: `r${plan.period}`, operator: 'mtn', submittedOn: on, on, ladder },
      amountNgwee,
    } as Parameters<typeof repaymentSucceeded>[1]).loan;
  }
  return catchUp(loan, throughOn).loan;
}
