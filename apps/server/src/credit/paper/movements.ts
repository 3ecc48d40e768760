import type { Day } from '@thumba/lending/day';
import type { LedgerAccount, Transfer } from '@thumba/lending/ledger';
import type { LoanEvent } from '@thumba/lending/loan';
import { isReversalEvent, type PaymentEvent, type ReversalEvent } from '@thumba/lending/payment-event';
import type { Movement, MovementDetail } from './paper-content.ts';

const NO_DETAIL: MovementDetail = { kind: 'none' };

/** The transfers and events that one change of a loan wrote. `at` is null where they are not written yet. */
export type BookedEntry = {
  on: Day;
  at: string | null;
  transfers: readonly Transfer[];
  events: readonly EntryEvent[];
};

type EntryEvent = LoanEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'posting'>
    : never
  : never;
type EventOf<Kind extends LoanEvent['kind']> = Extract<EntryEvent, { kind: Kind }>;
/** The event of a payment, as an entry of a loan has it. */
export type BookedPayment = EventOf<PaymentEvent['kind']>;
type Line = Pick<Movement, 'title' | 'detail' | 'lateDays' | 'addedNgwee' | 'takenOffNgwee'>;
type Words = Pick<Movement, 'title' | 'detail' | 'lateDays'>;

/**
 * The changes of what a borrower owes, computed from the entries of the book alone. A loan that was written off is no
 * receivable any more and is still owed: the write-off takes nothing off, and money that comes later does.
 */
export function movementsOf(entries: readonly BookedEntry[]): Movement[] {
  let owedNgwee = 0;
  return entries.flatMap((entry) =>
    linesOf(entry).map((line) => {
      owedNgwee += line.addedNgwee - line.takenOffNgwee;
      return { on: entry.on, at: entry.at, ...line, owedNgwee };
    }),
  );
}

function linesOf(entry: BookedEntry): Line[] {
  const lines: Line[] = [];
  // A paid charge that is given back is moved to the wallet first, so that the amount owed is never negative.
  const moved = entry.transfers.filter(isMovedToWallet);
  const others = entry.transfers.filter((transfer) => !isMovedToWallet(transfer));
  for (const transfer of [...moved, ...others]) {
    const line = lineOf(entry, transfer);
    if (line === undefined) continue;
    const last = lines.at(-1);
    const isMore = last?.title === line.title && last.addedNgwee > 0 === line.addedNgwee > 0;
    if (!isMore) lines.push({ ...line });
    else {
      last.addedNgwee += line.addedNgwee;
      last.takenOffNgwee += line.takenOffNgwee;
    }
  }
  return [...lines, ...givenUpBefore(entry), ...memosOf(entry)];
}

function isMovedToWallet({ debitAccount, creditAccount }: Transfer): boolean {
  return isOwedOn(debitAccount) && creditAccount === 'wallet_credit';
}

function lineOf(entry: BookedEntry, transfer: Transfer): Line | undefined {
  const { debitAccount, creditAccount, amountNgwee } = transfer;
  // A coupon may move a payment from one charge to another. The total owed stays the same.
  if (isOwedOn(debitAccount) && isOwedOn(creditAccount)) return undefined;
  if (isOwedOn(debitAccount)) {
    return { ...wordsOfAddition(entry, transfer), addedNgwee: amountNgwee, takenOffNgwee: 0 };
  }
  if (isOwedOn(creditAccount)) {
    if (eventOf(entry, 'written_off')) return undefined;
    return { ...wordsOfReduction(entry, transfer), addedNgwee: 0, takenOffNgwee: amountNgwee };
  }
  const words =
    creditAccount === 'extension_income' ? wordsOfExtension(entry) : wordsOfFeeGivenBack(entry, debitAccount);
  return words && { ...words, addedNgwee: amountNgwee, takenOffNgwee: amountNgwee };
}

/** The accounts of what is owed. For a loan that was written off they are an expense and an income. */
function isOwedOn(account: LedgerAccount): boolean {
  return account.endsWith('_receivable') || account === 'recovery_income' || account === 'write_off_expense';
}

function wordsOfAddition(entry: BookedEntry, { debitAccount, creditAccount }: Transfer): Words {
  const taken = eventOf(entry, 'taken_on');
  if (taken) return { title: 'taken_on', detail: { kind: 'earlier_loan', loanNo: taken.earlierLoanNo } };
  if (creditAccount === 'penalty_income') return wordsOfLateCharge(entry);
  const reversed = reversalIn(entry);
  if (reversed) return { title: 'taken_back', detail: reversedDetail(reversed) };
  if (creditAccount === 'wallet_credit') return { title: 'to_wallet', detail: NO_DETAIL };
  if (creditAccount === 'unearned_interest') return { title: 'interest', detail: NO_DETAIL };
  if (creditAccount !== 'unearned_fee') return { title: 'paid_out', detail: NO_DETAIL };
  const isKeptBack = debitAccount === 'principal_receivable';
  return { title: 'service_fee', detail: isKeptBack ? { kind: 'kept_back' } : NO_DETAIL };
}

