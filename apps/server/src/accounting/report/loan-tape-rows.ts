import { laterEventsOf } from '@thumba/accounting/later-events';
import { daysPastDueOf, type OwedInLedger, plansAsOf } from '@thumba/accounting/plans-as-of';
import type { Day } from '@thumba/lending/day';
import type { LedgerAccount } from '@thumba/lending/ledger';
import { OPERATOR_NAMES } from '@thumba/lending/ledger';
import type { Loan, LoanEvent } from '@thumba/lending/loan';
import { INSTALMENTS_OF_LOAN, LOAN_COLUMNS, type LoanRow, toLoan } from '../../book/loan/loan-columns.ts';
import { statement } from '../../platform/database.ts';
import { sqlList } from '../../platform/sql-list.ts';
import type { BookSnapshot } from './book-snapshot.ts';

/** One loan as the book has it at the end of a day. Amounts are ngwee. */
export type TapeLoan = {
  loanId: number;
  /** Its number in the earlier system; null for a loan of this book. */
  earlierLoanNo: string | null;
  productName: string;
  state: 'active' | 'overdue' | 'settled' | 'cancelled' | 'written_off' | 'recovered';
  paidOutOn: Day;
  originalDueOn: Day;
  dueOn: Day;
  daysPastDue: number;
  daysPastDueByOriginalDate: number;
  /** Class and stage by the impairment run of the day; null where the day has none. */
  loanClass: string | null;
  stage: number | null;
  owed: OwedInLedger;
  unearnedInterestNgwee: number;
  unearnedFeeNgwee: number;
  contractPrincipalNgwee: number;
  contractInterestNgwee: number;
  contractFeeNgwee: number;
  receivedNgwee: number;
  paidNgwee: number;
  writtenOffNgwee: number;
  /** False where the plans of the day do not follow from the events; docs/running/reports.md says when. */
  isRecomputed: boolean;
};

type TapeRow = LoanRow & {
  instalments: string | null;
  contract_interest: number | null;
  contract_fee: number | null;
  first_booked_on: Day;
  principal: number;
  interest: number;
  fee: number;
  penalty: number;
  unearned_interest: number;
  unearned_fee: number;
  loan_class: string | null;
  stage: number | null;
  written_off: number;
  received: number;
  paid: number;
  history: [kind: string, on: Day, detail: object, isLater: boolean][] | null;
};

/** Debits less credits of an account in the rows of one loan. */
function net(account: LedgerAccount): string {
  return `sum(case '${account}' when t.debit_account then t.amount_ngwee when t.credit_account then -t.amount_ngwee
    else 0 end)::bigint`;
}

const PAYOUT_FLOATS = sqlList(OPERATOR_NAMES.map((operator) => `float_${operator}_payout`));
const MONEY_FROM_BORROWERS = sqlList([
  ...OPERATOR_NAMES.map((operator) => `float_${operator}_collection`),
  'wallet_credit',
  'suspense',
  'bank',
]);

/** The money of rows between a group of accounts and the loan: what the loan got less what it gave. */
function moneyInto(group: string, otherMoney: string): string {
  const isOfLoan = (account: string) => `t.${account} not in ${group} and t.${account} not in ${otherMoney}`;
  return `sum(case when t.debit_account in ${group} and ${isOfLoan('credit_account')} then t.amount_ngwee
    when t.credit_account in ${group} and ${isOfLoan('debit_account')} then -t.amount_ngwee else 0 end)::bigint`;
}

/** An event is booked with the rows of its entry. One without rows changes only dates, and counts for its own day. */
const BOOKED_ON = `coalesce((select max(t.business_on) from ledger_transfer t
  where t.borrower_id = e.borrower_id and t.entry_id = e.entry_id), e.on_day)`;

