import { exampleClassTable } from '@thumba/accounting/classification';
import { exampleDefaultTable, exampleLossTable } from '@thumba/accounting/expected-loss';
import { assess, lastDayOfTables, ratesByDay } from '@thumba/accounting/impairment-run';
import { factsOf } from '@thumba/accounting/loan-facts';
import { openLoan } from '@thumba/lending/application';
import { addDays, day } from '@thumba/lending/day';
import type { Loan, LoanTerms } from '@thumba/lending/loan';
import { type Step, worldOf } from '@thumba/lending/loan-world.test-support';
import { isCleared } from '@thumba/lending/owed';
import { announceRuns, busyMachine, propertySeed } from '@thumba/lending/property-runs.test-support';
import { randomTerms } from '@thumba/lending/random-terms.test-support';
import { approval } from '@thumba/lending/sample-loan.test-support';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { type Database, openDatabase } from '../../platform/database.ts';
import { type CutLife, liveThroughCut, takeAndKeep, writeLives } from './lives.test-support.ts';
import { assessLoansStatement, NO_RUN } from './run-statements.ts';

const LOANS = 1000;
/** Of 12,000 random loans, 4 had other days. More than 5 of 1,000 come from a fault and not by chance. */
const MOVED_WITH_OTHER_DAYS = 5;
const CUT_ON = day('2026-12-31');
const tables = { classes: exampleClassTable, defaults: exampleDefaultTable, losses: exampleLossTable };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const percent = fc.constantFrom(10, 50, 100, 100, 100);
const which = fc.nat(20);
const period = fc.integer({ min: 1, max: 6 });
const charge = fc.constantFrom('penalty' as const, 'fee' as const, 'interest' as const);
const cause = fc.constantFrom('our_mistake' as const, 'operator_took_back' as const);
const does = <Does extends string>(what: Does) => fc.constant(what);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 9, arbitrary: fc.record({ does: does('days pass'), days: fc.nat(40) }) },
  { weight: 2, arbitrary: fc.record({ does: does('day ends') }) },
  { weight: 6, arbitrary: fc.record({ does: does('borrower submits'), percent }) },
  { weight: 4, arbitrary: fc.record({ does: does('borrower submits extension') }) },
  { weight: 1, arbitrary: fc.record({ does: does('borrower submits settlement') }) },
  { weight: 8, arbitrary: fc.record({ does: does('operator pays'), which }) },
  { weight: 4, arbitrary: fc.record({ does: does('operator refuses') }) },
  { weight: 2, arbitrary: fc.record({ does: does('borrower uses wallet'), percent }) },
  { weight: 1, arbitrary: fc.record({ does: does('staff write off') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: does('staff agree hardship'),
      daysApart: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: does('staff waive'), charge, period, percent }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: does('staff reverse'), which, cause, hasOtherOpenLoan: fc.constant(false) }),
  },
);
type Life = { terms: LoanTerms; takenDaysBefore: number; steps: Step[] };
const life: fc.Arbitrary<Life> = fc.record({
  terms: randomTerms,
  takenDaysBefore: fc.integer({ min: 0, max: 500 }),
  steps: fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }),
});

function live(loanId: number, { terms, takenDaysBefore, steps }: Life): CutLife {
  const on = addDays(CUT_ON, -takenDaysBefore);
  const application = {
    loanId,
    borrowerId: loanId,
    terms,
    on,
    decision: approval,
    payoutAttemptId: 'payout',
  };
  const world = worldOf(openLoan(application), on);
  const rows = { transfers: [], events: [] };
  takeAndKeep(world, { does: 'payout succeeds' }, rows);
  return liveThroughCut(world, steps, { rows, cutOn: CUT_ON, untilOn: addDays(CUT_ON, 40) });
}

