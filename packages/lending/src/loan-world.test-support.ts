import { approveLoan, cancelLoan, declineLoan } from './application.ts';
import { catchUp } from './catch-up.ts';
import { isEmptyChange } from './change.ts';
import { collectionSucceeded } from './collection.ts';
import { quoteCancellation, submitCancellation } from './cooling-off.ts';
import { applyCoupon, giveCoupon, removeCoupon } from './coupon.ts';
import { addDays, type Day, laterOf } from './day.ts';
import { quoteExtension, submitExtension } from './extension.ts';
import { agreeHardship } from './hardship-plan.ts';
import { demoLadder, type LadderStanding } from './ladder.ts';
import type { Transfer } from './ledger.ts';
import { walletMovementsOf } from './life.test-support.ts';
import {
  type Change,
  type CouponWorth,
  instalmentOf,
  type LadderPlace,
  type Loan,
  type LoanEvent,
  type PendingCollection,
  type ReversalCause,
  type WaivableCharge,
} from './loan.ts';
import { minimum, type Ngwee, ngwee } from './money.ts';
import type { Outcome } from './outcome.ts';
import { isCleared, owedOnInstalment } from './owed.ts';
import type { WalletMovement } from './payment-credit.ts';
import { isReversalEvent } from './payment-event.ts';
import { payoutFailed, payoutSucceeded, startPayout } from './payout.ts';
import { nextBill, repayFromWallet, repaymentFailed, submitRepayment } from './repayment.ts';
import { collectionTakenBack, reversePosting } from './reversal.ts';
import { quoteSettlement, submitSettlement } from './settlement.ts';
import { placeInWallet, placeOnLoan, returnedToPayer } from './suspense.ts';
import { waiveCharge } from './waiver.ts';
import {
  submitWalletPayout,
  type WalletChange,
  walletPayoutFailed,
  walletPayoutSucceeded,
  walletPayoutSucceededLate,
} from './wallet-payout.ts';
import { writeOff } from './write-off.ts';

/** `version` is the version of the loan at the submission. While the loan still has it, no other money has come. */
type Attempt = PendingCollection & { state: 'open' | 'failed' | 'succeeded'; version: number };
type WalletPayout = { amountNgwee: Ngwee; state: 'open' | 'failed' | 'succeeded' };
type WorldCause = ReversalCause | 'operator_took_back';
type CouponState = 'usable' | 'applied' | 'used';

/** One loan with its borrower's wallet, ladder place and coupons, its book and its payment attempts. */
export type World = {
  loan: Loan;
  today: Day;
  walletNgwee: number;
  /** What was given to the wallet and taken from it, with the receipt of the payment that gave it. */
  walletMovements: WalletMovement[];
  ladderPlace: LadderPlace;
  book: Transfer[];
  events: LoanEvent[];
  attempts: Attempt[];
  walletPayouts: WalletPayout[];
  coupons: Map<number, CouponState>;
  collectedNgwee: number;
  paidOutNgwee: number;
  /** Wallet credit that an operator paid out after it had gone back to the wallet and was spent. */
  unplacedNgwee: number;
  /** Collected money whose posting was reversed, and that staff have not placed yet. */
  reversedNgwee: number;
  /** Collected money that the operator took back. */
  takenBackNgwee: number;
};

type StepDetails = {
  'days pass': { days: number };
  'day ends': object;
  'staff approve': object;
  'staff decline': object;
  'application is cancelled': object;
  'payout starts': object;
  'payout fails': object;
  'payout succeeds': object;
  'borrower submits': { percent: number };
  'borrower submits extension': object;
  'borrower submits settlement': object;
  'borrower gives the money back': { hours: number };
  'operator pays': { which: number };
  'operator refuses': object;
  'borrower uses wallet': { percent: number };
  'borrower takes wallet out': { percent: number };
  'wallet payout ends': { which: number; succeeds: boolean };
  'borrower applies coupon': { worth: CouponWorth; period: number };
  'borrower removes coupon': object;
  'staff write off': object;
  'staff waive': { charge: WaivableCharge; period: number; percent: number };
  'staff reverse': { which: number; cause?: WorldCause; hasOtherOpenLoan: boolean };
  'staff agree hardship': { daysApart: number };
  'staff place on the loan': { percent: number; daysAgo: number };
  'staff place in the wallet': { percent: number };
  'staff send to the payer': { percent: number };
};

type StepKind = keyof StepDetails;
export type Step = { [Does in StepKind]: { does: Does } & StepDetails[Does] }[StepKind];
type StepActions = { [Does in StepKind]: (world: World, details: StepDetails[Does]) => void };

export function worldOf(opened: Change, on: Day): World {
  const world: World = {
    loan: opened.loan,
    today: on,
    walletNgwee: 0,
    walletMovements: [],
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
    takenBackNgwee: 0,
  };
  keep(world, opened);
  return world;
}

/** Takes one step, as far as the rules allow it. */
export function take(world: World, step: Step): void {
  const action = STEP_ACTIONS[step.does] as (world: World, details: Step) => void;
  action(world, step);
}