const readTapeStatement = statement<TapeRow, { on: Day }>(
  'report: read loan tape',
  `with balance as (
     select t.borrower_id, t.loan_id, min(t.business_on) as first_booked_on,
       ${net('principal_receivable')} as principal, ${net('interest_receivable')} as interest,
       ${net('fee_receivable')} as fee, ${net('penalty_receivable')} as penalty,
       -${net('unearned_interest')} as unearned_interest, -${net('unearned_fee')} as unearned_fee,
       ${net('write_off_expense')} as written_off,
       -${moneyInto(PAYOUT_FLOATS, MONEY_FROM_BORROWERS)} as received,
       ${moneyInto(MONEY_FROM_BORROWERS, PAYOUT_FLOATS)} as paid
     from ledger_transfer t where t.loan_id is not null and t.business_on <= $on::date
     group by t.borrower_id, t.loan_id
   ),
   changed_since as (
     select t.borrower_id, t.loan_id from ledger_transfer t where t.loan_id is not null and t.business_on > $on::date
     union select e.borrower_id, e.loan_id from loan_event e where e.on_day > $on::date
   )
   select ${LOAN_COLUMNS}, ${INSTALMENTS_OF_LOAN},
     (a.shown ->> 'interestNgwee')::bigint as contract_interest, (a.shown ->> 'feeNgwee')::bigint as contract_fee,
     b.first_booked_on, b.principal, b.interest, b.fee, b.penalty, b.unearned_interest, b.unearned_fee,
     b.written_off, b.received, b.paid, i.loan_class, i.stage, h.history
   from balance b join loan l on l.borrower_id = b.borrower_id and l.loan_id = b.loan_id
   left join lateral (select shown from loan_acceptance where borrower_id = l.borrower_id and loan_id = l.loan_id
     order by loan_version desc limit 1) a on true
   left join impairment_loan i on i.loan_id = l.loan_id and i.run_id = (select r.run_id from impairment_run r
     where r.cut_on = $on::date and not exists (
       select from impairment_run later where later.superseded_run_id = r.run_id))
   left join changed_since c on c.borrower_id = l.borrower_id and c.loan_id = l.loan_id
   left join lateral (
     select json_agg(json_build_array(e.kind, e.on_day, e.detail, ${BOOKED_ON} > $on::date)
       order by e.loan_version, e.ordinal) as history
     from loan_event e
     where c.loan_id is not null and e.borrower_id = c.borrower_id and e.loan_id = c.loan_id
   ) h on true
   order by l.loan_id`,
);

/** Every loan that was paid out by the end of a day of booking, by its number. */
export async function* readTape(book: BookSnapshot, on: Day): AsyncGenerator<TapeLoan> {
  for await (const row of book.stream(readTapeStatement, { on })) yield tapeLoanOf(row, on);
}

function tapeLoanOf(row: TapeRow, on: Day): TapeLoan {
  const loan = toLoan(row, row.instalments);
  const owed = {
    principalNgwee: row.principal,
    interestNgwee: row.interest,
    feeNgwee: row.fee,
    penaltyNgwee: row.penalty,
  };
  const history = (row.history ?? []).map(([kind, day, detail, isLater]) => ({
    event: { kind, on: day, ...detail } as unknown as LoanEvent,
    isLater,
  }));
  const isWrittenOff = row.written_off > 0;
  const { plans, basis } = plansAsOf(loan.instalments, laterEventsOf(history), isWrittenOff ? null : owed);
  const isOwing = plans.some((plan) => plan.isOwing);
  const daysPastDue = daysPastDueOf(plans, on, 'dueOn');
  const last = plans.at(-1);
  const paidOutOn = loan.disbursedOn ?? row.first_booked_on;
  const total = (amount: 'interestNgwee' | 'feeNgwee') =>
    loan.instalments.reduce((sum, instalment) => sum + instalment[amount], 0);
  return {
    loanId: loan.loanId,
    earlierLoanNo: loan.takenOn?.earlierLoanNo ?? null,
    productName: loan.terms.productName,
    state: stateOf(loan, { isWrittenOff, isOwing, daysPastDue }),
    paidOutOn,
    originalDueOn: last?.originalDueOn ?? paidOutOn,
    dueOn: last?.dueOn ?? paidOutOn,
    daysPastDue,
    daysPastDueByOriginalDate: daysPastDueOf(plans, on, 'originalDueOn'),
    loanClass: row.loan_class,
    stage: row.stage,
    owed,
    unearnedInterestNgwee: row.unearned_interest,
    unearnedFeeNgwee: row.unearned_fee,
    contractPrincipalNgwee: loan.terms.principalNgwee,
    contractInterestNgwee: row.contract_interest ?? total('interestNgwee'),
    contractFeeNgwee: row.contract_fee ?? total('feeNgwee'),
    receivedNgwee: row.received,
    paidNgwee: row.paid,
    writtenOffNgwee: row.written_off,
    isRecomputed: basis === 'recomputed',
  };
}

/** The state at the end of the day, from what the ledger says of the day: states of the past are not stored. */
function stateOf(
  loan: Loan,
  { isWrittenOff, isOwing, daysPastDue }: { isWrittenOff: boolean; isOwing: boolean; daysPastDue: number },
): TapeLoan['state'] {
  if (isWrittenOff) return isOwing ? 'written_off' : 'recovered';
  if (!isOwing) return loan.state === 'cancelled' ? 'cancelled' : 'settled';
  return daysPastDue > 0 ? 'overdue' : 'active';
}
