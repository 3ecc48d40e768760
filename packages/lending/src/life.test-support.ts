import { expect } from 'vitest';
import { catchUp } from './catch-up.ts';
import type { Day } from './day.ts';
import { balanceOf, checkLedgerAgainstLoan, checkLoan } from './invariants.ts';
import type { Transfer } from './ledger.ts';
import type { Change, LadderPlace, Loan, LoanEvent, LoanTerms } from './loan.ts';
import { type Ngwee, ngwee } from './money.ts';
import { firstOwedInstalment, owedOnInstalment, owedOnLoan } from './owed.ts';
import type { WalletMovement } from './payment-credit.ts';
import { isPaymentEvent, isReversalEvent } from './payment-event.ts';
import { payoutSucceeded } from './payout.ts';
import { nextBill, repaymentSucceeded } from './repayment.ts';
import { type Reversal, reversePosting } from './reversal.ts';
import { entryStanding, payingOutLoan } from './sample-loan.test-support.ts';
import { quoteSettlement, settlementSucceeded } from './settlement.ts';

/** One loan with its history, its book and the wallet of its borrower. */
export type Life = {
  loan: Loan;
  events: LoanEvent[];
  book: Transfer[];
  wallet: WalletMovement[];
  ladderPlace: LadderPlace;
};

/** The life of a loan that is paid out through MTN. */
export function lifeOf(terms: LoanTerms, on: Day): Life {
  const life: Life = {
    loan: payingOutLoan(terms, on),
    events: [],
    book: [],
    wallet: [],
    ladderPlace: entryStanding.place,
  };
  happens(life, payoutSucceeded(life.loan, { attemptId: 'payout-1', operator: 'mtn', on }));
  return life;
}

/** Keeps a change. The loan and its book have to agree after it. */
export function happens(life: Life, change: Change): Change {
  life.loan = { ...change.loan, version: life.loan.version + 1 };
  life.events.push(...change.events);
  life.book.push(...change.transfers);
  life.wallet.push(...walletMovementsOf(change));
  life.ladderPlace = change.ladder ?? life.ladderPlace;
  expect(checkLoan(life.loan)).toEqual([]);
  expect(checkLedgerAgainstLoan(life.loan, life.book)).toEqual([]);
  expect(walletOf(life)).toBeGreaterThanOrEqual(0);
  return change;
}

export function walletOf({ wallet }: Life): number {
  return wallet.reduce((total, { amountNgwee }) => total + amountNgwee, 0);
}

/** What is owed on each plan, in ngwee. */
export function owedByPlan({ loan }: Life): number[] {
  return loan.instalments.map((instalment) => owedOnInstalment(instalment).totalNgwee);
}

/** A payment by MTN. Answers its receipt. */
export function pays(life: Life, amountNgwee: Ngwee, on: Day): string {
  const money = { attemptId: 'r', operator: 'mtn', submittedOn: on, on, ladder: ladderOf(life) } as const;
  return receiptOf(happens(life, repaymentSucceeded(life.loan, { ...money, amountNgwee })));
}

/** A payment by MTN of which the attempt was given up, and that is confirmed later. Answers its receipt. */
export function paysLate(
  life: Life,
  amountNgwee: Ngwee,
  { sentOn, confirmedOn: on }: { sentOn: Day; confirmedOn: Day },
): string {
  happens(life, catchUp(life.loan, on));
  const money = { attemptId: 'l', operator: 'mtn', submittedOn: sentOn, on, ladder: ladderOf(life) } as const;
  return receiptOf(happens(life, repaymentSucceeded(life.loan, { ...money, amountNgwee })));
}

/** Pays what clears the first instalment that owes something. */
export function paysBill(life: Life, on: Day): string {
  return pays(life, nextBill(life.loan, on)?.payoffNgwee ?? ngwee(0), on);
}

/** An early settlement by MTN at its quote. */
export function settles(life: Life, on: Day): string {
  const quote = quoteSettlement(life.loan, on);
  if (!quote.ok) throw new Error(quote.refusal.kind);
  const { amountNgwee } = quote.value;
  const money = { attemptId: 's', operator: 'mtn', submittedOn: on, on, ladder: ladderOf(life) } as const;
  return receiptOf(
    happens(life, settlementSucceeded(life.loan, { ...money, amountNgwee, quoted: quote.value })),
  );
}

/** The cost of the loan in ngwee if each plan that is still owed is paid on its due date, less false money. */
export function costInTheEnd(life: Life, falseNgwee: number): number {
  while (owedOnLoan(life.loan).totalNgwee > 0) {
    const first = firstOwedInstalment(life.loan);
    if (first === undefined) throw new Error('nothing is owed');
    paysBill(life, first.dueOn);
  }
  const collected = balanceOf(life.book, 'float_mtn_collection');
  return collected - falseNgwee - walletOf(life) - life.loan.terms.principalNgwee;
}

/** Tries to reverse a posting by its receipt, as our own mistake unless another cause is given. */
export function tryReversal(life: Life, receiptNo: string, different: Partial<Reversal> & { on: Day }) {
  const event = life.events.find((past) => 'receiptNo' in past && past.receiptNo === receiptNo);
  if (event === undefined) throw new Error(`no event has the receipt ${receiptNo}`);
  return reversePosting(life.loan, {
    event,
    cause: 'our_mistake',
    reason: 'the money was for someone else',
    walletNgwee: ngwee(walletOf(life)),
    ladderPlace: life.ladderPlace,
    hasOtherOpenLoan: false,
    ladderRule: entryStanding.rule,
    history: life.events,
    walletMovements: life.wallet,
    ...different,
  });
}

/** Reverses a posting. Throws a refusal. */
export function reverses(life: Life, receiptNo: string, different: Partial<Reversal> & { on: Day }): Change {
  const outcome = tryReversal(life, receiptNo, different);
  if (!outcome.ok) throw new Error(outcome.refusal.kind);
  return happens(life, outcome.value);
}

function ladderOf({ ladderPlace: place }: Life) {
  return { ...entryStanding, place };
}

function receiptOf({ events }: Change): string {
  const receiptNo = events.find(isPaymentEvent)?.receiptNo;
  if (receiptNo === undefined) throw new Error('nothing was paid');
  return receiptNo;
}

/** What a change moves in the wallet, by the receipt of the payment to which each amount belongs. */
export function walletMovementsOf({ events, walletNgwee }: Change): WalletMovement[] {
  const ofOthers = events.flatMap((event) =>
    'ofReceiptNo' in event && 'posting' in event
      ? [{ amountNgwee: event.posting.walletNgwee, receiptNo: event.ofReceiptNo }]
      : [],
  );
  const ofOthersNgwee = ofOthers.reduce((total, { amountNgwee }) => total + amountNgwee, 0);
  const receiptNo =
    events.find(isPaymentEvent)?.receiptNo ?? events.find(isReversalEvent)?.reversedReceiptNo ?? null;
  return [{ amountNgwee: walletNgwee - ofOthersNgwee, receiptNo }, ...ofOthers].filter(
    ({ amountNgwee }) => amountNgwee !== 0,
  );
}
