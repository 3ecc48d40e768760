import { approveLoan, cancelLoan, declineLoan } from './application.ts';
import { catchUp } from './catch-up.ts';
import { isEmptyChange } from './change.ts';
import { collectionSucceeded } from './collection.ts';
import { quoteCancellation, submitCancellation } from './cooling-off.ts';
import { applyCoupon, giveCoupon, removeCoupon } from './coupon.ts';
import { addDays, type Day } from './day.ts';
import { quoteExtension, submitExtension } from './extension.ts';
import { balanceOf, checkLedgerAgainstLoan, checkLoan } from './invariants.ts';
import { demoLadder } from './ladder.ts';
import type { LedgerAccount, Transfer } from './ledger.ts';
import type {
  Change,
  CouponWorth,
  LadderPlace,
  Loan,
  LoanEvent,
  PendingCollection,
  WaivableCharge,
} from './loan.ts';
import { minimum, type Ngwee, ngwee } from './money.ts';
import type { Outcome } from './outcome.ts';
import { owedOnInstalment } from './owed.ts';
import { payoutFailed, payoutSucceeded, startPayout } from './payout.ts';
import { nextBill, repayFromWallet, repaymentFailed, submitRepayment } from './repayment.ts';
import { reversePosting } from './reversal.ts';
import { quoteSettlement, submitSettlement } from './settlement.ts';
import { waiveCharge } from './waiver.ts';
import {
  submitWalletPayout,
  type WalletChange,
  walletPayoutFailed,
  walletPayoutSucceeded,
  walletPayoutSucceededLate,
} from './wallet-payout.ts';
import { writeOff } from './write-off.ts';

/** `version` is the loan's when it began to wait: as long as it stays so, no other money has come. */
type Attempt = PendingCollection & { state: 'open' | 'failed' | 'succeeded'; version: number };
type WalletPayout = { amountNgwee: Ngwee; state: 'open' | 'failed' | 'succeeded' };
type CouponState = 'usable' | 'applied' | 'used';

/** One loan with its borrower's wallet, place and coupons, its book, and the operator's word on every payment. */
export type World = {
  loan: Loan;
  today: Day;
  walletNgwee: number;
  ladderPlace: LadderPlace;
  book: Transfer[];
  events: LoanEvent[];
  attempts: Attempt[];
  walletPayouts: WalletPayout[];
  coupons: Map<number, CouponState>;
  collectedNgwee: number;
  paidOutNgwee: number;
  /** Wallet credit that an operator paid out after it had been given back and spent. */
  unplacedNgwee: number;
  /** Money that came and was booked by mistake. */
  reversedNgwee: number;
};

export type Step =
  | { does: 'days pass'; days: number }
  | { does: 'day ends' }
  | { does: 'staff approve' | 'staff decline' | 'application is cancelled' }
  | { does: 'payout starts' | 'payout fails' | 'payout succeeds' }
  | { does: 'borrower submits'; percent: number }
  | { does: 'borrower submits extension' | 'borrower submits settlement' }
  | { does: 'borrower gives the money back'; hours: number }
  | { does: 'operator pays'; which: number }
  | { does: 'operator refuses' }
  | { does: 'borrower uses wallet'; percent: number }
  | { does: 'borrower takes wallet out'; percent: number }
  | { does: 'wallet payout ends'; which: number; succeeds: boolean }
  | { does: 'borrower applies coupon'; worth: CouponWorth; period: number }
  | { does: 'borrower removes coupon' }
  | { does: 'staff write off' }
  | { does: 'staff waive'; charge: WaivableCharge; period: number; percent: number }
  | { does: 'staff reverse'; which: number; hasOtherOpenLoan: boolean };

