import { addDays, type Day } from '@thumba/lending/day';
import type { Loan } from '@thumba/lending/loan';
import { ngwee } from '@thumba/lending/money';
import { nextBill } from '@thumba/lending/repayment';
import { findLoan } from '../book/loan/queries.ts';
import { askForService, type Service } from '../credit/servicing/staff-requests.ts';
import type { Step } from './loan-manner.ts';
import type { YearLender } from './year-lender.ts';
import type { YearLife } from './year-life.ts';
import { agreeByTwo, type YearOffice } from './year-office.ts';

/** Who asks, and who may approve it. */
const BY_TWO = {
  write_off: { maker: 'lweendo', checker: 'suwilanji' },
  hardship: { maker: 'kondwani', checker: 'mubita' },
  waiver: { maker: 'kondwani', checker: 'mubita' },
} as const;
const HARDSHIP_DAYS = 30;

type Asked = { service: Extract<Service, { kind: keyof typeof BY_TWO }>; reason: string };

/** What staff do for a loan: one person asks, and another approves. A step that the loan no longer needs is left out. */
export async function staffStep(
  lender: YearLender,
  office: YearOffice,
  { life, loanId, step }: { life: YearLife; loanId: number; step: Step },
): Promise<void> {
  const loan = (await findLoan(lender.db, life.borrowerId, loanId))?.loan;
  if (loan?.state !== 'overdue') return;
  const asked = askedOf(loan, step, lender.today());
  if (!asked) return;
  const { service, reason } = asked;
  const { maker, checker } = BY_TWO[service.kind];
  const request = await askForService(lender, service, { loanId, reason, staffName: maker });
  if (!request.ok) throw new Error(`a step of staff in the year was refused: ${request.refusal.kind}`);
  await agreeByTwo(lender, office, request.value, { maker, checker, reason: 'Seen the calls and the loan' });
}

function askedOf(loan: Loan, step: Step, today: Day): Asked | undefined {
  switch (step.kind) {
    case 'write_off':
      return { service: { kind: 'write_off' }, reason: 'Does not answer for three months' };
    case 'hardship': {
      const owed = loan.instalments.filter(({ state }) => state !== 'settled');
      const dueDates = owed.map((_, index) => addDays(today, HARDSHIP_DAYS * (index + 1)));
      return {
        service: { kind: 'hardship', dueDates },
        reason: 'Lost the job, and has a new one from next month',
      };
    }
    case 'waive_penalty': {
      const bill = nextBill(loan, today);
      const instalment = bill && loan.instalments.find(({ period }) => period === bill.period);
      if (!instalment) return undefined;
      const owed = instalment.penaltyNgwee - instalment.penaltyPaidNgwee;
      const amountNgwee = ngwee(Math.floor((owed * step.percent) / 100));
      if (amountNgwee === 0) return undefined;
      const { period } = instalment;
      return {
        service: { kind: 'waiver', period, charge: 'penalty', amountNgwee },
        reason: 'Agreed on the phone',
      };
    }
    default:
      return undefined;
  }
}
