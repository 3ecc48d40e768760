import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { isEmptyChange } from './change.ts';
import { addDays, type Day } from './day.ts';
import { balanceOf, checkLedgerAgainstLoan, checkLoan } from './invariants.ts';
import type { Transfer } from './ledger.ts';
import type { Change, Loan, LoanTerms } from './loan.ts';
import { minimum, type Ngwee, ngwee } from './money.ts';
import { firstOwedInstalment, owedOnInstalment } from './owed.ts';
import { payoutFailed, payoutSucceeded, startPayout } from './payout.ts';
import { randomDay, randomTerms } from './random-terms.test-support.ts';
import { repayFromWallet, repaymentFailed, repaymentSucceeded, submitRepayment } from './repayment.ts';
import { entryStanding, payingOutLoan } from './sample-loan.test-support.ts';

/** Many random runs on a machine that others keep busy take longer than one example. */
const busyMachine = { timeout: 60_000 };

type Attempt = {
  attemptId: string;
  amountNgwee: Ngwee;
  submittedOn: Day;
  state: 'open' | 'failed' | 'succeeded';
};

/** One loan with its borrower's wallet, its book and the operator's word on every payment. */
type World = {
  loan: Loan;
  today: Day;
  walletNgwee: number;
  book: Transfer[];
  attempts: Attempt[];
  collectedNgwee: number;
  receipts: string[];
};

type Step =
  | { does: 'days pass'; days: number }
  | { does: 'day ends' }
  | { does: 'borrower submits'; percent: number }
  | { does: 'operator pays'; which: number }
  | { does: 'operator refuses' }
  | { does: 'borrower uses wallet'; percent: number }
  | { does: 'payout fails' }
  | { does: 'payout succeeds' };

const percent = fc.constantFrom(1, 10, 30, 50, 70, 90, 100, 100, 100);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ does: fc.constant('days pass' as const), days: fc.nat(25) }) },
    { weight: 2, arbitrary: fc.constant({ does: 'day ends' as const }) },
    { weight: 5, arbitrary: fc.record({ does: fc.constant('borrower submits' as const), percent }) },
    { weight: 4, arbitrary: fc.record({ does: fc.constant('operator pays' as const), which: fc.nat(20) }) },
    { weight: 3, arbitrary: fc.constant({ does: 'operator refuses' as const }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('borrower uses wallet' as const), percent }) },
    { weight: 1, arbitrary: fc.constant({ does: 'payout fails' as const }) },
    { weight: 2, arbitrary: fc.constant({ does: 'payout succeeds' as const }) },
  ),
  { minLength: 5, maxLength: 80, size: 'max' },
);

function keep(world: World, change: Change): void {
  world.loan = isEmptyChange(change) ? world.loan : { ...change.loan, version: world.loan.version + 1 };
  world.walletNgwee += change.walletNgwee;
  world.book.push(...change.transfers);
  for (const event of change.events) if (event.kind === 'repaid') world.receipts.push(event.receiptNo);
}

/** A share of the first bill as it stands today, which the rules may accept or refuse. */
function partOfBill(world: World, percent: number): { period: number; amountNgwee: Ngwee } | null {
  const bill = firstOwedInstalment(catchUp(world.loan, world.today).loan);
  if (bill === undefined) return null;
  const owed = owedOnInstalment(bill).totalNgwee;
  return { period: bill.period, amountNgwee: ngwee(Math.ceil((owed * percent) / 100)) };
}