export function worldOf(opened: Change, on: Day): World {
  const world: World = {
    loan: opened.loan,
    today: on,
    walletNgwee: 0,
    ladderPlace: { step: 1, onTimeLoans: 0 },
    book: [],
    events: [],
    attempts: [],
    walletPayouts: [],
    coupons: new Map(),
    collectedNgwee: 0,
    paidOutNgwee: 0,
    unplacedNgwee: 0,
    reversedNgwee: 0,
  };
  keep(world, opened);
  return world;
}

/** Does one thing to the world, as far as the rules allow it. */
export function take(world: World, step: Step): void {
  const { loan, today: on } = world;
  const ladder = { rule: demoLadder, place: world.ladderPlace };
  switch (step.does) {
    case 'days pass':
      world.today = addDays(on, step.days);
      return;
    case 'day ends':
      keep(world, catchUp(loan, on));
      return;
    case 'staff approve':
      keepAllowed(world, approveLoan(loan, { on, attemptId: 'payout' }));
      return;
    case 'staff decline':
      keepAllowed(
        world,
        declineLoan(loan, { on, reasons: ['staff_decision'], mayApplyAgainOn: addDays(on, 7) }),
      );
      return;
    case 'application is cancelled':
      keepAllowed(world, cancelLoan(loan, { on, reason: 'changed mind' }));
      return;
    case 'payout starts':
      keepAllowed(world, startPayout(loan, { attemptId: 'payout', on }));
      return;
    case 'payout fails':
      keep(world, payoutFailed(loan, { attemptId: 'payout', on, reason: 'NOT_ALLOWED' }));
      return;
    case 'payout succeeds':
      if (loan.state !== 'paying_out' && loan.state !== 'payout_failed') return;
      world.paidOutNgwee += loan.receivedNgwee;
      keep(world, payoutSucceeded(loan, { attemptId: 'payout', operator: 'airtel', on }));
      return;
    case 'borrower submits': {
      const bill = nextBill(loan, on);
      if (bill === null) return;
      const { period } = bill;
      const amountNgwee = partOf(bill.payoffNgwee, step.percent);
      const attemptId = nextAttemptId(world);
      submit(world, submitRepayment(loan, { attemptId, period, amountNgwee, on }));
      return;
    }
    case 'borrower submits extension': {
      const quote = quoteExtension(loan, on);
      if (!quote.ok) return;
      const { amountNgwee } = quote.value;
      submit(world, submitExtension(loan, { attemptId: nextAttemptId(world), amountNgwee, on }));
      return;
    }
    case 'borrower submits settlement': {
      const quote = quoteSettlement(loan, on);
      if (!quote.ok) return;
      const { amountNgwee } = quote.value;
      submit(world, submitSettlement(loan, { attemptId: nextAttemptId(world), amountNgwee, on, ladder }));
      return;
    }
    case 'borrower gives the money back': {
      const hoursSincePayout = step.hours;
      const quote = quoteCancellation(loan, { hoursSincePayout, on });
      if (!quote.ok) return;
      const { amountNgwee } = quote.value;
      const attemptId = nextAttemptId(world);
      submit(world, submitCancellation(loan, { attemptId, amountNgwee, hoursSincePayout, on }));
      return;
    }
    case 'operator pays': {
      const open = world.attempts.filter((attempt) => attempt.state !== 'succeeded');
      const attempt = open[step.which % Math.max(1, open.length)];
      if (attempt === undefined) return;
      const isAsQuoted = attempt.state === 'open' && attempt.version === loan.version;
      attempt.state = 'succeeded';
      world.collectedNgwee += attempt.amountNgwee;
      keep(world, collectionSucceeded(loan, { ...attempt, operator: 'airtel', on, ladder }));
      if (isAsQuoted) expectBought(world, attempt);
      return;
    }
    case 'operator refuses': {
      const attempt = world.attempts.find((candidate) => candidate.state === 'open');
      if (attempt === undefined) return;
      attempt.state = 'failed';
      keep(world, repaymentFailed(loan, { attemptId: attempt.attemptId, on, reason: 'EXPIRED' }));
      return;
    }
    case 'borrower uses wallet': {
      const bill = nextBill(loan, on);
      const walletNgwee = ngwee(world.walletNgwee);
      if (bill === null || walletNgwee === 0) return;
      const amountNgwee = minimum(partOf(bill.payoffNgwee, step.percent), walletNgwee);
      const { period } = bill;
      keepAllowed(world, repayFromWallet(loan, { amountNgwee, period, walletNgwee, on, ladder }));
      return;
    }
    case 'borrower takes wallet out': {
      const walletNgwee = ngwee(world.walletNgwee);
      const amountNgwee = partOf(walletNgwee, step.percent);
      const submitted = submitWalletPayout(walletNgwee, amountNgwee);
      if (!submitted.ok) return;
      world.walletPayouts.push({ amountNgwee, state: 'open' });
      keepWallet(world, submitted.value);
      return;
    }
    case 'wallet payout ends':
      endWalletPayout(world, step);
      return;
    case 'borrower applies coupon': {
      const coupon = giveCoupon(
        { name: 'Prize', worth: step.worth, minPlanNgwee: null, validDays: 60 },
        world.coupons.size + 1,
        on,
      );
      keepAllowed(world, applyCoupon(loan, { coupon, period: step.period, on }));
      return;
    }
    case 'borrower removes coupon':
      keepAllowed(world, removeCoupon(loan, { on }));
      return;
    case 'staff write off':
      keepAllowed(world, writeOff(loan, { on, reason: 'cannot be found' }));
      return;
    case 'staff waive': {
      const { charge, period, percent } = step;
      const plan = catchUp(loan, on).loan.instalments.find((instalment) => instalment.period === period);
      if (plan === undefined) return;
      const amountNgwee = partOf(owedOnInstalment(plan)[`${charge}Ngwee`], percent);
      keepAllowed(world, waiveCharge(loan, { period, charge, amountNgwee, reason: 'goodwill', on, ladder }));
      return;
    }
    case 'staff reverse':
      reverse(world, step);
      return;
  }
}

