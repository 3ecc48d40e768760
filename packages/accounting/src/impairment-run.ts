import type { LedgerAccount } from '@thumba/lending/ledger';
import { type Ngwee, ngwee, roundHalfUp } from '@thumba/lending/money';
import { type Rate, share } from '@thumba/lending/rate';
import { type ClassTable, classOf, type LoanClass, ruleOf } from './classification.ts';
import {
  type DefaultTable,
  defaultRateOf,
  expectedLossOf,
  type LossTable,
  type Stage,
  stageOf,
} from './expected-loss.ts';
import type { JournalKind, JournalLine } from './journal.ts';
import { grossOf, type LoanFacts } from './loan-facts.ts';

/** The tables by which a run assesses loans. */
export type RunTables = { classes: ClassTable; defaults: DefaultTable; losses: LossTable };

/** How a loan is assessed. It follows from its days past due and from its forbearance alone. */
export type AssessmentRates = {
  loanClass: LoanClass;
  isNonPerforming: boolean;
  provisionRate: Rate;
  stage: Stage;
  defaultRate: Rate;
  lossRate: Rate;
  /** The first day past due of the loan's bucket in the table of default probabilities. */
  bucketFromDays: number;
  isChargedOff: boolean;
};

/** The rates of a loan by the tables of a run. Rules: docs/rules/classes.md and docs/rules/impairment.md. */
export function ratesOf(
  { classes, defaults, losses }: RunTables,
  loan: Pick<LoanFacts, 'daysPastDue' | 'isForborne'>,
): AssessmentRates {
  const { loanClass, isNonPerforming, provisionRate } = classOf(classes, loan.daysPastDue);
  return {
    loanClass,
    isNonPerforming,
    provisionRate,
    stage: stageOf(defaults, loan),
    defaultRate: defaultRateOf(defaults, loan),
    lossRate: ruleOf(losses.buckets, loan.daysPastDue).lossRate,
    bucketFromDays: ruleOf(defaults.buckets, loan.daysPastDue).fromDaysPastDue,
    isChargedOff: loanClass === 'loss' && loan.daysPastDue >= classes.chargeOffFromDaysPastDue,
  };
}

/** The days past due from which on nothing changes any more. */
export function lastDayOfTables({ classes, defaults, losses }: RunTables): number {
  const rules = [...classes.classes, ...defaults.buckets, ...losses.buckets];
  return Math.max(
    classes.chargeOffFromDaysPastDue,
    defaults.stage2FromDaysPastDue,
    defaults.stage3FromDaysPastDue,
    ...rules.map(({ fromDaysPastDue }) => fromDaysPastDue),
  );
}

/** The rates of loans that are so many days past due, with or without forbearance. */
export type RatesOfDay = AssessmentRates & Pick<LoanFacts, 'daysPastDue' | 'isForborne'>;

/** The rates of each number of days past due up to the last one that matters, for a set-based run. */
export function ratesByDay(tables: RunTables): RatesOfDay[] {
  const days = Array.from({ length: lastDayOfTables(tables) + 1 }, (_, daysPastDue) => daysPastDue);
  return days.flatMap((daysPastDue) =>
    [false, true].map((isForborne) => {
      const loan = { daysPastDue, isForborne };
      return { ...loan, ...ratesOf(tables, loan) };
    }),
  );
}

/** What a run finds of one loan. The amounts are in ngwee. */
export type Assessment = Pick<AssessmentRates, 'loanClass' | 'stage' | 'bucketFromDays'> & {
  grossNgwee: number;
  expectedLossNgwee: Ngwee;
  /** The amount that the regulator asks for: the rate of the class on the gross carrying amount. */
  provisionNgwee: Ngwee;
  /** The gross carrying amount, where it is taken out of the accounts. The borrower owes it as before. */
  chargedOffNgwee: Ngwee;
  /** The interest and penalties of a class that does not perform, which the regulator does not count as income. */
  interestInSuspenseNgwee: Ngwee;
};

/**
 * Assesses one loan. A loan that was charged off once stays so, whatever it pays. The amounts of the regulator and the
 * expected loss are each rounded half up once. Rules: docs/rules/classes.md and docs/rules/impairment.md.
 */
export function assess(facts: LoanFacts, wasChargedOff: boolean, tables: RunTables): Assessment {
  const rates = ratesOf(tables, facts);
  const { loanClass, stage, bucketFromDays } = rates;
  const grossNgwee = grossOf(facts);
  const baseNgwee = ngwee(Math.max(0, grossNgwee));
  const isChargedOff = wasChargedOff || rates.isChargedOff;
  const isInSuspense = rates.isNonPerforming && !isChargedOff;
  return {
    loanClass,
    stage,
    bucketFromDays,
    grossNgwee,
    expectedLossNgwee: expectedLossOf(isChargedOff ? 0 : grossNgwee, rates.defaultRate, rates.lossRate),
    provisionNgwee: share(isChargedOff ? ngwee(0) : baseNgwee, rates.provisionRate),
    chargedOffNgwee: isChargedOff ? baseNgwee : ngwee(0),
    interestInSuspenseNgwee: ngwee(isInSuspense ? Math.max(0, facts.interestNgwee + facts.penaltyNgwee) : 0),
  };
}

/**
 * How the amount in ngwee that one loan is charged off by changed in a month. What it is less was written off, as far as
 * the month has a write-off of the loan, and paid otherwise. Rule: docs/rules/impairment.md.
 */
