import { randomUUID } from 'node:crypto';
import { catchUp } from '@thumba/lending/catch-up';
import { addDays, type Day, earlierOf } from '@thumba/lending/day';
import { extensionSucceeded, quoteExtension } from '@thumba/lending/extension';
import { demoLadder } from '@thumba/lending/ladder';
import type { Change, Loan } from '@thumba/lending/loan';
import { kwacha, type Ngwee } from '@thumba/lending/money';
import { firstOwedInstalment, owedOnInstalment } from '@thumba/lending/owed';
import { repaymentSucceeded } from '@thumba/lending/repayment';
import { type Database, openDatabase } from '../apps/server/src/platform/database.ts';
import type { Sealing } from '../apps/server/src/platform/sealing.ts';
import {
  beginLife,
  type Life,
  noteMessagesSent,
  OPERATOR,
  post,
  takeLoan,
  termsOf,
} from './borrower-life.ts';
import { moveSequences } from './copy-borrower.ts';
import { copyRows } from './copy-rows.ts';
import { sealCopies } from './seal-copies.ts';

/** The history of a loan up to yesterday: its terms, how many plans were paid, and when it was extended. */
type Story = {
  product: number;
  term: number;
  kwacha: number;
  takenDaysAgo: number;
  plansPaid?: number;
  extendedDaysAgo?: number;
};

const quick30 = (takenDaysAgo: number): Story => ({ product: 1, term: 1, kwacha: 1000, takenDaysAgo });
const quick14 = (takenDaysAgo: number): Story => ({ product: 1, term: 2, kwacha: 500, takenDaysAgo });
const quick90 = (takenDaysAgo: number, plansPaid = 0): Story => ({
  product: 1,
  term: 3,
  kwacha: 1500,
  takenDaysAgo,
  plansPaid,
});
const steady = (term: 4 | 5, takenDaysAgo: number, plansPaid = 0): Story => ({
  product: 2,
  term,
  kwacha: 3000,
  takenDaysAgo,
  plansPaid,
});

/** Each is one fortieth of the book: 60 % current, 15 % due, 20 % late in all buckets, 5 % extended. */
const STORIES: readonly Story[] = [
  // Current: nothing happens to them today.
  ...[1, 4, 8, 12, 16, 20, 24, 27].map(quick30),
  ...[2, 5, 9, 12].map(quick14),
  ...[3, 11, 19, 26].map((daysAgo) => quick90(daysAgo)),
  ...[35, 44, 52].map((daysAgo) => quick90(daysAgo, 1)),
  steady(4, 7),
  steady(4, 21),
  steady(5, 15),
  steady(5, 40, 1),
  steady(5, 100, 3),
  // Due today, and due yesterday.
  quick30(30),
  quick14(14),
  quick90(30),
  steady(5, 60, 1),
  quick30(31),
  quick14(15),
  // Late by 2, 5, 12, 23, 45, 75 and 120 days, and with two plans at once.
  quick30(32),
  quick14(19),
  quick30(42),
  quick30(53),
  quick30(75),
  quick30(105),
  quick30(150),
  quick90(70),
  // Extended.
  { ...quick30(25), extendedDaysAgo: 3 },
  { ...quick30(33), extendedDaysAgo: 4 },
];

/** Makes one loan for each story by the lending rules, up to the end of yesterday, and copies them up to `loans`. */
export async function makeLoanBook(
  db: Database,
  sealing: Sealing,
  { loans, today, databaseUrl }: { loans: number; today: Day; databaseUrl: string },
): Promise<void> {
  const lives: { life: Life; loanId: number }[] = [];
  for (const [index, story] of STORIES.entries()) {
    const life = await beginLife(db, sealing, `09670${String(10_000 + index)}`);
    lives.push({ life, loanId: await live(life, story, today) });
  }
  await noteMessagesSent(db);
  const originals = {
    borrowers: [lives[0]!.life.borrowerId, lives.at(-1)!.life.borrowerId] as const,
    loans: [lives[0]!.loanId, lives.at(-1)!.loanId] as const,
  };
  const copies = Math.ceil(loans / STORIES.length) - 1;
  const second = openDatabase({ url: databaseUrl, maxConnections: 1 });
  const first = openDatabase({ url: databaseUrl, maxConnections: 1 });
  await Promise.all([
    copyRows(first, originals, copies, [
      'borrower',
      'borrower_standing',
      'repay_account',
      'loan',
      'instalment',
    ]),
    copyRows(second, originals, copies, ['loan_event', 'ledger_transfer']),
  ]);
  await Promise.all([first.close(), second.close()]);
  await sealCopies(db, sealing, originals.borrowers[1]);
  await moveSequences(db);
}

const WEEK = 7;

async function live(life: Life, story: Story, today: Day): Promise<number> {
  const takenOn = addDays(today, -story.takenDaysAgo);
  const loanId = await takeLoan(life, termsOf(story.product, story.term, kwacha(story.kwacha)), takenOn);
  const yesterday = addDays(today, -1);
  for (let paid = 0; paid < (story.plansPaid ?? 0); paid += 1) {
    await change(life, loanId, (loan) => payPlan(loan));
  }
  const { extendedDaysAgo } = story;
  if (extendedDaysAgo !== undefined) {
    await change(life, loanId, (loan) => extend(loan, addDays(today, -extendedDaysAgo)));
  }
  // Catching up once a week writes fewer events than once a day and gives the same loan.
  for (let on = takenOn; on < yesterday; ) {
    on = earlierOf(addDays(on, WEEK), yesterday);
    await change(life, loanId, (loan) => ({ change: catchUp(loan, on), on }));
  }
  return loanId;
}

async function change(
  life: Life,
  loanId: number,
  happen: (loan: Loan) => { change: Change; on: Day },
): Promise<void> {
  await post(life, loanId, ({ loan }) => happen(loan));
}

function payPlan(loan: Loan): { change: Change; on: Day } {
  const plan = firstOwedInstalment(loan)!;
  const on = addDays(plan.dueOn, -1);
  return { change: repaymentSucceeded(loan, received(owedOnInstalment(plan).totalNgwee, on)), on };
}

function extend(loan: Loan, on: Day): { change: Change; on: Day } {
  const quote = quoteExtension(loan, on);
  if (!quote.ok) throw new Error(`a loan could not be extended: ${quote.refusal.kind}`);
  const { amountNgwee } = quote.value;
  return { change: extensionSucceeded(loan, { ...received(amountNgwee, on), quoted: quote.value }), on };
}

function received(amountNgwee: Ngwee, on: Day) {
  return {
    attemptId: randomUUID(),
    operator: OPERATOR,
    amountNgwee,
    submittedOn: on,
    on,
    ladder: { rule: demoLadder, place: { step: 1, onTimeLoans: 0 } },
  } as const;
}
