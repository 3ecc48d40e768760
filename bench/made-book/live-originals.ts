import { cancelLoan } from '@thumba/lending/application';
import { catchUp } from '@thumba/lending/catch-up';
import { addDays, type Day, earlierOf } from '@thumba/lending/day';
import type { Decision } from '@thumba/lending/decision';
import { kwacha } from '@thumba/lending/money';
import { payoutFailed } from '@thumba/lending/payout';
import { submitRepayment } from '@thumba/lending/repayment';
import { findLoan } from '../../apps/server/src/book/loan/queries.ts';
import { lusakaInstant } from '../../apps/server/src/platform/clock.ts';
import { type Database, statement } from '../../apps/server/src/platform/database.ts';
import type { BenchDatabase } from '../bench-database.ts';
import {
  apply,
  attemptEnd,
  type Life,
  newAttempt,
  noteMessagesSent,
  post,
  termsOf,
} from '../borrower-life.ts';
import { beginLoan, type LiveLoan, liveDay, type Till } from '../worked-year/live-loan.ts';
import type { LoanPlan } from '../worked-year/loan-plan.ts';
import { openYearBook, type YearBook } from '../worked-year/year-book.ts';
import type { LastLoan, OriginalPlan } from './original-plans.ts';

const WEEK = 7;
const DAYS_BEFORE_FIRST = 2;
/** The money at the operators is not counted here. */
const NO_TILL: Till = { collected: () => undefined, paidOut: () => undefined };

/** Lives through the plans with the server's own commands, each on its day, up to the end of yesterday. */
export async function liveOriginals(
  database: Pick<BenchDatabase, 'url' | 'sealing'>,
  plans: readonly OriginalPlan[],
  { today, tell }: { today: Day; tell(line: string): void },
): Promise<void> {
  const firstOn = plans.map(({ ended, last }) => (ended[0] ?? last.plan).takenOn).reduce(earlierOf);
  const fromOn = addDays(firstOn, -DAYS_BEFORE_FIRST);
  const book = await openYearBook(database, { borrowers: plans.length, fromOn });
  try {
    const ofAirtel = plans.flatMap(({ operator }, index) =>
      operator === 'airtel' ? [book.lives[index]!.borrowerId] : [],
    );
    await book.db.pool.query(`update repay_account set operator = 'airtel' where borrower_id = any ($1)`, [
      ofAirtel,
    ]);
    for (const [index, plan] of plans.entries()) {
      await liveOriginal(book, book.lives[index]!, plan, today);
      if ((index + 1) % 40 === 0) tell(`${index + 1} of ${plans.length} borrowers lived`);
    }
    await noteMessagesSent(book.db);
    await loseOutcomes(book.db, today);
    await book.db.pool.query('update business_calendar set day_ended_through = $1::date - 1', [today]);
  } finally {
    await book.close();
  }
}

async function liveOriginal(
  book: YearBook,
  life: Life,
  { operator, ended, last }: OriginalPlan,
  today: Day,
): Promise<void> {
  const own = { ...life, operator };
  for (const plan of ended) await liveLoan(book, own, plan, today);
  await liveLast(book, own, last, today);
}

async function liveLoan(book: YearBook, life: Life, plan: LoanPlan, today: Day): Promise<LiveLoan> {
  book.setTime(plan.takenOn, '09:12:00');
  const live = await beginLoan(plan, life, plan.takenOn, NO_TILL);
  for (const { on } of plan.steps) {
    if (on >= today) break;
    await catchUpTo(book, live, on);
    await liveDay(live, on, book.desk, NO_TILL);
  }
  return live;
}

/**
 * Catching up once a week writes fewer events than once a day and gives the same loan. As at the end of a day, nothing is
 * written where no event is due.
 */
