import { addDays } from '@thumba/lending/day';
import { ngwee } from '@thumba/lending/money';
import type { Outcome } from '@thumba/lending/outcome';
import { nextBill } from '@thumba/lending/repayment';
import { findLoan } from '../book/loan/queries.ts';
import {
  agreeHardshipOfLoan,
  type ServicingRefusal,
  waiveChargeOfLoan,
  writeOffLoan,
} from '../credit/servicing/commands.ts';
import type { Step } from './loan-manner.ts';
import type { YearLender } from './year-lender.ts';
import type { YearLife } from './year-life.ts';

/** Two people of staff agree on what is done for one loan. */
const BY_TWO = { staffName: 'kondwani', approvedBy: 'staff:mwansa' };
const HARDSHIP_DAYS = 30;

/** What staff do for a loan. A step that the loan no longer needs is left out. */
export async function staffStep(
  lender: YearLender,
  { life, loanId, step }: { life: YearLife; loanId: number; step: Step },
): Promise<void> {
  const { borrowerId } = life;
  const loan = (await findLoan(lender.db, borrowerId, loanId))?.loan;
  if (loan?.state !== 'overdue') return;
  const request = { loanId, borrowerId, ...BY_TWO };
  switch (step.kind) {
    case 'write_off':
      return served(await writeOffLoan(lender, { ...request, reason: 'Does not answer for three months' }));
    case 'hardship': {
      const owed = loan.instalments.filter(({ state }) => state !== 'settled');
      const dueDates = owed.map((_, index) => addDays(lender.today(), HARDSHIP_DAYS * (index + 1)));
      return served(
        await agreeHardshipOfLoan(lender, {
          ...request,
          dueDates,
          reason: 'Lost the job, and has a new one from next month',
        }),
      );
    }
    case 'waive_penalty': {
      const bill = nextBill(loan, lender.today());
      const instalment = bill && loan.instalments.find(({ period }) => period === bill.period);
      if (!instalment) return;
      const owed = instalment.penaltyNgwee - instalment.penaltyPaidNgwee;
      const amountNgwee = ngwee(Math.floor((owed * step.percent) / 100));
      if (amountNgwee === 0) return;
      const charge = { period: instalment.period, charge: 'penalty' as const, amountNgwee };
      return served(
        await waiveChargeOfLoan(lender, { ...request, ...charge, reason: 'Agreed on the phone' }),
      );
    }
  }
}

function served(outcome: Outcome<unknown, ServicingRefusal>): void {
  if (!outcome.ok) throw new Error(`a step of staff in the year was refused: ${outcome.refusal.kind}`);
}
