import type { StaffAnswer, StaffBody } from '@thumba/contract/staff/wire';
import { day } from '@thumba/lending/day';
import { parseKwacha, toKwacha } from '@thumba/lending/money';
import type { SeenLoan } from './seen-loan.ts';

/** The loan as a page of the console got it and sends it back. */
export function shownLoan(seen: SeenLoan): StaffAnswer<'previewService'>['seen'] {
  return {
    principal: toKwacha(seen.principalNgwee),
    interest: toKwacha(seen.interestNgwee),
    fee: toKwacha(seen.feeNgwee),
    penalty: toKwacha(seen.penaltyNgwee),
    dueDates: [...seen.dueDates],
  };
}

export function readShownLoan({
  principal,
  interest,
  fee,
  penalty,
  dueDates,
}: StaffBody<'doService'>['seen']): SeenLoan {
  return {
    principalNgwee: parseKwacha(principal)!,
    interestNgwee: parseKwacha(interest)!,
    feeNgwee: parseKwacha(fee)!,
    penaltyNgwee: parseKwacha(penalty)!,
    dueDates: dueDates.map(day),
  };
}
