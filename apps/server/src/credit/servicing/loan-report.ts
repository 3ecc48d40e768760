import { addDays, type Day, formatDayCount } from '@thumba/lending/day';
import { nextMissOf } from '@thumba/lending/hardship-freeze';
import { hardshipOf } from '@thumba/lending/hardship-plan';
import type { ChargeKind, Loan, LoanEvent } from '@thumba/lending/loan';
import { formatKwacha } from '@thumba/lending/money';
import { type Owed, owedOnInstalment, owedOnLoan } from '@thumba/lending/owed';
import { isPaymentEvent } from '@thumba/lending/payment-event';
import { loanToday } from '../../book/loan/loan-view.ts';
import type { HistoryEvent, StoredLoan } from '../../book/loan/queries.ts';
import { inWords } from '../../book/loan/staff-preview.ts';
import { tableLines } from '../../platform/terminal-table.ts';

/** A loan as staff see it: what is owed, and the receipt numbers that a reversal can name. */
export function reportOfLoan({ loan: stored }: StoredLoan, history: HistoryEvent[], today: Day): string[] {
  const loan = loanToday(stored, today);
  const postings = history.flatMap((past, place) => postingLine(past, receiptOf(history, place), loan));
  return [
    headOf(loan),
    ...openLines(loan),
    ...hardshipLines(loan),
    ...pendingLines(loan),
    ...(postings.length === 0 ? ['Nothing was posted yet.'] : ['Posted:', ...postings]),
  ];
}

function headOf({ loanId, borrowerId, state, terms, disbursedOn }: Loan): string {
  const { principalNgwee, termDays, productName } = terms;
  const paidOut = disbursedOn === null ? 'not paid out' : `paid out on ${disbursedOn}`;
  return `Order ${loanId} of borrower ${borrowerId}, ${inWords(state)}. ${productName}: ${formatKwacha(principalNgwee)} for ${termDays} days, ${paidOut}.`;
}

const PARTS: readonly ChargeKind[] = ['penalty', 'fee', 'interest', 'principal'];

function openLines(loan: Loan): string[] {
  const open = loan.instalments.filter((instalment) => owedOnInstalment(instalment).totalNgwee > 0);
  if (loan.disbursedOn === null || open.length === 0) return ['Nothing is left to repay.'];
  const figures = (owed: Owed) => [
    ...PARTS.map((part) => formatKwacha(owed[`${part}Ngwee`])),
    formatKwacha(owed.totalNgwee),
  ];
  return tableLines([
    ['plan', 'due', ...PARTS, 'left to repay'],
    ...open.map((instalment) => [
      String(instalment.period),
      instalment.dueOn,
      ...figures(owedOnInstalment(instalment)),
    ]),
    ...(open.length > 1 ? [['all', '', ...figures(owedOnLoan(loan))]] : []),
  ]);
}

function hardshipLines(loan: Loan): string[] {
  const { isHardship, agreedOn, endedOn } = hardshipOf(loan);
  if (!isHardship || agreedOn === null) return [];
  const missed = nextMissOf(loan);
  return [
    endedOn !== null
      ? `Hardship plan of ${agreedOn}: a date was missed, and penalties count again since ${endedOn}.`
      : `Hardship plan of ${agreedOn}: penalties are frozen${missed === null ? '' : `, until ${addDays(missed.on, -1)} if nothing is paid`}.`,
  ];
}

function pendingLines({ pending }: Loan): string[] {
  if (pending === null) return [];
  const { attemptId, amountNgwee, submittedOn } = pending;
  return [`Payment ${attemptId} of ${formatKwacha(amountNgwee)} is under way since ${submittedOn}.`];
}

function postingLine(
  { event, on, actor, approvedBy }: HistoryEvent,
  takenBackWith: string | undefined,
  { reversedPostings }: Loan,
): string[] {
  const what = describePosting(event);
  if (what === undefined) return [];
  const receiptNo = 'receiptNo' in event ? event.receiptNo : '-';
  const isTakenBack = takenBackWith !== undefined && reversedPostings.includes(takenBackWith);
  const people = approvedBy === undefined ? actor : `${actor}, approved by ${approvedBy}`;
  return [`  ${receiptNo.padEnd(12)}  ${on}  ${people}: ${what}${isTakenBack ? ' (taken back)' : ''}`];
}

/**
 * The receipt of the posting that an event belongs to. A rebate has no receipt of its own: it is written after the payment
 * that earned it, at the same instant, and its reversal takes both back (docs/rules/reversal.md).
 */
