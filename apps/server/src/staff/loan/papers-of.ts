import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import type { Loan } from '@thumba/lending/loan';
import { owedOnLoan } from '@thumba/lending/owed';
import { PAYMENT_EVENT_KINDS, type PaymentEvent } from '@thumba/lending/payment-event';
import { describePosting } from '../../credit/servicing/loan-report.ts';
import { type Database, statement } from '../../platform/database.ts';
import { sqlList } from '../../platform/sql-list.ts';

type Paper = StaffAnswer<'getLoan'>['papers'][number];

const readPaymentsStatement = statement<
  { kind: string; on_day: Day; detail: Record<string, unknown> },
  { borrowerId: number; loanId: number }
>(
  'staff loan: payments',
  `select kind, on_day, detail - 'posting' as detail from loan_event
   where borrower_id = $borrowerId and loan_id = $loanId and kind in ${sqlList(PAYMENT_EVENT_KINDS)}
   order by loan_version desc, ordinal desc`,
);

/** The payments of a loan, newest first. */
export async function readPayments(
  db: Database,
  borrowerId: number,
  loanId: number,
): Promise<PaymentEvent[]> {
  const rows = await db.rows(readPaymentsStatement, { borrowerId, loanId });
  return rows.map(({ kind, on_day: on, detail }) => ({ kind, on, ...detail }) as unknown as PaymentEvent);
}

/** The papers that can be issued for a loan now. An extension at no cost has no receipt. */
export function papersOf(loan: Loan, payments: readonly PaymentEvent[]): Paper[] {
  const wasCalledOff = loan.state === 'cancelled' && loan.disbursedOn === null;
  const isAgreed = loan.state !== 'applied' && loan.state !== 'declined' && !wasCalledOff;
  const isPaidUp = loan.state === 'settled' || loan.state === 'recovered';
  const paper = (kind: Paper['kind'], on: Day | null): Paper => ({
    ...{ kind, on },
    receiptNo: null,
    title: null,
    isTakenBack: false,
  });
  return [
    // A loan of an earlier system was signed there.
    ...(isAgreed && loan.takenOn === null ? [paper('contract', loan.appliedOn)] : []),
    ...(loan.disbursedOn === null ? [] : [paper('statement', null)]),
    ...(isPaidUp && owedOnLoan(loan).totalNgwee === 0 ? [paper('paid_up_letter', loan.closedOn)] : []),
    ...payments
      .filter(({ amountNgwee }) => amountNgwee > 0)
      .map((payment) => receiptOf(payment, loan.reversedPostings)),
  ];
}

function receiptOf(payment: PaymentEvent, takenBack: readonly string[]): Paper {
  const { receiptNo, on } = payment;
  return {
    ...{ kind: 'receipt' as const, receiptNo, on },
    title: describePosting(payment) ?? null,
    isTakenBack: takenBack.includes(receiptNo),
  };
}
