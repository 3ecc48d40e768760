import { type Day, formatDayCount } from '@thumba/lending/day';
import type { LedgerAccount, Transfer } from '@thumba/lending/ledger';
import type { LoanEvent } from '@thumba/lending/loan';
import { formatKwacha } from '@thumba/lending/money';
import { isReversalEvent, type PaymentEvent, type ReversalEvent } from '@thumba/lending/payment-event';
import { dayText } from '../../platform/date-text.ts';
import type { Movement } from './paper-content.ts';

const LATE_CHARGE = 'Late charge';

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
  if (taken) return { title: 'Owed from our earlier records', detail: `Loan ${taken.earlierLoanNo}` };
  if (creditAccount === 'penalty_income') return wordsOfLateCharge(entry);
  const reversed = reversalIn(entry);
  if (reversed)
    return { title: 'Taken back', detail: `Receipt ${reversed.reversedReceiptNo} no longer counts` };
  if (creditAccount === 'wallet_credit') return { title: 'Moved to your wallet credit', detail: '' };
  if (creditAccount === 'unearned_interest') return { title: 'Interest', detail: '' };
  if (creditAccount !== 'unearned_fee') return { title: 'Loan paid out to you', detail: '' };
  const isKeptBack = debitAccount === 'principal_receivable';
  return { title: 'Service fee', detail: isKeptBack ? 'Kept back from the payout' : '' };
}

function wordsOfReduction(entry: BookedEntry, { debitAccount }: Transfer): Words {
  const reversed = reversalIn(entry);
  const allocated = eventOf(entry, 'overpayment_allocated');
  if (allocated && debitAccount === 'wallet_credit')
    return {
      title: 'Paid from wallet credit',
      detail: `Receipt ${allocated.ofReceiptNo}, counts for ${dayText(allocated.valueOn)}`,
    };
  if (reversed)
    return { title: 'Taken back', detail: `Receipt ${reversed.reversedReceiptNo} no longer counts` };
  if (debitAccount === 'coupon_expense') return { title: 'Coupon', detail: 'Taken off the charges' };
  if (debitAccount === 'wallet_credit' || debitAccount === 'suspense' || debitAccount.startsWith('float_')) {
    return wordsOfMoney(entry);
  }
  const waived = eventOf(entry, 'charge_waived');
  if (waived) return { title: 'Charge waived', detail: `Note ${waived.receiptNo}` };
  if (eventOf(entry, 'money_returned'))
    return { title: 'Charges taken back', detail: 'The loan was cancelled' };
  if (debitAccount === 'extension_income') return FEE_GIVEN_BACK;
  if (debitAccount === 'penalty_income') {
    return { title: 'Late charge taken back', detail: 'Your payment had been sent before it was charged' };
  }
  const rebates = entry.events.filter((event) => event.kind === 'rebate_given');
  if (rebates.length > 0) {
    const plans = rebates.map(
      ({ period, days }) => `instalment ${period} paid ${formatDayCount(days)} early`,
    );
    return { title: 'Interest given back', detail: capitalised(plans.join(', ')) };
  }
  return { title: 'Interest given back', detail: 'For paying off early' };
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function wordsOfMoney(entry: BookedEntry): Words {
  const returned = eventOf(entry, 'money_returned');
  if (returned) return { title: 'Money returned', detail: receiptText(entry, returned) };
  const paid = eventOf(entry, 'repaid') ?? eventOf(entry, 'extended');
  if (!paid) return { title: 'Payment', detail: '' };
  const isFromWallet = paid.kind === 'repaid' && paid.source === 'wallet';
  return { title: isFromWallet ? 'Paid from wallet credit' : 'Payment', detail: receiptText(entry, paid) };
}

function receiptText(entry: BookedEntry, paid: BookedPayment): string {
  const walletNgwee = paid.kind === 'money_returned' ? paid.walletNgwee : paid.allocation.walletNgwee;
  return [
    `Receipt ${paid.receiptNo}`,
    ...(paid.on === entry.on ? [] : [`counts for ${dayText(paid.on)}`]),
    ...(walletNgwee > 0 ? [`${formatKwacha(walletNgwee)} more became wallet credit`] : []),
  ].join(', ');
}

function wordsOfFeeGivenBack(entry: BookedEntry, debitAccount: LedgerAccount): Words | undefined {
  if (debitAccount !== 'extension_income') return undefined;
  if (reversalIn(entry)) return wordsOfExtension(entry);
  return eventOf(entry, 'extension_fee_returned') && FEE_GIVEN_BACK;
}

const FEE_GIVEN_BACK: Words = {
  title: 'Extension fee given back',
  detail: 'Your payment had been sent before the extension was bought',
};

function wordsOfExtension(entry: BookedEntry): Words {
  const reversed = reversalIn(entry);
  if (reversed)
    return {
      title: 'Extension taken back',
      detail: `Receipt ${reversed.reversedReceiptNo} no longer counts`,
    };
  const extended = eventOf(entry, 'extended');
  if (!extended) return { title: 'Extension fee', detail: '' };
  return {
    title: 'Extension fee, paid',
    detail: `Due ${dayText(extended.afterDueOn)} instead of ${dayText(extended.beforeDueOn)}. Receipt ${extended.receiptNo}`,
  };
}

/** A write-off takes nothing off what is owed, except the interest of the unused days. */
function givenUpBefore(entry: BookedEntry): Line[] {
  const savingNgwee = eventOf(entry, 'written_off')?.savingNgwee ?? 0;
  const words = { title: 'Interest given back', detail: 'For the days that were not used' };
  return savingNgwee > 0 ? [{ ...words, addedNgwee: 0, takenOffNgwee: savingNgwee }] : [];
}

/** The events that are shown without an amount. */
function memosOf(entry: BookedEntry): Line[] {
  const memos: Words[] = [];
  if (eventOf(entry, 'written_off')) {
    memos.push({ title: 'Written off', detail: 'Given up in our books; it can still be paid' });
  }
  const extended = eventOf(entry, 'extended');
  if (extended && extended.feeNgwee === 0)
    memos.push({ ...wordsOfExtension(entry), title: 'Extended without a fee' });
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
    return { title: LATE_CHARGE, detail: '' };
  return { title: LATE_CHARGE, detail: formatDayCount(days), lateDays: days };
}

function eventOf<Kind extends LoanEvent['kind']>(entry: BookedEntry, kind: Kind): EventOf<Kind> | undefined {
  return entry.events.find((event) => event.kind === kind) as EventOf<Kind> | undefined;
}