function receiptOf(history: readonly HistoryEvent[], place: number): string | undefined {
  const { event, at } = history[place]!;
  if ('receiptNo' in event) return event.receiptNo;
  if (event.kind !== 'rebate_given') return undefined;
  const payment = history
    .slice(0, place)
    .findLast((earlier) => isPaymentEvent(earlier.event) && earlier.at.getTime() === at.getTime());
  return payment && isPaymentEvent(payment.event) ? payment.event.receiptNo : undefined;
}

/** An event that moved money, or wrote some off, in one line; undefined for every other event. */
export function describePosting(event: LoanEvent): string | undefined {
  switch (event.kind) {
    case 'repaid':
      return `${wordsOfPayment(event)} of ${formatKwacha(event.amountNgwee)}${partsOf(event.allocation, event.discountNgwee)}`;
    case 'taken_on':
      return `taken on as loan ${event.earlierLoanNo} of the earlier system, ${formatKwacha(event.paidNgwee)} paid and ${formatKwacha(event.owedNgwee)} owed`;
    case 'rebate_given':
      return `${formatKwacha(event.amountNgwee)} of interest given back: plan ${event.period} was paid ${formatDayCount(event.days)} early`;
    case 'extended':
      return `extension of plan ${event.period} to ${event.afterDueOn} for ${formatKwacha(event.amountNgwee)}`;
    case 'money_returned':
      return `money given back, ${formatKwacha(event.amountNgwee)}`;
    case 'extension_fee_returned':
      return `${formatKwacha(event.amountNgwee)} of the fee of extension ${event.ofReceiptNo} given back`;
    case 'freed_money_allocated':
      return `${formatKwacha(event.amountNgwee)} that had paid charges taken back${partsOf(event.allocation, 0)}`;
    case 'charge_waived':
      return `${formatKwacha(event.amountNgwee)} of the ${event.charge} of plan ${event.period} waived: ${event.reason}`;
    case 'hardship_agreed':
      return `new dates ${event.dueDates.map(({ afterDueOn }) => afterDueOn).join(', ')} agreed: ${event.reason}`;
    case 'hardship_ended':
      return `the date of plan ${event.period} was missed, penalties count again`;
    case 'hardship_continued':
      return event.endedOn === null
        ? 'no date was missed after all, and penalties are frozen'
        : `the date was missed on ${event.endedOn}, penalties count since then only`;
    case 'reversed':
      return `${event.reversedReceiptNo} taken back, ${causeInWords(event)}: ${event.reason}`;
    case 'collection_taken_back':
      return `${event.reversedReceiptNo} of ${formatKwacha(event.amountNgwee)} taken back by the operator: ${event.reason}`;
    case 'rebate_taken_back':
      return `${formatKwacha(event.amountNgwee)} of interest that ${event.ofReceiptNo} had given back is charged again`;
    case 'rebate_added':
      return `${formatKwacha(event.amountNgwee)} of interest given back: ${event.ofReceiptNo} clears another plan now`;
    case 'overpayment_allocated':
      return `${formatKwacha(event.amountNgwee)} of wallet credit that ${event.ofReceiptNo} had left pays the loan${partsOf(event.allocation, 0)}`;
    case 'written_off':
      return `${formatKwacha(event.amountNgwee)} written off: ${event.reason}`;
    default:
      return undefined;
  }
}

function causeInWords({ cause }: Extract<LoanEvent, { kind: 'reversed' }>): string {
  switch (cause) {
    case 'our_mistake':
      return 'our mistake';
    case 'payer_or_operator':
      return 'not ours';
    case undefined:
      return 'cause not kept';
  }
}

type Repaid = Extract<LoanEvent, { kind: 'repaid' }>;

function wordsOfPayment({ purpose, source, isRecovery, attemptId }: Repaid): string {
  const what = isRecovery ? 'recovery' : purpose === 'settlement' ? 'early settlement' : 'payment';
  if (source === 'wallet') return `${what} from the wallet`;
  return attemptId === null ? `${what} from suspense` : what;
}

function partsOf(allocation: Repaid['allocation'], discountNgwee: number): string {
  const parts: [string, number][] = [
    ...PARTS.map((part): [string, number] => [part, allocation[`${part}Ngwee`]]),
    ['wallet', allocation.walletNgwee],
    ['by coupon', discountNgwee],
  ];
  const moved = parts.filter(([, amountNgwee]) => amountNgwee > 0);
  return ` (${moved.map(([name, amountNgwee]) => `${name} ${formatKwacha(amountNgwee)}`).join(', ')})`;
}
