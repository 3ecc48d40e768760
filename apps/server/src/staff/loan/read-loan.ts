import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { hardshipOf } from '@thumba/lending/hardship-plan';
import type { Loan } from '@thumba/lending/loan';
import { toKwacha } from '@thumba/lending/money';
import { firstOwedInstalment, ownMoneyPaid } from '@thumba/lending/owed';
import { isDisputed } from '../../book/loan/disputed-loan.ts';
import { loanToday, overdueDays } from '../../book/loan/loan-view.ts';
import { findLoan, type StoredLoan } from '../../book/loan/queries.ts';
import { readBorrowerDetails } from '../../people/authentication/queries.ts';
import { type Account, listAccounts } from '../../people/borrower/accounts.ts';
import { type Database, statement } from '../../platform/database.ts';
import { maskMobile, maskName, type Sealing } from '../../platform/sealing.ts';
import type { StaffPerson } from '../../platform/serve-staff.ts';
import { papersOf, readPayments } from './papers-of.ts';
import { planOf, totalsOf } from './parts-of-debt.ts';
import { payoutAndUnderWay, readPayers } from './read-attempts.ts';

export type LoanSource = { db: Database; sealing: Sealing; today(): Day };

type LoanAnswer = Omit<StaffAnswer<'getLoan'>, 'openRequests'>;

const readOwnerStatement = statement<
  { borrower_id: number; mobile_sealed: Buffer; wallet_ngwee: number; is_disputed: boolean },
  { borrowerId: number; loanId: number }
>(
  'staff loan: owner',
  `select b.borrower_id, b.mobile_sealed, s.wallet_ngwee,
     ${isDisputed({ borrowerId: 'b.borrower_id', loanId: '$loanId::bigint' })} as is_disputed
   from borrower b join borrower_standing s using (borrower_id) where b.borrower_id = $borrowerId`,
);

/** A loan as of today: its terms, plans and money, with everything of the borrower masked. */
export async function readLoan(
  source: LoanSource,
  of: { borrowerId: number; loanId: number },
  person: StaffPerson,
): Promise<LoanAnswer | undefined> {
  const { db, sealing } = source;
  const { borrowerId, loanId } = of;
  const stored = await findLoan(db, borrowerId, loanId);
  const owner = await db.row(readOwnerStatement, { borrowerId, loanId });
  if (!stored || !owner) return undefined;
  const [{ identity }, accounts, attempts, payments, paidFrom] = await Promise.all([
    readBorrowerDetails(db, sealing, borrowerId),
    listAccounts(db, sealing, borrowerId),
    payoutAndUnderWay(source, of, person),
    readPayments(db, borrowerId, loanId),
    readPayers(source, of, person),
  ]);
  const loan = loanToday(stored.loan, source.today());
  return {
    ...{ loanId, borrowerId },
    maskedName: identity ? maskName(`${identity.firstName} ${identity.lastName}`) : null,
    maskedMobile:
      owner.mobile_sealed.length === 0
        ? null
        : maskMobile(sealing.open('borrower.mobile_sealed', owner, owner.mobile_sealed)),
    isDisputed: owner.is_disputed,
    ...termsOf(loan),
    ...standingOf(stored, loan, source.today()),
    ...attempts,
    wallet: toKwacha(owner.wallet_ngwee),
    paidFrom,
    plans: loan.instalments.map(planOf),
    totals: totalsOf(loan),
    papers: papersOf(loan, payments),
    accounts: accounts.map((account) => accountOf(account, stored)),
  };
}

function termsOf(loan: Loan) {
  const { terms } = loan;
  return {
    productName: terms.productName,
    amount: toKwacha(terms.principalNgwee),
    termDays: terms.termDays,
    dailyRate: terms.dailyRate,
    serviceFeeRate: terms.serviceFeeRate,
    penaltyDailyRate: terms.penaltyDailyRate,
    penaltyGraceDays: terms.penaltyGraceDays,
    chargeCapRate: terms.chargeCapRate,
    extensions: terms.extension && { used: loan.extensionsUsed, most: terms.extension.max },
    earlierLoanNo: loan.takenOn?.earlierLoanNo ?? null,
  };
}

/** `loan` is already as of `today`. */
function standingOf({ appliedAt, disbursedAt }: StoredLoan, loan: Loan, today: Day) {
  const { isHardship, agreedOn, endedOn } = hardshipOf(loan);
  return {
    state: loan.state,
    received: toKwacha(loan.receivedNgwee),
    paidByBorrower: toKwacha(ownMoneyPaid(loan)),
    extensionFees: toKwacha(loan.extensionFeesNgwee),
    appliedAt: appliedAt.toISOString(),
    disbursedAt: disbursedAt?.toISOString() ?? null,
    closedOn: loan.closedOn,
    dueOn: loan.disbursedOn === null ? null : (firstOwedInstalment(loan)?.dueOn ?? null),
    daysLate: overdueDays(loan, today),
    worstDaysLate: loan.worstDaysLate,
    hardship: agreedOn === null ? null : { agreedOn, endedOn, isFrozen: isHardship && endedOn === null },
  };
}

function accountOf({ accountId, operator, mobile, isDefault }: Account, stored: StoredLoan) {
  return {
    ...{ accountId, operator, isDefault },
    maskedMobile: maskMobile(mobile),
    isOfLoan: accountId === stored.accountId,
  };
}