export function chargeOffMoveOf(
  beforeNgwee: number,
  nowNgwee: number,
  writtenOffNgwee: number,
): { addedNgwee: number; writtenOffNgwee: number; recoveredNgwee: number } {
  const lessNgwee = Math.max(0, beforeNgwee - nowNgwee);
  const ofWriteOffNgwee = Math.min(lessNgwee, Math.max(0, writtenOffNgwee));
  return {
    addedNgwee: Math.max(0, nowNgwee - beforeNgwee),
    writtenOffNgwee: ofWriteOffNgwee,
    recoveredNgwee: lessNgwee - ofWriteOffNgwee,
  };
}

/**
 * The part of a month's income in ngwee that counts for a loan that was in stage 3 when the month began: the share of
 * the amount net of its expected loss in the gross amount, rounded half up once. It is shown, not posted. IFRS 9 5.4.1.
 */
export function netIncomeOf(
  incomeNgwee: Ngwee,
  { grossNgwee, expectedLossNgwee }: { grossNgwee: Ngwee; expectedLossNgwee: Ngwee },
): Ngwee {
  if (grossNgwee === 0) return ngwee(0);
  return roundHalfUp(BigInt(incomeNgwee) * BigInt(grossNgwee - expectedLossNgwee), BigInt(grossNgwee));
}

/** Amounts in ngwee that stand in the book before the run, and do not contain what an earlier run of the month posted. */
export type RunOpening = {
  allowanceNgwee: number;
  reserveNgwee: number;
  /** What write-offs of the month cost. It is negative where money that came late made one of before smaller. */
  writeOffExpenseNgwee: number;
};

/** The sums over all loans, in ngwee. */
export type RunTotals = {
  expectedLossNgwee: number;
  provisionNgwee: number;
  newlyChargedOffNgwee: number;
  /** What was charged off before and was written off in the month. */
  chargeOffWrittenOffNgwee: number;
  /** What was charged off before and was paid in the month. */
  chargeOffRecoveredNgwee: number;
};

/** What a run posts for a month, in ngwee. A negative amount is posted the other way round. */
export type RunFigures = {
  impairmentNgwee: number;
  usedByWriteOffNgwee: number;
  newlyChargedOffNgwee: number;
  chargeOffWrittenOffNgwee: number;
  chargeOffRecoveredNgwee: number;
  reserveMovementNgwee: number;
};

export const NO_FIGURES: RunFigures = {
  impairmentNgwee: 0,
  usedByWriteOffNgwee: 0,
  newlyChargedOffNgwee: 0,
  chargeOffWrittenOffNgwee: 0,
  chargeOffRecoveredNgwee: 0,
  reserveMovementNgwee: 0,
};

/**
 * What brings the allowance to the expected loss, and the reserve to what the regulator asks for above it. Write-offs of
 * the month are taken from the allowance, except for what was charged off before. Rule: docs/rules/impairment.md.
 */
export function figuresOfRun(opening: RunOpening, totals: RunTotals): RunFigures {
  const usedByWriteOffNgwee = opening.writeOffExpenseNgwee - totals.chargeOffWrittenOffNgwee;
  const leftNgwee = opening.allowanceNgwee - usedByWriteOffNgwee - totals.newlyChargedOffNgwee;
  const reserveNgwee = Math.max(0, totals.provisionNgwee - totals.expectedLossNgwee);
  return {
    impairmentNgwee: totals.expectedLossNgwee - leftNgwee,
    usedByWriteOffNgwee,
    newlyChargedOffNgwee: totals.newlyChargedOffNgwee,
    chargeOffWrittenOffNgwee: totals.chargeOffWrittenOffNgwee,
    chargeOffRecoveredNgwee: totals.chargeOffRecoveredNgwee,
    reserveMovementNgwee: reserveNgwee - opening.reserveNgwee,
  };
}

/** What figures do to the allowance in ngwee: what they add to it. */
export function allowanceAddedBy(figures: RunFigures): number {
  return figures.impairmentNgwee - figures.usedByWriteOffNgwee - figures.newlyChargedOffNgwee;
}

type RunJournal = { kind: JournalKind; lines: JournalLine[] };

/**
 * The journals that post figures, less the figures that an earlier run of the same month posted. A journal without lines
 * is left out. Rule: docs/rules/impairment.md.
 */
export function journalsOfRun(figures: RunFigures, postedBefore: RunFigures): RunJournal[] {
  const move = (figure: keyof RunFigures, debit: LedgerAccount, credit: LedgerAccount) =>
    linesOf(figures[figure] - postedBefore[figure], debit, credit);
  const journals: RunJournal[] = [
    {
      kind: 'impairment',
      lines: [
        ...move('impairmentNgwee', 'impairment_expense', 'loss_allowance'),
        ...move('usedByWriteOffNgwee', 'loss_allowance', 'write_off_expense'),
      ],
    },
    {
      kind: 'charge_off',
      lines: [
        ...move('newlyChargedOffNgwee', 'loss_allowance', 'charged_off_loans'),
        ...move('chargeOffWrittenOffNgwee', 'charged_off_loans', 'write_off_expense'),
        ...move('chargeOffRecoveredNgwee', 'charged_off_loans', 'recovery_income'),
      ],
    },
    {
      kind: 'credit_risk_reserve',
      lines: move('reserveMovementNgwee', 'retained_earnings', 'credit_risk_reserve'),
    },
  ];
  return journals.filter(({ lines }) => lines.length > 0);
}

function linesOf(amountNgwee: number, debit: LedgerAccount, credit: LedgerAccount): JournalLine[] {
  if (amountNgwee === 0) return [];
  const [debited, credited] = amountNgwee > 0 ? [debit, credit] : [credit, debit];
  const moved = ngwee(Math.abs(amountNgwee));
  return [
    { account: debited, debitNgwee: moved },
    { account: credited, creditNgwee: moved },
  ];
}
