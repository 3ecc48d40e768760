import { type Day, daysBetween } from './day.ts';
import type { LedgerAccount, Transfer } from './ledger.ts';
import { type Instalment, isRunning, type Loan } from './loan.ts';
import { sum } from './money.ts';
import { chargesSoFar, owedOnInstalment, owedOnLoan, serviceFeeOf } from './owed.ts';
import { amountOfRuns } from './penalty.ts';
import { share } from './rate.ts';

const CHARGE_KINDS = ['penalty', 'fee', 'interest', 'principal'] as const;

/** Everything about a loan that can never be, as sentences for staff. An empty list is a sound loan. */
export function checkLoan(loan: Loan): string[] {
  const amounts = loan.instalments.flatMap(problemsOfInstalment);
  // Sums of broken amounts throw, and would hide which amount it was.
  return amounts.length > 0 ? amounts : [...problemsOfPlan(loan), ...problemsOfState(loan)];
}

/**
 * What the book says about a loan, against what the loan says itself: receivables are what is owed by kind, unearned
 * is what was not earned yet, and no row is empty or moves money in a circle. `transfers` are all of the loan's rows.
 */
export function checkLedgerAgainstLoan(loan: Loan, transfers: readonly Transfer[]): string[] {
  const problems = transfers
    .filter((row) => !(row.amountNgwee > 0) || row.debitAccount === row.creditAccount)
    .map((row) => `a row moves ${row.amountNgwee} from ${row.creditAccount} to ${row.debitAccount}`);
  const isPaidOut = loan.disbursedOn !== null;
  const owed = owedOnLoan(loan);
  const interest = sum(loan.instalments.map((instalment) => instalment.interestNgwee));
  const expected: Partial<Record<LedgerAccount, number>> = {
    principal_receivable: owed.principalNgwee,
    interest_receivable: owed.interestNgwee,
    fee_receivable: owed.feeNgwee,
    penalty_receivable: owed.penaltyNgwee,
    unearned_interest: loan.interestEarnedNgwee - interest,
    unearned_fee: loan.feeEarnedNgwee - serviceFeeOf(loan),
    interest_income: -loan.interestEarnedNgwee,
    fee_income: -loan.feeEarnedNgwee,
  };
  for (const [account, amount] of Object.entries(expected) as [LedgerAccount, number][]) {
    const balance = balanceOf(transfers, account);
    const due = isPaidOut ? amount : 0;
    if (balance !== due) problems.push(`${account} is ${balance} in the book and ${due} in the loan`);
  }
  return problems;
}

/** Debits less credits of an account, in ngwee: above zero for what is owed to us, below for what we owe or earned. */
export function balanceOf(transfers: readonly Transfer[], account: LedgerAccount): number {
  return transfers.reduce((balance, row) => {
    if (row.debitAccount === account) return balance + row.amountNgwee;
    return row.creditAccount === account ? balance - row.amountNgwee : balance;
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
  if (amountOfRuns(instalment.penaltyRuns) !== instalment.penaltyNgwee) {
    problems.push(`${name}: its penalty is not the sum of its days`);
  }
  if (instalment.startsOn >= instalment.dueOn) problems.push(`${name}: is due before it starts`);
  let lastOn: Day = instalment.dueOn;
  for (const run of instalment.penaltyRuns) {
    if (run.fromOn <= lastOn || run.throughOn < run.fromOn) problems.push(`${name}: penalty days overlap`);
    lastOn = run.throughOn;
  }
  return problems;
}

function problemsOfPlan(loan: Loan): string[] {
  const problems: string[] = [];
  const principal = sum(loan.instalments.map((instalment) => instalment.principalNgwee));
  if (principal !== loan.terms.principalNgwee) problems.push('the plan does not repay exactly the principal');
  if (loan.instalments.length !== loan.terms.instalmentCount)
    problems.push('an instalment is missing or too many');
  loan.instalments.forEach((instalment, index) => {
    const previous = loan.instalments[index - 1];
    if (instalment.period !== index + 1) problems.push('the periods are not numbered from 1');
    if (previous !== undefined && previous.dueOn >= instalment.dueOn)
      problems.push('the due dates are out of order');
  });
  if (chargesSoFar(loan) > share(loan.terms.principalNgwee, loan.terms.chargeCapRate)) {
    problems.push('the charges are above the cap');
  }
  const interest = sum(loan.instalments.map((instalment) => instalment.interestNgwee));
  if (loan.interestEarnedNgwee > interest) problems.push('more interest is earned than charged');
  if (loan.feeEarnedNgwee > serviceFeeOf(loan)) problems.push('more fee is earned than charged');
  return problems;
}

function problemsOfState(loan: Loan): string[] {
  const problems: string[] = [];
  const runs = isRunning(loan);
  const owed = owedOnLoan(loan).totalNgwee;
  if (runs && owed === 0) problems.push('it runs and owes nothing');
  if (loan.state === 'settled' && owed > 0) problems.push('it is settled and owes something');
  if (loan.state === 'settled' && loan.closedOn === null) problems.push('it is settled and has no last day');
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
    const daysLate = daysBetween(instalment.dueOn, loan.accruedThroughOn);
    const isCleared = owedOnInstalment(instalment).totalNgwee === 0;
    const state = isCleared ? 'settled' : daysLate > 0 ? 'overdue' : daysLate === 0 ? 'due' : 'scheduled';
    if (instalment.state !== state)
      problems.push(`instalment ${instalment.period}: is ${instalment.state}, not ${state}`);
  }
  const isOverdue = loan.instalments.some((instalment) => instalment.state === 'overdue');
  if ((loan.state === 'overdue') !== isOverdue) problems.push('its state is not the one of its instalments');
  return problems;
}

function isAmount(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount >= 0;
}
