import { chargesSoFar, isAboveChargeCap } from './charge-cap.ts';
import type { Day } from './day.ts';
import { countedDaysLate } from './days-late.ts';
import type { LedgerAccount, Transfer } from './ledger.ts';
import { CHARGE_KINDS, type Instalment, isRunning, type Loan } from './loan.ts';
import { instalmentTotal, isCleared, owedOnLoan, serviceFeeOf } from './owed.ts';
import { amountOfRuns } from './penalty.ts';

/** The broken invariants of a loan, as sentences for staff. The list of a sound loan is empty. */
export function checkLoan(loan: Loan): string[] {
  const amounts = loan.instalments.flatMap(problemsOfInstalment);
  // Sums of broken amounts throw, and would hide the broken amount.
  return amounts.length > 0 ? amounts : [...problemsOfSchedule(loan), ...problemsOfState(loan)];
}

/**
 * The differences between a loan and all its transfers, as sentences for staff: receivables equal what is owed,
 * unearned accounts equal what is not earned yet, and no transfer is empty or stays in one account. Rule:
 * docs/rules/ledger.md.
 */
export function checkLedgerAgainstLoan(loan: Loan, transfers: readonly Transfer[]): string[] {
  const problems = transfers
    .filter(
      ({ amountNgwee, debitAccount, creditAccount }) => !(amountNgwee > 0) || debitAccount === creditAccount,
    )
    .map(
      ({ amountNgwee, debitAccount, creditAccount }) =>
        `a row moves ${amountNgwee} from ${creditAccount} to ${debitAccount}`,
    );
  const expected = expectedBalances(loan);
  for (const [account, amount] of Object.entries(expected) as [LedgerAccount, number][]) {
    const balance = balanceOf(transfers, account);
    if (balance !== amount) problems.push(`${account} is ${balance} in the book and ${amount} in the loan`);
  }
  return problems;
}

/** The balance that each account must have. A written-off loan has no receivables; a cancelled loan has no balance. */
function expectedBalances(loan: Loan): Partial<Record<LedgerAccount, number>> {
  const isBooked = loan.disbursedOn !== null && loan.state !== 'cancelled';
  const isReceivable = isBooked && loan.state !== 'written_off' && loan.state !== 'recovered';
  const owed = owedOnLoan(loan);
  const { takenOn } = loan;
  const receivable = (amount: number) => (isReceivable ? amount : 0);
  const booked = (amount: number) => (isBooked ? amount : 0);
  return {
    principal_receivable: receivable(owed.principalNgwee),
    interest_receivable: receivable(owed.interestNgwee),
    fee_receivable: receivable(owed.feeNgwee),
    penalty_receivable: receivable(owed.penaltyNgwee),
    unearned_interest: receivable(
      loan.interestEarnedNgwee - instalmentTotal(loan.instalments, 'interestNgwee'),
    ),
    unearned_fee: receivable(loan.feeEarnedNgwee - serviceFeeOf(loan)),
    interest_income: booked((takenOn?.interestEarnedNgwee ?? 0) - loan.interestEarnedNgwee),
    fee_income: booked((takenOn?.feeEarnedNgwee ?? 0) - loan.feeEarnedNgwee),
    penalty_income: booked((takenOn?.penaltyNgwee ?? 0) - instalmentTotal(loan.instalments, 'penaltyNgwee')),
    extension_income: booked(-loan.extensionFeesNgwee),
    coupon_expense: booked(instalmentTotal(loan.instalments, 'discountNgwee')),
  };
}

/** Debits less credits of an account in ngwee: positive for claims of the lender, negative for its debts and income. */
export function balanceOf(transfers: readonly Transfer[], account: LedgerAccount): number {
  return transfers.reduce((balance, { debitAccount, creditAccount, amountNgwee }) => {
    if (debitAccount === account) return balance + amountNgwee;
    return creditAccount === account ? balance - amountNgwee : balance;
  }, 0);
}

function problemsOfInstalment(instalment: Instalment): string[] {
  const name = `instalment ${instalment.period}`;
  const problems: string[] = [];
  for (const kind of CHARGE_KINDS) {
    const charged = instalment[`${kind}Ngwee`];
    const paid = instalment[`${kind}PaidNgwee`];
    if (!isAmount(charged) || !isAmount(paid)) problems.push(`${name}: its ${kind} is no amount`);
    else if (paid > charged) problems.push(`${name}: more ${kind} is paid than charged`);
  }
  if (!isAmount(instalment.rebateNgwee) || !isAmount(instalment.creditedInterestNgwee))
    problems.push(`${name}: its rebate is no amount`);
  const ofDaysNgwee = amountOfRuns(instalment.penaltyRuns);
  if (ofDaysNgwee - instalment.penaltyWaivedNgwee !== instalment.penaltyNgwee) {
    problems.push(`${name}: its penalty is not the sum of its days`);
  }
  if (instalment.startsOn >= instalment.dueOn) problems.push(`${name}: is due before it starts`);
  let lastOn: Day = instalment.earlierDueDates[0]?.dueOn ?? instalment.dueOn;
  for (const run of instalment.penaltyRuns) {
    if (run.fromOn <= lastOn || run.throughOn < run.fromOn) problems.push(`${name}: penalty days overlap`);
    lastOn = run.throughOn;
  }
  if (instalment.excusedDays.some(({ fromOn, throughOn }) => throughOn < fromOn))
    problems.push(`${name}: excuses days that end before they begin`);
  const dueDates = [...instalment.earlierDueDates.map((earlier) => earlier.dueOn), instalment.dueOn];
  if (dueDates.some((dueOn, index) => dueOn <= (dueDates[index - 1] ?? '')))
    problems.push(`${name}: was moved back`);
  return problems;
}

