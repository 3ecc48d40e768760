import { formatKwacha } from '@thumba/lending/money';
import type { TakeOnRefusal } from '@thumba/lending/take-on';
import type { LineProblem, WrittenLoan } from './loans-file.ts';

/** One plain sentence, and the line of the plan that it is about. */
export function describeTakeOnRefusal(refusal: TakeOnRefusal, loan: WrittenLoan): LineProblem {
  const line = 'period' in refusal ? loan.planLines[refusal.period - 1]! : loan.line;
  return { line, text: sentenceOf(refusal) };
}

function sentenceOf(refusal: TakeOnRefusal): string {
  switch (refusal.kind) {
    case 'wrong_number_of_plans':
      return `the terms have ${refusal.needed} plans`;
    case 'principal_not_of_terms':
      return 'the principal of the plans is not that of the terms';
    case 'nothing_paid_out':
      return 'the loan paid nothing out: write the principal of each plan, also of what is paid';
    case 'paid_out_later':
      return 'the loan was paid out after the day of the take-on';
    case 'due_dates_out_of_order':
      return 'the due dates are not in order: each is after the payout and after the one before, and a moved one after the original';
    case 'due_date_not_of_terms':
      return `by these terms and paid_out_on the plan is due from ${refusal.fromOn} to ${refusal.throughOn}: if an extension moved due_on, write the date that was signed in original_due_on`;
    case 'paid_above_charged':
      return `more ${refusal.charge} is paid than charged`;
    case 'penalty_before_due':
      return 'a penalty is charged on a plan that was never past due';
    case 'wrong_days_late':
      return refusal.least === refusal.most
        ? `days_late has to be ${refusal.least}, by the due date`
        : `days_late has to be from ${refusal.least} to ${refusal.most}, by the due dates`;
    case 'fee_was_deducted':
      return 'the fee of this product was kept back from the payout, so no plan has one';
    case 'interest_above_terms':
      return `the plans have more interest than these terms: at most ${formatKwacha(refusal.mostNgwee)}`;
    case 'fee_above_terms':
      return `the plans have more fee than these terms: at most ${formatKwacha(refusal.mostNgwee)}`;
    case 'above_charge_cap':
      return `interest, fees and penalties are ${formatKwacha(refusal.chargedNgwee)}, above the charge cap of ${formatKwacha(refusal.mostNgwee)}`;
    case 'owes_nothing':
      return 'the loan owes nothing: only running loans are taken on';
  }
}
