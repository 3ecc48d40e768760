import { randomUUID } from 'node:crypto';
import { openLoan } from '@thumba/lending/application';
import { addDays, type Day } from '@thumba/lending/day';
import type { Loan } from '@thumba/lending/loan';
import { type Step, take, type World, worldOf } from '@thumba/lending/loan-world.test-support';
import { randomTerms } from '@thumba/lending/random-terms.test-support';
import { approval } from '@thumba/lending/sample-loan.test-support';
import fc from 'fast-check';
import { selectList } from '../../book/column-table.ts';
import {
  instalmentColumns,
  instalmentRecord,
  loanColumns,
  loanRecord,
} from '../../book/loan/loan-columns.ts';
import { recordType } from '../../book/record-table.ts';
import type { Database } from '../../platform/database.ts';

const does = <Does extends string>(what: Does) => fc.constant(what);
const which = fc.nat(3);
const cause = fc.constantFrom(
  'our_mistake' as const,
  'payer_or_operator' as const,
  'operator_took_back' as const,
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: does('days pass'), days: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ does: does('day ends') }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: does('borrower submits'), percent: fc.constantFrom(30, 60, 100) }),
  },
  { weight: 2, arbitrary: fc.record({ does: does('borrower submits extension') }) },
  { weight: 1, arbitrary: fc.record({ does: does('borrower submits settlement') }) },
  { weight: 5, arbitrary: fc.record({ does: does('operator pays'), which }) },
  { weight: 2, arbitrary: fc.record({ does: does('operator refuses') }) },
  { weight: 1, arbitrary: fc.record({ does: does('staff write off') }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: does('staff reverse'), which, cause, hasOtherOpenLoan: fc.constant(false) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: does('staff waive'),
      charge: fc.constantFrom('penalty' as const, 'fee' as const, 'interest' as const),
      period: fc.integer({ min: 1, max: 4 }),
      percent: fc.constantFrom(20, 100),
    }),
  },
);

const life = fc.record({
  terms: randomTerms,
  paidOutDaysAgo: fc.integer({ min: 0, max: 150 }),
  steps: fc.array(step, { maxLength: 14, size: 'max' }),
});

/** A random life of a loan: its terms, the day of its payout, and what happens to it. */
export function randomLife(seed: number) {
  return fc.sample(life, { numRuns: 1, seed })[0]!;
}

/** Loans in every state, as lending's rules make them by the end of `throughOn`. The same seed makes the same loans. */
export function randomLoans({
  count,
  seed,
  throughOn,
}: {
  count: number;
  seed: number;
  throughOn: Day;
}): Loan[] {
  return fc.sample(life, { numRuns: count, seed }).map(({ terms, paidOutDaysAgo, steps }, index) => {
    const number = seed * 1_000_000 + index + 1;
    const on = addDays(throughOn, -paidOutDaysAgo);
    const opened = openLoan({
      loanId: number,
      borrowerId: number,
      terms,
      on,
      decision: approval,
      payoutAttemptId: 'payout',
    });
    const world = worldOf(opened, on);
    take(world, { does: 'payout succeeds' });
    for (const next of steps) if (world.today <= throughOn) takeBy(world, next, throughOn);
    const { loan } = world;
    return loan.pending === null ? loan : { ...loan, pending: { ...loan.pending, attemptId: randomUUID() } };
  });
}

function takeBy(world: World, next: Step, throughOn: Day): void {
  take(world, next);
  if (world.today > throughOn) world.today = throughOn;
}

/** Puts loans into the tables as they are, without history. */
export async function storeLoans(owner: Database, loans: readonly Loan[]): Promise<void> {
  const instalments = loans.flatMap((loan) =>
    loan.instalments.map((instalment) => instalmentRecord(loan, instalment)),
  );
  await owner.pool.query(
    `insert into loan (${selectList(loanColumns)}, account_id, principal_ngwee, applied_at)
     select ${selectList(loanColumns, 'r')}, 1, (r.terms ->> 'principalNgwee')::bigint, r.applied_on
     from json_to_recordset($1::json) as r(${recordType(loanColumns)})`,
    [JSON.stringify(loans.map((loan) => loanRecord(loan)))],
  );
  await owner.pool.query(
    `insert into instalment (borrower_id, loan_id, ${selectList(instalmentColumns)})
     select borrower_id, loan_id, ${selectList(instalmentColumns, 'i')}
     from json_to_recordset($1::json) as i(borrower_id bigint, loan_id bigint, ${recordType(instalmentColumns)})`,
    [JSON.stringify(instalments)],
  );
}