function wordsOfReduction(entry: BookedEntry, { debitAccount }: Transfer): Words {
  const reversed = reversalIn(entry);
  const allocated = eventOf(entry, 'overpayment_allocated');
  if (allocated && debitAccount === 'wallet_credit')
    return {
      title: 'paid_from_wallet',
      detail: {
        kind: 'receipt',
        receiptNo: allocated.ofReceiptNo,
        countsOn: allocated.valueOn,
        walletNgwee: 0,
      },
    };
  if (reversed) return { title: 'taken_back', detail: reversedDetail(reversed) };
  if (debitAccount === 'coupon_expense') return { title: 'coupon', detail: { kind: 'off_charges' } };
  if (debitAccount === 'wallet_credit' || debitAccount === 'suspense' || debitAccount.startsWith('float_')) {
    return wordsOfMoney(entry);
  }
  const waived = eventOf(entry, 'charge_waived');
  if (waived) return { title: 'charge_waived', detail: { kind: 'note', receiptNo: waived.receiptNo } };
  if (eventOf(entry, 'money_returned')) return { title: 'charges_taken_back', detail: { kind: 'cancelled' } };
  if (debitAccount === 'extension_income') return FEE_GIVEN_BACK;
  if (debitAccount === 'penalty_income') {
    return { title: 'late_charge_taken_back', detail: { kind: 'sent_before_charge' } };
  }
  const rebates = entry.events.filter((event) => event.kind === 'rebate_given');
  const instalments = rebates.map(({ period, days }) => ({ period, days }));
  return {
    title: 'interest_given_back',
    detail: instalments.length > 0 ? { kind: 'paid_early', instalments } : { kind: 'early_settlement' },
  };
}

function reversedDetail({ reversedReceiptNo }: EventOf<ReversalEvent['kind']>): MovementDetail {
  return { kind: 'reversed', receiptNo: reversedReceiptNo };
}

function wordsOfMoney(entry: BookedEntry): Words {
  const returned = eventOf(entry, 'money_returned');
  if (returned) return { title: 'money_returned', detail: receiptDetail(entry, returned) };
  const paid = eventOf(entry, 'repaid') ?? eventOf(entry, 'extended');
  if (!paid) return { title: 'payment', detail: NO_DETAIL };
  const isFromWallet = paid.kind === 'repaid' && paid.source === 'wallet';
  return { title: isFromWallet ? 'paid_from_wallet' : 'payment', detail: receiptDetail(entry, paid) };
}

function receiptDetail(entry: BookedEntry, paid: BookedPayment): MovementDetail {
  const walletNgwee = paid.kind === 'money_returned' ? paid.walletNgwee : paid.allocation.walletNgwee;
  const countsOn = paid.on === entry.on ? null : paid.on;
  return { kind: 'receipt', receiptNo: paid.receiptNo, countsOn, walletNgwee };
}

function wordsOfFeeGivenBack(entry: BookedEntry, debitAccount: LedgerAccount): Words | undefined {
  if (debitAccount !== 'extension_income') return undefined;
  if (reversalIn(entry)) return wordsOfExtension(entry);
  return eventOf(entry, 'extension_fee_returned') && FEE_GIVEN_BACK;
}

const FEE_GIVEN_BACK: Words = {
  title: 'extension_fee_given_back',
  detail: { kind: 'sent_before_extension' },
};

function wordsOfExtension(entry: BookedEntry): Words {
  const reversed = reversalIn(entry);
  if (reversed) return { title: 'extension_taken_back', detail: reversedDetail(reversed) };
  const extended = eventOf(entry, 'extended');
  if (!extended) return { title: 'extension_fee', detail: NO_DETAIL };
  return {
    title: 'extension_fee_paid',
    detail: {
      kind: 'moved',
      fromOn: extended.beforeDueOn,
      toOn: extended.afterDueOn,
      receiptNo: extended.receiptNo,
    },
  };
}

/** A write-off takes nothing off what is owed, except the interest of the unused days. */
function givenUpBefore(entry: BookedEntry): Line[] {
  const savingNgwee = eventOf(entry, 'written_off')?.savingNgwee ?? 0;
  const words: Words = { title: 'interest_given_back', detail: { kind: 'unused_days' } };
  return savingNgwee > 0 ? [{ ...words, addedNgwee: 0, takenOffNgwee: savingNgwee }] : [];
}

/** The events that are shown without an amount. */
function memosOf(entry: BookedEntry): Line[] {
  const memos: Words[] = [];
  if (eventOf(entry, 'written_off')) {
    memos.push({ title: 'written_off', detail: { kind: 'given_up' } });
  }
  const extended = eventOf(entry, 'extended');
  if (extended && extended.feeNgwee === 0) memos.push({ ...wordsOfExtension(entry), title: 'extended_free' });
  return memos.map((words) => ({ ...words, addedNgwee: 0, takenOffNgwee: 0 }));
}

/** The event of an entry that takes a posting back, by staff or by the operator of a payment. */
function reversalIn(entry: BookedEntry): EventOf<ReversalEvent['kind']> | undefined {
  return entry.events.find(isReversalEvent);
}

/** The days are named where the charges of all instalments in an entry are for the same days. */
function wordsOfLateCharge(entry: BookedEntry): Words {
  const accrued = entry.events.filter((event) => event.kind === 'penalty_accrued');
  const days = accrued[0]?.days;
  if (days === undefined || accrued.some((event) => event.days !== days))
    return { title: 'late_charge', detail: NO_DETAIL };
  return { title: 'late_charge', detail: { kind: 'late_days', days }, lateDays: days };
}

function eventOf<Kind extends LoanEvent['kind']>(entry: BookedEntry, kind: Kind): EventOf<Kind> | undefined {
  return entry.events.find((event) => event.kind === kind) as EventOf<Kind> | undefined;
}
