import { formatKwacha } from '@thumba/lending/money';
import { describeLendingRefusal, describeStaffRefusal } from '../../book/staff-action.ts';
import type { PlacementRefusal } from './previews.ts';

/** One sentence for staff. */
export function describePlacementRefusal(refusal: PlacementRefusal): string {
  switch (refusal.kind) {
    case 'no_such_loan':
    case 'reason_needed':
    case 'key_reused':
      return describeStaffRefusal(refusal);
    case 'no_such_piece':
      return `There is no piece ${refusal.entryId} in suspense: "npm run suspense" lists them.`;
    case 'piece_named_twice':
      return `Piece ${refusal.entryId} is named twice.`;
    case 'nothing_left':
      return `Nothing of piece ${refusal.entryId} is to be placed.`;
    case 'more_than_left':
      return `Only ${formatKwacha(refusal.leftNgwee)} of piece ${refusal.entryId} is left.`;
    case 'money_that_left':
      return `Piece ${refusal.entryId} is money that left. It can only be covered by money that came.`;
    case 'money_that_came':
      return `Piece ${refusal.entryId} is money that came, so there is nothing to cover.`;
    case 'given_back':
      return `The operator gave ${formatKwacha(refusal.amountNgwee)} of piece ${refusal.entryId} back: difference ${refusal.differenceId}. Resolve that first. If it is put into suspense, cover what left with this piece.`;
    case 'loan_moved_on':
      return 'The loan changed since this was asked for. Nothing was done. Please ask again.';
    case 'no_such_borrower':
      return 'There is no such borrower.';
    case 'payer_not_known':
      return `The number that piece ${refusal.entryId} came from is not known. Place it on a loan or in a wallet.`;
    case 'different_payers':
      return 'These pieces came from different numbers. Send each back by itself.';
    case 'operator_not_connected':
      return 'No money can be sent through the operator of this number: it is not connected.';
    case 'operator_stopped':
      return 'No money can be sent through the operator of this number: it is stopped. See Operators.';
    case 'payment_pending':
      return `A payment of ${formatKwacha(refusal.amountNgwee)} is under way on this loan. Please wait until it has ended.`;
    default:
      return describeLendingRefusal(refusal);
  }
}