const STEP_ACTIONS: StepActions = {
  'days pass': (world, { days }) => {
    world.today = addDays(world.today, days);
  },
  'day ends': (world) => keep(world, catchUp(world.loan, world.today)),
  'staff approve': (world) =>
    keepAllowed(world, approveLoan(world.loan, { on: world.today, attemptId: 'payout' })),
  'staff decline': (world) => {
    const mayApplyAgainOn = addDays(world.today, 7);
    keepAllowed(
      world,
      declineLoan(world.loan, { on: world.today, reasons: ['staff_decision'], mayApplyAgainOn }),
    );
  },
  'application is cancelled': (world) =>
    keepAllowed(world, cancelLoan(world.loan, { on: world.today, reason: 'changed mind' })),
  'payout starts': (world) =>
    keepAllowed(world, startPayout(world.loan, { attemptId: 'payout', on: world.today })),
  'payout fails': (world) =>
    keep(world, payoutFailed(world.loan, { attemptId: 'payout', on: world.today, reason: 'NOT_ALLOWED' })),
  'payout succeeds': (world) => {
    const { loan, today: on } = world;
    if (loan.state !== 'paying_out' && loan.state !== 'payout_failed') return;
    world.paidOutNgwee += loan.receivedNgwee;
    keep(world, payoutSucceeded(loan, { attemptId: 'payout', operator: 'airtel', on }));
  },
  'borrower submits': (world, { percent }) => {
    const { loan, today: on } = world;
    const bill = nextBill(loan, on);
    if (bill === null) return;
    const { period } = bill;
    const amountNgwee = partOf(bill.payoffNgwee, percent);
    submit(world, submitRepayment(loan, { attemptId: nextAttemptId(world), period, amountNgwee, on }));
  },
  'borrower submits extension': (world) => {
    const { loan, today: on } = world;
    const quote = quoteExtension(loan, on);
    if (!quote.ok) return;
    const { amountNgwee } = quote.value;
    submit(world, submitExtension(loan, { attemptId: nextAttemptId(world), amountNgwee, on }));
  },
  'borrower submits settlement': (world) => {
    const { loan, today: on } = world;
    const quote = quoteSettlement(loan, on);
    if (!quote.ok) return;
    const attemptId = nextAttemptId(world);
    const { amountNgwee } = quote.value;
    submit(world, submitSettlement(loan, { attemptId, amountNgwee, on, ladder: ladderOf(world) }));
  },
  'borrower gives the money back': (world, { hours: hoursSincePayout }) => {
    const { loan, today: on } = world;
    const quote = quoteCancellation(loan, { hoursSincePayout, on });
    if (!quote.ok) return;
    const attemptId = nextAttemptId(world);
    const { amountNgwee } = quote.value;
    submit(world, submitCancellation(loan, { attemptId, amountNgwee, hoursSincePayout, on }));
  },
  'operator pays': (world, { which }) => {
    const { loan, today: on } = world;
    const unpaid = world.attempts.filter((attempt) => attempt.state !== 'succeeded');
    const attempt = unpaid[which % Math.max(1, unpaid.length)];
    if (attempt === undefined) return;
    const isAsQuoted = attempt.state === 'open' && attempt.version === loan.version;
    attempt.state = 'succeeded';
    world.collectedNgwee += attempt.amountNgwee;
    const received = { ...attempt, operator: 'airtel', on, ladder: ladderOf(world) } as const;
    keep(world, collectionSucceeded(loan, received));
    if (isAsQuoted) expectBought(world, attempt);
  },
  'operator refuses': (world) => {
    const attempt = world.attempts.find((candidate) => candidate.state === 'open');
    if (attempt === undefined) return;
    attempt.state = 'failed';
    const { attemptId } = attempt;
    keep(world, repaymentFailed(world.loan, { attemptId, on: world.today, reason: 'EXPIRED' }));
  },
  'borrower uses wallet': (world, { percent }) => {
    const { loan, today: on } = world;
    const bill = nextBill(loan, on);
    const walletNgwee = ngwee(world.walletNgwee);
    if (bill === null || walletNgwee === 0) return;
    const { period } = bill;
    const amountNgwee = minimum(partOf(bill.payoffNgwee, percent), walletNgwee);
    const ladder = ladderOf(world);
    keepAllowed(world, repayFromWallet(loan, { amountNgwee, period, walletNgwee, on, ladder }));
  },
  'borrower takes wallet out': (world, { percent }) => {
    const walletNgwee = ngwee(world.walletNgwee);
    const amountNgwee = partOf(walletNgwee, percent);
    const submitted = submitWalletPayout(walletNgwee, amountNgwee);
    if (!submitted.ok) return;
    world.walletPayouts.push({ amountNgwee, state: 'open' });
    keepWallet(world, submitted.value);
  },
  'wallet payout ends': endWalletPayout,
  'borrower applies coupon': (world, { worth, period }) => {
    const { loan, today: on, coupons } = world;
    const offer = { name: 'Prize', worth, minPlanNgwee: null, validDays: 60 };
    keepAllowed(world, applyCoupon(loan, { coupon: giveCoupon(offer, coupons.size + 1, on), period, on }));
  },
  'borrower removes coupon': (world) => keepAllowed(world, removeCoupon(world.loan, { on: world.today })),
  'staff write off': (world) =>
    keepAllowed(world, writeOff(world.loan, { on: world.today, reason: 'cannot be found' })),
  'staff waive': (world, { charge, period, percent }) => {
    const { loan, today: on } = world;
    const instalment = instalmentOf(catchUp(loan, on).loan, period);
    if (instalment === undefined) return;
    const amountNgwee = partOf(owedOnInstalment(instalment)[`${charge}Ngwee`], percent);
    const ladder = ladderOf(world);
    keepAllowed(world, waiveCharge(loan, { period, charge, amountNgwee, reason: 'goodwill', on, ladder }));
  },
  'staff reverse': reverse,
  'staff agree hardship': (world, { daysApart }) => {
    const { loan, today: on } = world;
    const unpaid = catchUp(loan, on).loan.instalments.filter((instalment) => !isCleared(instalment));
    const firstOn = addDays(laterOf(on, unpaid.at(-1)?.dueOn ?? on), 1);
    const dueDates = unpaid.map((_, index) => addDays(firstOn, index * daysApart));
    keepAllowed(world, agreeHardship(loan, { dueDates, reason: 'lost the job', on }));
  },
  'staff place on the loan': (world, { percent, daysAgo }) => {
    const { loan, today: on } = world;
    const amountNgwee = partOf(ngwee(world.reversedNgwee), percent);
    if (amountNgwee === 0) return;
    const cameOn = addDays(on, -daysAgo);
    const placed = placeOnLoan(loan, { amountNgwee, cameOn, on, ladder: ladderOf(world) });
    if (!placed.ok) return;
    world.reversedNgwee -= amountNgwee;
    keep(world, placed.value);
  },
  'staff place in the wallet': (world, { percent }) => {
    const amountNgwee = partOf(ngwee(world.reversedNgwee), percent);
    world.reversedNgwee -= amountNgwee;
    keepWallet(world, placeInWallet(amountNgwee));
  },
  'staff send to the payer': (world, { percent }) => {
    const amountNgwee = partOf(ngwee(world.reversedNgwee), percent);
    world.reversedNgwee -= amountNgwee;
    world.paidOutNgwee += amountNgwee;
    world.book.push(...returnedToPayer(amountNgwee, 'airtel'));
  },
};