async function catchUpTo(book: YearBook, { life, loanId, plan }: LiveLoan, throughOn: Day): Promise<void> {
  for (let on = plan.takenOn; on < throughOn; ) {
    on = earlierOf(addDays(on, WEEK), throughOn);
    const { loan: before } = (await findLoan(life.db, life.borrowerId, loanId))!;
    if (before.nextEventOn === null || before.nextEventOn > on) continue;
    book.setTime(on, '10:30:00');
    const day = on;
    await post(life, loanId, ({ loan }) => ({ change: catchUp(loan, day), on: day }));
  }
}

const REFERRED: Decision = {
  outcome: 'refer',
  reasons: ['income_to_check'],
  points: 380,
  availableNgwee: kwacha(5000),
  versions: { rules: 1, scorecard: 1 },
};
const declinedUntil = (mayApplyAgainOn: Day): Decision => ({
  ...REFERRED,
  outcome: 'decline',
  reasons: ['score_too_low'],
  points: 120,
  mayApplyAgainOn,
});
const DECLINED_FOR_DAYS = 30;

const PART_PAID = kwacha(20);

const loseOutcomesStatement = statement<never, { nextAskedAt: Date }>(
  'made book: lose outcomes of payments',
  `update payment_attempt set state = 'unknown', first_sent_at = created_at, sent_at = created_at, enquiries = 9,
     unanswered = 9, next_step_at = $nextAskedAt where state = 'created'`,
);

/** The operator was sent what is still open and answers no more. It is asked again tomorrow. */
async function loseOutcomes(db: Database, today: Day): Promise<void> {
  await db.rows(loseOutcomesStatement, { nextAskedAt: lusakaInstant(addDays(today, 1), '09:00:00')! });
}

async function liveLast(book: YearBook, life: Life, { state, plan }: LastLoan, today: Day): Promise<void> {
  const { takenOn } = plan;
  const terms = termsOf(plan.productId, plan.termId, plan.amountNgwee);
  book.setTime(takenOn, '08:40:00');
  if (state === 'waiting' || state === 'cancelled') {
    const { loanId } = await apply(life, terms, takenOn, REFERRED);
    if (state === 'waiting') return;
    await post(life, loanId, ({ loan }) => {
      const cancelled = cancelLoan(loan, { on: takenOn, reason: 'asked_by_borrower' });
      if (!cancelled.ok) throw new Error(`loan ${loanId}: ${cancelled.refusal.kind}`);
      return { change: cancelled.value, on: takenOn };
    });
  } else if (state === 'declined') {
    await apply(life, terms, takenOn, declinedUntil(addDays(takenOn, DECLINED_FOR_DAYS)));
  } else if (state === 'payout_unknown') {
    await apply(life, terms, takenOn);
  } else if (state === 'payout_failed') {
    const { loanId, attemptId } = await apply(life, terms, takenOn);
    await post(life, loanId, ({ loan }) => ({
      change: payoutFailed(loan, { attemptId, on: takenOn, reason: 'account_not_found' }),
      on: takenOn,
      attemptEnd: { ...attemptEnd(attemptId, 'failed', life.operator), failureReason: 'account_not_found' },
    }));
  } else {
    const live = await liveLoan(book, life, plan, today);
    const yesterday = addDays(today, -1);
    await catchUpTo(book, live, yesterday);
    if (state === 'payment_unknown') await payInPart(book, live, yesterday);
  }
}

async function payInPart(book: YearBook, { life, loanId }: LiveLoan, on: Day): Promise<void> {
  book.setTime(on, '11:20:00');
  await post(life, loanId, ({ loan }) => {
    const attempt = newAttempt(life, 'collection', PART_PAID, on);
    const { attemptId, amountNgwee } = attempt;
    const submitted = submitRepayment(loan, { attemptId, period: 1, amountNgwee, on });
    if (!submitted.ok) throw new Error(`loan ${loanId}: ${submitted.refusal.kind}`);
    return { change: submitted.value, on, newAttempt: attempt };
  });
}
