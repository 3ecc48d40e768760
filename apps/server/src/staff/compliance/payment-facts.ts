import type { Day } from '@thumba/lending/day';
import type { Ngwee } from '@thumba/lending/money';
import { statement, type Transaction } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { LoanPayment } from './alert-rules.ts';

type Payment = { borrower_id: number; attempt_id: string; submitted_on: Day };
type PaymentOfLoan = Payment & { loan_id: number | null; direction: 'collection' | 'payout' };

export type LoanOfPayment = {
  borrowerId: number;
  loanId: number;
  isSettled: boolean;
  paidOutAt: Date;
  paidOutOn: Day;
  payments: LoanPayment[];
};

type Loans = { borrowerIds: number[]; loanIds: number[] };

const loansStatement = statement<
  { borrower_id: number; loan_id: number; is_settled: boolean; disbursed_at: Date; disbursed_on: Day },
  Loans
>(
  'compliance: loans of payments',
  `select l.borrower_id, l.loan_id, l.state = 'settled' as is_settled, l.disbursed_at, l.disbursed_on
   from unnest($borrowerIds::bigint[], $loanIds::bigint[]) as w(borrower_id, loan_id)
   join loan l on l.borrower_id = w.borrower_id and l.loan_id = w.loan_id
   where l.disbursed_at is not null`,
);

const paymentsOfLoansStatement = statement<
  {
    borrower_id: number;
    loan_id: number;
    attempt_id: string;
    amount_ngwee: Ngwee;
    submitted_on: Day;
    finished_at: Date;
    msisdn_sealed: Buffer | null;
  },
  Loans
>(
  'compliance: payments of loans',
  `select p.borrower_id, p.loan_id, p.attempt_id, p.amount_ngwee, p.submitted_on, p.finished_at, p.msisdn_sealed
   from unnest($borrowerIds::bigint[], $loanIds::bigint[]) as w(borrower_id, loan_id)
   join payment_attempt p on p.borrower_id = w.borrower_id and p.loan_id = w.loan_id
   where p.direction = 'collection' and p.state = 'succeeded'`,
);

const ownNumbersStatement = statement<
  { borrower_id: number; account_id: number | null; mobile_sealed: Buffer },
  { borrowerIds: number[] }
>(
  'compliance: own numbers of borrowers',
  `select borrower_id, null::bigint as account_id, mobile_sealed from borrower
   where borrower_id = any ($borrowerIds::bigint[])
   union all
   select borrower_id, account_id, mobile_sealed from repay_account
   where borrower_id = any ($borrowerIds::bigint[])`,
);

/** The numbers with which borrowers sign in, and those of their accounts, by the borrower. */
export async function readOwnNumbers(
  db: Pick<Transaction, 'rows'>,
  sealing: Sealing,
  borrowerIds: readonly number[],
): Promise<(borrowerId: number, mobile: string) => boolean> {
  const rows = await db.rows(ownNumbersStatement, { borrowerIds: [...new Set(borrowerIds)] });
  const own = new Set(
    rows
      .filter(({ mobile_sealed: sealed }) => sealed.length > 0)
      .map((row) => {
        const { borrower_id, account_id, mobile_sealed } = row;
        const mobile =
          account_id === null
            ? sealing.open('borrower.mobile_sealed', row, mobile_sealed)
            : sealing.open('repay_account.mobile_sealed', { borrower_id, account_id }, mobile_sealed);
        return `${borrower_id} ${mobile}`;
      }),
  );
  return (borrowerId, mobile) => own.has(`${borrowerId} ${mobile}`);
}

/** Null where the account was erased, or the operator told no number. */
export function openNumber(
  sealing: Sealing,
  row: { borrower_id: number; attempt_id: string; msisdn_sealed: Buffer | null },
): string | null {
  const { msisdn_sealed: sealed } = row;
  return sealed === null || sealed.length === 0
    ? null
    : sealing.open('payment_attempt.msisdn_sealed', row, sealed);
}