function keep(world: World, change: Change): void {
  world.loan = isEmptyChange(change) ? world.loan : { ...change.loan, version: world.loan.version + 1 };
  world.ladderPlace = change.ladder ?? world.ladderPlace;
  world.events.push(...change.events);
  keepWallet(world, change, walletMovementsOf(change));
  for (const event of change.events) {
    if (event.kind === 'coupon_applied') world.coupons.set(event.userCouponId, 'applied');
    if (event.kind === 'coupon_used') world.coupons.set(event.userCouponId, 'used');
    if (event.kind === 'coupon_released') world.coupons.set(event.userCouponId, 'usable');
  }
}

function keepWallet(
  world: World,
  change: WalletChange,
  movements: readonly WalletMovement[] = [{ amountNgwee: change.walletNgwee, receiptNo: null }],
): void {
  world.walletNgwee += change.walletNgwee;
  world.walletMovements.push(...movements);
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

function ladderOf(world: World): LadderStanding {
  return { rule: demoLadder, place: world.ladderPlace };
}

function nextAttemptId(world: World): string {
  return `collection-${world.attempts.length}`;
}

function partOf(amountNgwee: Ngwee, percent: number): Ngwee {
  return ngwee(Math.ceil((amountNgwee * percent) / 100));
}

/** Throws when a pending payment, with no other money in between, did not have the effect that was quoted. */
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

function reverse(world: World, step: StepDetails['staff reverse']): void {
  const { which, cause = 'our_mistake', hasOtherOpenLoan } = step;
  const posted = world.events.filter((event) => 'posting' in event || isReversalEvent(event));
  const event = posted[which % Math.max(1, posted.length)];
  if (event === undefined) return;
  const { loan, today: on, ladderPlace } = world;
  const walletNgwee = ngwee(world.walletNgwee);
  const reversal = {
    ...{ event, reason: 'seen by staff', on, walletNgwee, ladderPlace, hasOtherOpenLoan },
    ...{ ladderRule: demoLadder, history: world.events, walletMovements: world.walletMovements },
  };
  const reversed =
    cause === 'operator_took_back'
      ? collectionTakenBack(loan, reversal)
      : reversePosting(loan, { ...reversal, cause });
  if (!reversed.ok) return;
  if (isReversalEvent(event)) throw new Error('a reversal was reversed');
  const isMoneyThatCame =
    event.kind === 'repaid' ? event.source === 'operator' : 'attemptId' in event && event.attemptId !== null;
  if (isMoneyThatCame && 'amountNgwee' in event) {
    if (cause === 'operator_took_back') world.takenBackNgwee += event.amountNgwee;
    else world.reversedNgwee += event.amountNgwee;
  }
  keep(world, reversed.value);
}