function problemsOfSchedule(loan: Loan): string[] {
  const problems: string[] = [];
  const principal = instalmentTotal(loan.instalments, 'principalNgwee');
  if (principal !== loan.terms.principalNgwee)
    problems.push('the schedule does not repay exactly the principal');
  if (loan.instalments.length !== loan.terms.instalmentCount)
    problems.push('an instalment is missing or too many');
  loan.instalments.forEach((instalment, index) => {
    const previous = loan.instalments[index - 1];
    if (instalment.period !== index + 1) problems.push('the periods are not numbered from 1');
    if (previous !== undefined && previous.dueOn >= instalment.dueOn)
      problems.push('the due dates are out of order');
  });
  if (isAboveChargeCap(loan)) problems.push('the charges are above the cap');
  const interest = instalmentTotal(loan.instalments, 'interestNgwee');
  if (loan.interestEarnedNgwee > interest) problems.push('more interest is earned than charged');
  if (loan.feeEarnedNgwee > serviceFeeOf(loan)) problems.push('more fee is earned than charged');
  return problems;
}

function problemsOfState(loan: Loan): string[] {
  const problems: string[] = [];
  const runs = isRunning(loan);
  const owed = owedOnLoan(loan).totalNgwee;
  if (runs && owed === 0) problems.push('it runs and owes nothing');
  if ((loan.state === 'settled' || loan.state === 'recovered') && owed > 0)
    problems.push(`it is ${loan.state} and owes something`);
  const interestNgwee = instalmentTotal(loan.instalments, 'interestNgwee');
  if (loan.state === 'settled' && loan.interestEarnedNgwee !== interestNgwee)
    problems.push('it is settled and has interest that is not earned');
  if (loan.state === 'written_off' && owed === 0) problems.push('it is written off and owes nothing');
  if (loan.state === 'cancelled' && loan.disbursedOn !== null && chargesSoFar(loan) > feeKeptBack(loan))
    problems.push('it is cancelled and charges something');
  if (loan.coupon !== null && isClosed(loan)) problems.push('it is closed and holds a coupon');
  if (loan.extensionsUsed === 0 && loan.extensionFeesNgwee > 0)
    problems.push('it paid for an extension and has none');
  if (loan.state === 'settled' && loan.closedOn === null) problems.push('it is settled and has no last day');
  problems.push(...problemsOfHardship(loan));
  if (!runs && loan.nextEventOn !== null) problems.push('it does not run and waits for a day');
  if (loan.pending !== null && loan.nextEventOn !== null)
    problems.push('it waits for a payment and for a day');
  if (!runs) return problems;
  if (loan.accruedThroughOn === null || loan.disbursedOn === null)
    return [...problems, 'it runs and was not paid out'];
  if (loan.nextEventOn !== null && loan.nextEventOn <= loan.accruedThroughOn) {
    problems.push('its next event lies in the past');
  }
  for (const instalment of loan.instalments) {
    const daysLate = countedDaysLate(instalment, loan.accruedThroughOn);
    const isDue = loan.accruedThroughOn >= instalment.dueOn;
    const state = isCleared(instalment) ? 'settled' : daysLate > 0 ? 'overdue' : isDue ? 'due' : 'scheduled';
    if (instalment.state !== state)
      problems.push(`instalment ${instalment.period}: is ${instalment.state}, not ${state}`);
  }
  const isOverdue = loan.instalments.some((instalment) => instalment.state === 'overdue');
  if ((loan.state === 'overdue') !== isOverdue) problems.push('its state is not the one of its instalments');
  return problems;
}

function problemsOfHardship({ hardship }: Loan): string[] {
  const isSound = hardship === null || hardship.endedOn === null || hardship.endedOn > hardship.agreedOn;
  return isSound ? [] : ['its hardship plan ended before it was agreed'];
}

/** On a cancelled loan a deducted fee is no charge: it counts as returned principal. */
function feeKeptBack(loan: Loan): number {
  return loan.terms.feeMode === 'deducted' ? serviceFeeOf(loan) : 0;
}

function isClosed(loan: Loan): boolean {
  return loan.closedOn !== null || loan.state === 'written_off';
}

function isAmount(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount >= 0;
}
