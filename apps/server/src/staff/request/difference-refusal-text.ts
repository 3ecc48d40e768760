import { formatKwacha } from '@thumba/lending/money';
import { REASON_NEEDED_TEXT } from '../../book/staff-action.ts';
import { describeServicingRefusal } from '../../credit/servicing/refusal-text.ts';
import type { TakeBackRefusal } from '../../money/reconciliation/take-back.ts';

export type MatchRefusal =
  | TakeBackRefusal
  /** The amounts are not those that the second person saw. */
  | { kind: 'difference_changed' };

/** One sentence for staff. */
export function describeResolutionRefusal(refusal: MatchRefusal): string {
  switch (refusal.kind) {
    case 'no_such_difference':
      return 'There is no difference with this number.';
    case 'already_resolved':
      return 'This difference is resolved already.';
    case 'being_posted':
      return `This difference is being posted to ${refusal.loanId === null ? 'a payout of wallet credit' : `order ${refusal.loanId}`}. If that broke off, post it there again.`;
    case 'reason_needed':
      return REASON_NEEDED_TEXT;
    case 'waits_for_operator':
      return 'The operator is being asked how this payment ended, and what it says is posted by itself.';
    case 'nothing_to_place':
      return 'Nothing of this stands in our float, so there is nothing to place.';
    case 'given_back':
      return 'The operator gave this money back, so it stands in no float and belongs to no loan. Leave it, and the reversal too.';
    case 'stands_in_float':
      return 'Our book has the money that the operator gave back. Put the difference into suspense, and cover it with the money that came.';
    case 'not_for_a_loan':
      return 'Only money that came, and that no payment of ours accounts for, can go to a loan.';
    case 'no_such_loan':
      return 'There is no order with this number that was paid out.';
    case 'not_for_a_payout':
      return 'Only money that left, and that our book does not have as paid, can be a payout.';
    case 'other_number':
      return 'The operator paid this money to another number, so it was another payout. If no payout that waits is to its number, put it into suspense.';
    case 'no_such_payout':
      return 'No payout with this number waits since the database was restored, at the same operator and of the same amount. npm run doctor lists those that wait. If it is listed, try again in a minute.';
    case 'second_person_needed':
      return 'Money moved here, so a second person has to approve that both books are left as they are. Please ask for it.';
    case 'payout_is_linked':
      return `This payout is difference ${refusal.differenceId}, and cannot be another one too.`;
    case 'not_a_collection':
      return 'Only a payment of a borrower can be taken back, and this is a payout.';
    case 'not_taken_back':
      return 'Only a payment of ours that the statement shows as reversed, or does not show, can be taken back.';
    case 'part_taken_back':
      return `The operator took ${formatKwacha(refusal.takenNgwee)} of ${formatKwacha(refusal.paidNgwee)} back, and a payment is taken back whole. Put the difference into suspense.`;
    case 'taken_back_before':
      return `This payment was taken back before, by difference ${refusal.differenceId}. If this is the same reversal in another row, leave it.`;
    case 'already_reversed':
      return `Receipt ${refusal.receiptNo} was reversed before with npm run servicing, and its money is in suspense. Put the difference into suspense too.`;
    case 'difference_changed':
      return 'The difference changed since this was asked for. Nothing was done. Please ask again.';
    default:
      return describeServicingRefusal(refusal);
  }
}