/** Everything that can never be, as sentences. */
export function problemsOf(world: World): string[] {
  const { loan, book } = world;
  const problems = [...checkLoan(loan), ...checkLedgerAgainstLoan(loan, book)];
  const holds = (account: LedgerAccount, amountNgwee: number) => {
    const balance = balanceOf(book, account);
    if (balance !== amountNgwee) problems.push(`${account} holds ${balance}, not ${amountNgwee}`);
  };
  const inTransit = world.walletPayouts.filter(({ state }) => state === 'open');
  const inTransitNgwee = inTransit.reduce((total, { amountNgwee }) => total + amountNgwee, 0);
  holds('wallet_credit', 0 - world.walletNgwee);
  holds('float_airtel_collection', world.collectedNgwee);
  holds('float_airtel_payout', 0 - world.paidOutNgwee);
  holds('suspense', world.unplacedNgwee - world.reversedNgwee - inTransitNgwee);
  if (world.walletNgwee < 0) problems.push('the wallet is below zero');
  const receipts = world.events.flatMap((event) => ('receiptNo' in event ? [event.receiptNo] : []));
  if (new Set(receipts).size !== receipts.length) problems.push('two receipts have one number');
  const isOpen = world.attempts.some((attempt) => attempt.state === 'open');
  if ((loan.pending !== null) !== isOpen) problems.push('a loan waits for nothing, or does not wait');
  const applied = [...world.coupons].filter(([, state]) => state === 'applied').map(([id]) => id);
  const held = loan.coupon === null ? [] : [loan.coupon.userCouponId];
  if (applied.join() !== held.join()) problems.push('a coupon is applied to nothing, or held twice');
  const again = catchUp(catchUp(loan, world.today).loan, world.today);
  if (!isEmptyChange(again)) problems.push('catching up twice does something twice');
  return problems;
}

