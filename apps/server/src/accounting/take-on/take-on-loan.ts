import type { Day } from '@thumba/lending/day';
import { takeOnLoan } from '@thumba/lending/take-on';
import type { Actor } from '../../book/actor.ts';
import { openTakenOnLoan } from '../../book/posting-line/open-loans.ts';
import { keepEarlierBorrower } from '../../people/authentication/earlier-borrower.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement, type Transaction } from '../../platform/database.ts';
import { takeTurns } from '../../platform/one-by-one.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { CheckedLoan } from './check-loans.ts';
import { takenOnLoan } from './taken-on-loan.ts';

export type TakeOnDeps = { db: Database; clock: Clock; sealing: Sealing; today(): Day };

/** The numbers of a loan that is taken on, and whether its borrower and the account of it are new. */
type DrawnNumbers = {
  taken_on_as: number | null;
  loan_id: number;
  borrower_id: number;
  is_new_borrower: boolean;
  account_id: number;
  is_new_account: boolean;
};

const drawNumbersStatement = statement<DrawnNumbers, { earlierLoanNo: string; mobileHashes: Buffer[] }>(
  'take-on: draw numbers',
  `select t.loan_id as taken_on_as, coalesce(t.loan_id, nextval('loan_id')) as loan_id,
     coalesce(known.borrower_id, nextval(pg_get_serial_sequence('borrower', 'borrower_id'))) as borrower_id,
     known.borrower_id is null as is_new_borrower,
     coalesce(a.account_id, nextval('repay_account_id')) as account_id, a.account_id is null as is_new_account
   from (select) as one_row
   left join (${takenOnLoan('$earlierLoanNo')}) t on true
   left join borrower_by_mobile known on known.mobile_hash = any ($mobileHashes::bytea[])
   left join repay_account a on a.borrower_id = known.borrower_id and a.is_default`,
);

const insertTakenOnStatement = statement<
  never,
  { earlierLoanNo: string; takeOnId: number; borrowerId: number; loanId: number }
>(
  'take-on: insert loan',
  `insert into taken_on_loan (earlier_loan_no, take_on_id, borrower_id, loan_id)
   values ($earlierLoanNo, $takeOnId, $borrowerId, $loanId)`,
);

/** The borrower of the loan has an open loan by now. */
class BorrowerHasLoan extends Error {}

export type TakenOnAs = { loanId: number; borrowerId: number; isNew: boolean };

/**
 * Takes one loan on, with its borrower, in one transaction. A loan that was taken on before is answered and not changed.
 * Undefined where its borrower got another open loan since it was checked. Rule: docs/rules/take-on.md.
 */
export async function takeOnOne(
  deps: TakeOnDeps,
  checked: CheckedLoan,
  { takeOnId, on, actor }: { takeOnId: number; on: Day; actor: Actor },
): Promise<TakenOnAs | undefined> {
  const { earlierLoanNo, mobile, identity } = checked.written;
  try {
    return await retryOnConflict(`loan ${earlierLoanNo} of the earlier system`, () =>
      deps.db.inTransaction(async (transaction) => {
        await takeTurns(transaction, deps.sealing, { mobile, national_id: identity.idNumber });
        const mobileHashes = deps.sealing.lookupHashes('mobile', mobile);
        const drawn = (await transaction.row(drawNumbersStatement, { earlierLoanNo, mobileHashes }))!;
        const { loan_id: loanId, borrower_id: borrowerId } = drawn;
        if (drawn.taken_on_as !== null) return { loanId, borrowerId, isNew: false };
        await transaction.rows(insertTakenOnStatement, { earlierLoanNo, takeOnId, borrowerId, loanId });
        await keepBorrower(deps, transaction, { checked, drawn });
        await insertLoan(deps, transaction, { checked, drawn, on, actor });
        return { loanId, borrowerId, isNew: true };
      }),
    );
  } catch (error) {
    if (error instanceof BorrowerHasLoan) return undefined;
    throw error;
  }
}

async function keepBorrower(
  { sealing, clock, today }: TakeOnDeps,
  transaction: Transaction,
  { checked, drawn }: { checked: CheckedLoan; drawn: DrawnNumbers },
): Promise<void> {
  const { mobile, identity } = checked.written;
  await keepEarlierBorrower(transaction, sealing, {
    borrowerId: drawn.borrower_id,
    isNewBorrower: drawn.is_new_borrower,
    accountId: drawn.account_id,
    isNewAccount: drawn.is_new_account,
    mobile,
    operator: checked.operator,
    identity,
    now: toDate(clock.nowMs()),
    today: today(),
  });
}

async function insertLoan(
  { clock }: TakeOnDeps,
  transaction: Transaction,
  { checked, drawn, on, actor }: { checked: CheckedLoan; drawn: DrawnNumbers; on: Day; actor: Actor },
): Promise<void> {
  const { terms, written } = checked;
  const { earlierLoanNo, paidOutOn, plans } = written;
  const { loan_id: loanId, borrower_id: borrowerId, account_id: accountId } = drawn;
  const opened = takeOnLoan({ loanId, borrowerId, earlierLoanNo, terms, paidOutOn, on, plans });
  if (!opened.ok) throw new Error(`loan ${earlierLoanNo} was checked and is refused: ${opened.refusal.kind}`);
  const opening = { change: opened.value, on, accountId, actor, disbursedAt: startOf(paidOutOn) };
  const isWritten = await openTakenOnLoan(transaction, opening, toDate(clock.nowMs()));
  if (!isWritten) throw new BorrowerHasLoan();
}

/** The earlier system does not say at which hour of the day the loan was paid out. */
function startOf(paidOutOn: Day): Date {
  return new Date(`${paidOutOn}T00:00:00+02:00`);
}
