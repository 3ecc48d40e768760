import { catchUp } from '@thumba/lending/catch-up';
import type { Day } from '@thumba/lending/day';
import type { Loan } from '@thumba/lending/loan';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { moneyPaidOn, owedOnLoan } from '@thumba/lending/owed';
import { isPaymentEvent } from '@thumba/lending/payment-event';
import type { AgreedQuote } from '@thumba/lending/pricing';
import type { StoredLoan } from '../../book/loan/queries.ts';
import type { Identity } from '../../people/borrower/applicant.ts';
import { hashOf } from './commands.ts';
import { type BookedEntry, type BookedPayment, movementsOf } from './movements.ts';
import type {
  LenderAddress,
  LoanContract,
  PaidUpLetter,
  PaperContent,
  PaperHead,
  Receipt,
  Statement,
} from './paper-content.ts';

export type PaperRefusal =
  | { kind: 'no_such_paper' }
  | { kind: 'not_agreed_yet' }
  | { kind: 'not_paid_out' }
  | { kind: 'not_paid_up'; owedNgwee: number };

/** A paper that may be issued. A second paper with the same subject is the same paper. */
export type WrittenPaper<Content extends PaperContent> = { content: Content; subject: string };

/** A contract as it was agreed to. */
export type AgreedContract = {
  title: string;
  clauses: readonly { heading: string; text: string }[];
  contractVersion: string;
  agreedAt: Date;
  quote: AgreedQuote;
  shownHash: string;
};

export function paperHead(lender: LenderAddress, identity: Identity | undefined, loan: Loan): PaperHead {
  const { name, licence, phone, hours } = lender;
  return {
    lender: { name, licence, phone, hours },
    borrowerName: identity ? `${identity.firstName} ${identity.lastName}` : '',
    nationalId: identity?.idNumber ?? '',
    loanId: loan.loanId,
    productName: loan.terms.productName,
  };
}

/** An application that was not approved is no contract, although the borrower agreed to its text. */
export function writeContract(
  head: PaperHead,
  { loan }: StoredLoan,
  agreed: AgreedContract,
): Outcome<WrittenPaper<LoanContract>, PaperRefusal> {
  const wasCalledOff = loan.state === 'cancelled' && loan.disbursedOn === null;
  if (loan.state === 'applied' || loan.state === 'declined' || wasCalledOff) {
    return refuse({ kind: 'not_agreed_yet' });
  }
  const { title, clauses, contractVersion, agreedAt, quote, shownHash } = agreed;
  return allow({
    subject: shownHash,
    content: {
      ...head,
      kind: 'contract',
      title,
      clauses,
      version: contractVersion,
      agreedOn: loan.appliedOn,
      agreedAt: agreedAt.toISOString(),
      quote,
      shownHash,
    },
  });
}

/** The payment with that receipt number, and the entry that wrote it. */
export function findPayment(
  entries: readonly BookedEntry[],
  receiptNo: string | undefined,
): { payment: BookedPayment; entry: BookedEntry } | undefined {
  for (const entry of entries) {
    const payment = entry.events
      .filter(isPaymentEvent)
      .find((event) => event.amountNgwee > 0 && event.receiptNo === receiptNo);
    if (payment) return { payment, entry };
  }
  return undefined;
}

export function writeReceipt(
  head: PaperHead,
  entries: readonly BookedEntry[],
  { payment, entry }: { payment: BookedPayment; entry: BookedEntry },
  from: { paidFrom: string; operatorReference: string | null },
): WrittenPaper<Receipt> {
  const upToPayment = movementsOf(entries.slice(0, entries.indexOf(entry) + 1));
  return {
    subject: payment.receiptNo,
    content: {
      ...head,
      kind: 'receipt',
      receiptNo: payment.receiptNo,
      purpose: purposeOf(payment),
      on: payment.on,
      at: entry.at!,
      amountNgwee: payment.amountNgwee,
      ...from,
      parts: partsOf(payment),
      discountNgwee: payment.kind === 'repaid' ? payment.discountNgwee : 0,
      savingNgwee: payment.kind === 'repaid' ? payment.savingNgwee : 0,
      newDueOn: payment.kind === 'extended' ? payment.afterDueOn : null,
      owedAfterNgwee: upToPayment.at(-1)?.owedNgwee ?? 0,
    },
  };
}