function take(world: World, step: Step): void {
  const on = world.today;
  switch (step.does) {
    case 'days pass':
      world.today = addDays(on, step.days);
      return;
    case 'day ends':
      keep(world, catchUp(world.loan, on));
      return;
    case 'borrower submits': {
      const part = partOfBill(world, step.percent);
      if (part === null) return;
      const attemptId = `collection-${world.attempts.length}`;
      const submitted = submitRepayment(world.loan, { attemptId, ...part, on });
      if (!submitted.ok) return;
      keep(world, submitted.value);
      world.attempts.push({ attemptId, amountNgwee: part.amountNgwee, submittedOn: on, state: 'open' });
      return;
    }
    case 'operator pays': {
      const open = world.attempts.filter((attempt) => attempt.state !== 'succeeded');
      const attempt = open[step.which % Math.max(1, open.length)];
      if (attempt === undefined) return;
      attempt.state = 'succeeded';
      world.collectedNgwee += attempt.amountNgwee;
      keep(
        world,
        repaymentSucceeded(world.loan, { ...attempt, operator: 'airtel', on, ladder: entryStanding }),
      );
      return;
    }
    case 'operator refuses': {
      const attempt = world.attempts.find((candidate) => candidate.state === 'open');
      if (attempt === undefined) return;
      attempt.state = 'failed';
      keep(world, repaymentFailed(world.loan, { attemptId: attempt.attemptId, on, reason: 'EXPIRED' }));
      return;
    }
    case 'borrower uses wallet': {
      const part = partOfBill(world, step.percent);
      if (part === null || world.walletNgwee === 0) return;
      const walletNgwee = ngwee(world.walletNgwee);
      const amountNgwee = minimum(part.amountNgwee, walletNgwee);
      const paid = repayFromWallet(world.loan, {
        ...part,
        amountNgwee,
        walletNgwee,
        on,
        ladder: entryStanding,
      });
      if (paid.ok) keep(world, paid.value);
      return;
    }
    case 'payout fails':
      keep(world, payoutFailed(world.loan, { attemptId: 'payout-1', on, reason: 'NOT_ALLOWED' }));
      return;
    case 'payout succeeds': {
      const retried = startPayout(world.loan, { attemptId: 'payout-2', on });
      if (retried.ok) keep(world, retried.value);
      if (world.loan.disbursedOn === null) {
        keep(world, payoutSucceeded(world.loan, { attemptId: 'payout-2', operator: 'mtn', on }));
      }
      return;
    }
  }
}

function problemsOf(world: World): string[] {
  const problems = [...checkLoan(world.loan), ...checkLedgerAgainstLoan(world.loan, world.book)];
  if (balanceOf(world.book, 'wallet_credit') !== -world.walletNgwee)
    problems.push('the wallet is not what the book says');
  if (world.walletNgwee < 0) problems.push('the wallet is below zero');
  if (balanceOf(world.book, 'float_airtel_collection') !== world.collectedNgwee)
    problems.push('money got lost');
  if (new Set(world.receipts).size !== world.receipts.length) problems.push('two receipts have one number');
  const isOpen = world.attempts.some((attempt) => attempt.state === 'open');
  if ((world.loan.pending !== null) !== isOpen) problems.push('a loan waits for nothing, or does not wait');
  return problems;
}

function worldOf(terms: LoanTerms, on: Day): World {
  return {
    loan: payingOutLoan(terms, on),
    today: on,
    walletNgwee: 0,
    book: [],
    attempts: [],
    collectedNgwee: 0,
    receipts: [],
  };
}

test('whatever happens to a loan, in any order, the loan and the book stay sound', busyMachine, () => {
  fc.assert(
    fc.property(randomTerms, randomDay, steps, (terms, startOn, sequence) => {
      const world = worldOf(terms, startOn);
      for (const step of sequence) {
        const before = world.loan.terms;
        take(world, step);
        expect(world.loan.terms).toBe(before);
        const problems = problemsOf(world);
        if (problems.length > 0) throw new Error(`after ${JSON.stringify(step)}: ${problems.join('; ')}`);
      }
    }),
    { numRuns: 2000 },
  );
});

test('the random sequences reach the states that matter', busyMachine, () => {
  const seen = new Set<string>();
  const random = fc.sample(fc.tuple(randomTerms, randomDay, steps), { numRuns: 800, seed: 20_261_121 });
  for (const [terms, startOn, sequence] of random) {
    const world = worldOf(terms, startOn);
    for (const step of sequence) {
      const { attempts } = world;
      const hadGivenUp = attempts.some((attempt) => attempt.state === 'failed');
      take(world, step);
      seen.add(world.loan.state);
      if (world.walletNgwee > 0) seen.add('wallet credit');
      if (world.loan.pending !== null) seen.add('waiting');
      if (hadGivenUp && step.does === 'operator pays') seen.add('late success');
      if (balanceOf(world.book, 'penalty_receivable') > 0) seen.add('penalty');
      if (world.receipts.length > 3) seen.add('many payments');
    }
  }
  for (const reached of [
    'payout_failed',
    'active',
    'overdue',
    'settled',
    'wallet credit',
    'waiting',
    'late success',
    'penalty',
    'many payments',
  ]) {
    expect(seen).toContain(reached);
  }
});
