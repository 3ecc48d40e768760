import {
  type IncomePolicy,
  incomeByPolicy,
  rememberedEffectiveIncome,
} from '@thumba/accounting/effective-interest';
import { lastDayOf, type Month } from '@thumba/accounting/month';
import type { Day } from '@thumba/lending/day';
import type { LoanTerms } from '@thumba/lending/loan';
import { ngwee } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement, type Transaction } from '../../platform/database.ts';
import { planningForManyRows } from '../daily-total/plan-for-many-rows.ts';
import { RUNNING_LOANS } from '../daily-total/running-loans.ts';
import { type JournalRefusal, postJournal } from '../journal/post-journal.ts';
import { readIncomePolicy } from './income-policy.ts';

/** The adjustment of all running loans at the end of a month, and what was posted to reach it. In ngwee. */
export type EffectiveInterestRun = {
  month: Month;
  run: number;
  policy: IncomePolicy;
  loans: number;
  adjustmentNgwee: number;
  movementNgwee: number;
  journalId: number | null;
  actor: Actor;
};

export type EffectiveInterestRefusal = JournalRefusal | { kind: 'later_month_run'; month: Month };

const RUN_COLUMNS = `month, run, policy, loans, adjustment_ngwee as "adjustmentNgwee",
  movement_ngwee as "movementNgwee", journal_id as "journalId", actor`;

const lastRunStatement = statement<EffectiveInterestRun>(
  'effective interest: last run',
  `select ${RUN_COLUMNS} from effective_interest_run order by month desc, run desc limit 1`,
);

/** Each run posts the difference to the run before it, so a run waits for the end of another one. */
const oneRunAtATimeStatement = statement<never>(
  'effective interest: one run at a time',
  `select pg_advisory_xact_lock(hashtextextended('effective interest', 0))`,
);

const noteRunStatement = statement<EffectiveInterestRun, EffectiveInterestRun & { now: Date }>(
  'effective interest: note run',
  `insert into effective_interest_run (month, run, policy, loans, adjustment_ngwee, movement_ngwee, journal_id, actor,
     recorded_at)
   values ($month, $run, $policy, $loans, $adjustmentNgwee, $movementNgwee, $journalId, $actor, $now)
   returning ${RUN_COLUMNS}`,
);

const loansWithEqualTermsStatement = statement<
  { terms: LoanTerms; disbursed_on: Day; loans: number },
  { on: Day }
>(
  'effective interest: loans with equal terms',
  `with ${RUNNING_LOANS}
  select terms, disbursed_on, count(*) as loans from running_loans where taken_on is null
  group by terms, disbursed_on`,
);

/**
 * Posts, as one journal, what brings the effective interest adjustment to its amount at the end of a month: the sum over
 * the running loans of what the effective policy gives above straight line. Under the straight-line policy the amount is
 * zero. A month that was run under the policy in force is answered and not posted again. Refuses an earlier month than
 * the last one, and a closed month. Rule: docs/rules/effective-interest.md.
 */
export async function adjustToEffectiveInterest(
  { db, clock }: { db: Database; clock: Clock },
  { month, actor }: { month: Month; actor: Actor },
): Promise<Outcome<EffectiveInterestRun, EffectiveInterestRefusal>> {
  return inTransaction<EffectiveInterestRun, EffectiveInterestRefusal>(db, async (transaction) => {
    await transaction.rows(oneRunAtATimeStatement, {});
    const last = await transaction.row(lastRunStatement, {});
    const { policy } = await readIncomePolicy(transaction);
    if (last?.month === month && last.policy === policy) return allow(last);
    if (last !== undefined && last.month > month)
      return refuse({ kind: 'later_month_run', month: last.month });
    const wanted =
      policy === 'effective'
        ? await adjustmentOn(transaction, lastDayOf(month))
        : { loans: 0, adjustmentNgwee: 0 };
    const movementNgwee = wanted.adjustmentNgwee - (last?.adjustmentNgwee ?? 0);
    const run = last?.month === month ? last.run + 1 : 1;
    const posted = await postMovement({ db: transaction, clock }, { month, movementNgwee, actor });
    if (!posted.ok) return posted;
    const noted = { month, run, policy, ...wanted, movementNgwee, journalId: posted.value, actor };
    const row = await transaction.row(noteRunStatement, { ...noted, now: toDate(clock.nowMs()) });
    return allow(row!);
  });
}

/** The sum of the adjustments in ngwee of the loans that ran at the end of a day. Loans with equal terms share a curve. */
async function adjustmentOn(
  db: Transaction,
  throughOn: Day,
): Promise<{ loans: number; adjustmentNgwee: number }> {
  const effectiveIncome = rememberedEffectiveIncome();
  const total = { loans: 0, adjustmentNgwee: 0 };
  const groups = await planningForManyRows(db, () =>
    db.rows(loansWithEqualTermsStatement, { on: throughOn }),
  );
  for (const { terms, disbursed_on, loans } of groups) {
    const { adjustmentNgwee } = incomeByPolicy(terms, disbursed_on, throughOn, effectiveIncome);
    total.loans += loans;
    total.adjustmentNgwee += loans * adjustmentNgwee;
  }
  return total;
}

async function postMovement(
  deps: { db: Transaction; clock: Clock },
  { month, movementNgwee, actor }: { month: Month; movementNgwee: number; actor: Actor },
): Promise<Outcome<number | null, JournalRefusal>> {
  if (movementNgwee === 0) return allow(null);
  const amountNgwee = ngwee(Math.abs(movementNgwee));
  const isMore = movementNgwee > 0;
  const posted = await postJournal(deps, {
    kind: 'effective_interest',
    bookedOn: lastDayOf(month),
    lines: [
      {
        account: 'effective_interest_adjustment',
        ...(isMore ? { debitNgwee: amountNgwee } : { creditNgwee: amountNgwee }),
      },
      {
        account: 'effective_interest_income',
        ...(isMore ? { creditNgwee: amountNgwee } : { debitNgwee: amountNgwee }),
      },
    ],
    reason: `effective interest at the end of ${month}`,
    madeBy: actor,
  });
  return posted.ok ? allow(posted.value.journalId) : posted;
}

/** A refusal of the journal ends the transaction too, so that nothing of the run stays. */
async function inTransaction<Value, Refusal>(
  db: Database,
  work: (transaction: Transaction) => Promise<Outcome<Value, Refusal>>,
): Promise<Outcome<Value, Refusal>> {
  const refused = new Error('refused');
  let outcome: Outcome<Value, Refusal> | undefined;
  try {
    await db.inTransaction(async (transaction) => {
      outcome = await work(transaction);
      if (!outcome.ok) throw refused;
    });
  } catch (error) {
    if (error !== refused) throw error;
  }
  return outcome!;
}