function purposeOf(payment: BookedPayment): Receipt['purpose'] {
  if (payment.kind === 'repaid') return payment.purpose;
  return payment.kind === 'extended' ? 'extension' : 'cooling_off';
}

function partsOf(payment: BookedPayment): Receipt['parts'] {
  if (payment.kind === 'money_returned') {
    // Wallet credit above this amount comes from earlier payments.
    const walletNgwee = Math.min(payment.walletNgwee, payment.amountNgwee);
    return named([
      ['money_returned', payment.amountNgwee - walletNgwee],
      ['wallet', walletNgwee],
    ]);
  }
  const { allocation } = payment;
  return named([
    ['extension_fee', payment.kind === 'extended' ? payment.feeNgwee : 0],
    ['penalty', allocation.penaltyNgwee],
    ['fee', allocation.feeNgwee],
    ['interest', allocation.interestNgwee],
    ['principal', allocation.principalNgwee],
    ['wallet', allocation.walletNgwee],
  ]);
}

function named(parts: [title: Receipt['parts'][number]['title'], amountNgwee: number][]): Receipt['parts'] {
  return parts.flatMap(([title, amountNgwee]) => (amountNgwee > 0 ? [{ title, amountNgwee }] : []));
}

/** Every movement up to today. The charges of days that are not written into the book yet come last. */
export function writeStatement(
  head: PaperHead,
  { loan }: StoredLoan,
  entries: readonly BookedEntry[],
  today: Day,
): Outcome<WrittenPaper<Statement>, PaperRefusal> {
  if (loan.disbursedOn === null) return refuse({ kind: 'not_paid_out' });
  const caughtUp = catchUp(loan, today);
  const unwritten = { on: today, at: null, transfers: caughtUp.transfers, events: caughtUp.events };
  const movements = movementsOf([...entries, unwritten]);
  const owedNgwee = movements.at(-1)?.owedNgwee ?? 0;
  if (owedNgwee !== owedOnLoan(caughtUp.loan).totalNgwee) {
    throw new Error(`the statement of loan ${loan.loanId} does not end in what is owed`);
  }
  const content: Statement = {
    ...head,
    kind: 'statement',
    on: today,
    principalNgwee: loan.terms.principalNgwee,
    disbursedOn: loan.disbursedOn,
    movements,
    addedNgwee: movements.reduce((total, movement) => total + movement.addedNgwee, 0),
    takenOffNgwee: movements.reduce((total, movement) => total + movement.takenOffNgwee, 0),
    owedNgwee,
  };
  return allow({ content, subject: shortHash(content) });
}

/** Only for a loan that was paid off. A cancelled loan has the receipt for the money returned. */
export function writePaidUpLetter(
  head: PaperHead,
  { loan }: StoredLoan,
): Outcome<WrittenPaper<PaidUpLetter>, PaperRefusal> {
  if (loan.disbursedOn === null) return refuse({ kind: 'not_paid_out' });
  const owedNgwee = owedOnLoan(loan).totalNgwee;
  const isPaidUp = loan.state === 'settled' || loan.state === 'recovered';
  if (!isPaidUp || owedNgwee > 0) return refuse({ kind: 'not_paid_up', owedNgwee });
  const discountNgwee = loan.instalments.reduce((total, { discountNgwee: part }) => total + part, 0);
  const content: PaidUpLetter = {
    ...head,
    kind: 'paid_up_letter',
    principalNgwee: loan.terms.principalNgwee,
    receivedNgwee: loan.receivedNgwee,
    disbursedOn: loan.disbursedOn,
    closedOn: loan.closedOn!,
    paidNgwee: moneyPaidOn(loan.instalments) + loan.extensionFeesNgwee,
    discountNgwee,
    wasWrittenOff: loan.state === 'recovered',
  };
  return allow({ content, subject: shortHash(content) });
}

function shortHash(content: PaperContent): string {
  return hashOf(JSON.stringify(content)).toString('hex').slice(0, 32);
}