test(
  'what the database reads of 1,000 random loans is what the rules say of them at the cut',
  busyMachine,
  async () => {
    announceRuns('book cut', LOANS);
    const lives = fc
      .sample(life, { numRuns: LOANS, seed: propertySeed })
      .map((each, index) => live(index + 1, each))
      .filter(hasKnownLateness);
    await writeLives(
      db,
      lives.map(({ world, rows }) => ({ loan: world.loan, rows })),
    );
    await db.rows(assessLoansStatement, {
      runId: 1,
      previousRunId: NO_RUN,
      cutOn: CUT_ON,
      cureDays: tables.classes.cureDays,
      lastDay: lastDayOfTables(tables),
      rates: JSON.stringify(ratesByDay(tables)),
    });
    const { rows } = await db.pool.query('select * from impairment_loan order by loan_id');
    const expected = lives.flatMap(({ world, atCut }) => expectedRow(atCut, world.loan));
    expect(rows.length).toBe(expected.length);
    const moved = new Set(lives.filter(isMovedByLateMoney).map(({ world }) => world.loan.loanId));
    const isExact = ({ loan_id }: { loan_id: number }) => !moved.has(loan_id);
    expect(rows.filter(isExact)).toEqual(expected.filter(isExact));
    // Days past due of the others follow from the amounts. These are exact, and the days nearly always are.
    const others = rows.filter((row) => !isExact(row));
    const othersExpected = expected.filter((row) => !isExact(row));
    expect(others.map(amountsOf)).toEqual(othersExpected.map(amountsOf));
    const other = others.filter((row, index) => row.days_past_due !== othersExpected[index]?.days_past_due);
    expect(other.length).toBeLessThanOrEqual(MOVED_WITH_OTHER_DAYS);
  },
);

/** True where a late confirmation after the cut moved what was paid from one plan to another. */
function isMovedByLateMoney({ rows }: CutLife): boolean {
  const events = rows.events as { kind: string; on_day: string }[];
  return events.some(({ kind, on_day }) => kind === 'freed_money_allocated' && on_day > CUT_ON);
}

const amountsOf = ({ principal_ngwee, interest_ngwee, fee_ngwee, penalty_ngwee }: CutRow) => [
  principal_ngwee,
  interest_ngwee,
  fee_ngwee,
  penalty_ngwee,
];

type CutRow = Record<string, unknown> & { loan_id: number; days_past_due: number };

/**
 * False where a plan that was cleared at the cut has other days late today: a reversal or a late confirmation of the days
 * since then. The tables keep only the days late of today, and the cut uses them for the cure of forbearance.
 */
function hasKnownLateness({ world, atCut }: CutLife): boolean {
  return atCut.instalments.every(
    (plan, index) => !isCleared(plan) || plan.daysLate === world.loan.instalments[index]?.daysLate,
  );
}

/** The row of a loan as it was at the cut. A payment that ended since did not stop the count of its days. */
function expectedRow(atCut: Loan, now: Loan): CutRow[] {
  const isStillPending = atCut.pending !== null && atCut.pending.attemptId === now.pending?.attemptId;
  const loan = isStillPending ? atCut : { ...atCut, pending: null };
  const facts = factsOf(loan, { on: CUT_ON, cureDays: tables.classes.cureDays });
  const { principalNgwee, interestNgwee, feeNgwee, penaltyNgwee, daysPastDue, isForborne } = facts;
  if ([principalNgwee, interestNgwee, feeNgwee, penaltyNgwee].every((amount) => amount === 0)) return [];
  const found = assess(facts, false, tables);
  return [
    {
      run_id: 1,
      loan_id: loan.loanId,
      borrower_id: loan.borrowerId,
      principal_ngwee: principalNgwee,
      interest_ngwee: interestNgwee,
      fee_ngwee: feeNgwee,
      penalty_ngwee: penaltyNgwee,
      days_past_due: daysPastDue,
      is_forborne: isForborne,
      was_charged_off: false,
      loan_class: found.loanClass,
      stage: found.stage,
      bucket_from_days: found.bucketFromDays,
      gross_ngwee: found.grossNgwee,
      expected_loss_ngwee: found.expectedLossNgwee,
      provision_ngwee: found.provisionNgwee,
      charged_off_ngwee: found.chargedOffNgwee,
      interest_in_suspense_ngwee: found.interestInSuspenseNgwee,
    },
  ];
}