/** The loans into which these payments came, each with all its payments. */
export async function loansOfPayments(
  transaction: Transaction,
  sealing: Sealing,
  payments: readonly PaymentOfLoan[],
): Promise<LoanOfPayment[]> {
  const came = payments.filter(({ direction, loan_id }) => direction === 'collection' && loan_id !== null);
  const wanted = [...new Map(came.map((one) => [one.loan_id!, one.borrower_id]))];
  if (wanted.length === 0) return [];
  const borrowerIds = wanted.map(([, borrowerId]) => borrowerId);
  const loans = { borrowerIds, loanIds: wanted.map(([loanId]) => loanId) };
  const found = await transaction.rows(loansStatement, loans);
  const rows = await transaction.rows(paymentsOfLoansStatement, loans);
  const isOwn = await readOwnNumbers(transaction, sealing, borrowerIds);
  return found.map((loan) => ({
    borrowerId: loan.borrower_id,
    loanId: loan.loan_id,
    isSettled: loan.is_settled,
    paidOutAt: loan.disbursed_at,
    paidOutOn: loan.disbursed_on,
    payments: rows
      .filter(({ loan_id }) => loan_id === loan.loan_id)
      .map((row) => {
        const number = openNumber(sealing, row);
        return {
          ...{ paymentId: row.attempt_id, on: row.submitted_on, at: row.finished_at },
          ...{ amountNgwee: row.amount_ngwee, number },
          isOwn: number !== null && isOwn(row.borrower_id, number),
        };
      }),
  }));
}

/** What paid no loan and lies in the wallet: the rest of a payment, or money in suspense that staff placed there. */
const FROM_OUTSIDE = `t.credit_account = 'wallet_credit' and (t.debit_account::text like 'float\\_%'
  or t.debit_account = 'suspense' and exists (select from suspense_placement s
    where s.entry_id = t.entry_id and s.target = 'wallet'))`;

const cameInStatement = statement<
  { attempt_id: string; came_in_ngwee: Ngwee },
  { borrowerIds: number[]; attemptIds: string[]; days: Day[]; withinDays: number }
>(
  'compliance: money that came into wallets before payouts',
  `select w.attempt_id, coalesce((select sum(t.amount_ngwee) from ledger_transfer t
     where t.borrower_id = w.borrower_id and t.business_on between w.on_day - $withinDays::integer and w.on_day
       and ${FROM_OUTSIDE}), 0)::bigint as came_in_ngwee
   from unnest($borrowerIds::bigint[], $attemptIds::uuid[], $days::date[]) as w(borrower_id, attempt_id, on_day)`,
);

/** By payout of a wallet: what had come in from outside on its day and the days before. */
export async function moneyIntoWallets(
  transaction: Transaction,
  payouts: readonly Payment[],
  withinDays: number,
): Promise<ReadonlyMap<string, Ngwee>> {
  if (payouts.length === 0) return new Map();
  const rows = await transaction.rows(cameInStatement, {
    borrowerIds: payouts.map(({ borrower_id }) => borrower_id),
    attemptIds: payouts.map(({ attempt_id }) => attempt_id),
    days: payouts.map(({ submitted_on }) => submitted_on),
    withinDays,
  });
  return new Map(rows.map((row) => [row.attempt_id, row.came_in_ngwee]));
}

const ofDaysStatement = statement<
  { borrower_id: number; submitted_on: Day; attempt_id: string; amount_ngwee: Ngwee },
  { borrowerIds: number[]; days: Day[] }
>(
  'compliance: payments of days',
  `select p.borrower_id, p.submitted_on, p.attempt_id, p.amount_ngwee
   from (select distinct * from unnest($borrowerIds::bigint[], $days::date[])) as w(borrower_id, on_day)
   join payment_attempt p on p.borrower_id = w.borrower_id and p.submitted_on = w.on_day
   where p.direction = 'collection' and p.state = 'succeeded'`,
);

type DayOfBorrower = {
  borrowerId: number;
  on: Day;
  payments: { paymentId: string; amountNgwee: Ngwee }[];
};

/** All that came in from the borrowers of these payments on the days of these payments. */
export async function paymentsOfDays(
  transaction: Transaction,
  payments: readonly PaymentOfLoan[],
): Promise<DayOfBorrower[]> {
  const came = payments.filter(({ direction }) => direction === 'collection');
  const rows = await transaction.rows(ofDaysStatement, {
    borrowerIds: came.map(({ borrower_id }) => borrower_id),
    days: came.map(({ submitted_on }) => submitted_on),
  });
  const days = new Map<string, DayOfBorrower>();
  for (const { borrower_id: borrowerId, submitted_on: on, attempt_id: paymentId, amount_ngwee } of rows) {
    const key = `${borrowerId} ${on}`;
    const ofDay = days.get(key) ?? { borrowerId, on, payments: [] };
    ofDay.payments.push({ paymentId, amountNgwee: amount_ngwee });
    days.set(key, ofDay);
  }
  return [...days.values()];
}