function keep(world: World, change: Change): void {
  world.loan = isEmptyChange(change) ? world.loan : { ...change.loan, version: world.loan.version + 1 };
  world.ladderPlace = change.ladder ?? world.ladderPlace;
  world.events.push(...change.events);
  keepWallet(world, change);
  for (const event of change.events) {
    if (event.kind === 'coupon_applied') world.coupons.set(event.userCouponId, 'applied');
    if (event.kind === 'coupon_used') world.coupons.set(event.userCouponId, 'used');
    if (event.kind === 'coupon_released') world.coupons.set(event.userCouponId, 'usable');
  }
}

function keepWallet(world: World, change: WalletChange): void {
  world.walletNgwee += change.walletNgwee;
  world.book.push(...change.transfers);
}

function keepAllowed(world: World, outcome: Outcome<Change, unknown>): void {
  if (outcome.ok) keep(world, outcome.value);
}

function submit(world: World, outcome: Outcome<Change, unknown>): void {
  if (!outcome.ok) return;
  keep(world, outcome.value);
  const { pending } = outcome.value.loan;
  if (pending !== null) world.attempts.push({ ...pending, state: 'open', version: world.loan.version });
}

function nextAttemptId(world: World): string {
  return `collection-${world.attempts.length}`;
}

function partOf(amountNgwee: Ngwee, percent: number): Ngwee {
  return ngwee(Math.ceil((amountNgwee * percent) / 100));
}

/** Money that was waited for, with no other money in between, gets exactly what was quoted. */
function expectBought({ loan }: World, attempt: Attempt): void {
  const plan = loan.instalments[attempt.period - 1];
  const missed = {
    repayment: attempt.quoted !== null && plan !== undefined && owedOnInstalment(plan).totalNgwee > 0,
    extension: attempt.purpose === 'extension' && plan?.dueOn !== attempt.quoted.afterDueOn,
    settlement: loan.state !== 'settled',
    cooling_off: loan.state !== 'cancelled',
  };
  if (missed[attempt.purpose]) throw new Error(`${attempt.purpose} did not get what was quoted`);
}

function endWalletPayout(world: World, { which, succeeds }: { which: number; succeeds: boolean }): void {
  const unfinished = world.walletPayouts.filter(({ state }) => state !== 'succeeded');
  const payout = unfinished[which % Math.max(1, unfinished.length)];
  if (payout === undefined) return;
  const { amountNgwee } = payout;
  if (payout.state === 'failed') {
    if (!succeeds) return;
    const late = walletPayoutSucceededLate(ngwee(world.walletNgwee), amountNgwee, 'airtel');
    world.unplacedNgwee += amountNgwee + late.walletNgwee;
    keepWallet(world, late);
  } else {
    keepWallet(
      world,
      succeeds ? walletPayoutSucceeded(amountNgwee, 'airtel') : walletPayoutFailed(amountNgwee),
    );
  }
  payout.state = succeeds ? 'succeeded' : 'failed';
  if (succeeds) world.paidOutNgwee += amountNgwee;
}

function reverse(
  world: World,
  { which, hasOtherOpenLoan }: { which: number; hasOtherOpenLoan: boolean },
): void {
  const posted = world.events.filter((event) => 'posting' in event || event.kind === 'reversed');
  const event = posted[which % Math.max(1, posted.length)];
  if (event === undefined) return;
  const { loan, today: on, ladderPlace } = world;
  const walletNgwee = ngwee(world.walletNgwee);
  const reversed = reversePosting(loan, {
    event,
    reason: 'posted by mistake',
    on,
    walletNgwee,
    ladderPlace,
    hasOtherOpenLoan,
  });
  if (!reversed.ok) return;
  if (event.kind === 'reversed') throw new Error('a reversal was reversed');
  if ('attemptId' in event && event.attemptId !== null && 'amountNgwee' in event) {
    world.reversedNgwee += event.amountNgwee;
  }
  keep(world, reversed.value);
}
