import { formatKwacha } from '@thumba/lending/money';
import { describeLendingRefusal, describeStaffRefusal } from '../../book/staff-action.ts';
import type { ServicingRefusal } from './commands.ts';

/** One sentence for the member of staff, who is not the borrower. */
export function describeServicingRefusal(refusal: ServicingRefusal): string {
  switch (refusal.kind) {
    case 'no_such_loan':
    case 'reason_needed':
    case 'key_reused':
      return describeStaffRefusal(refusal);
    case 'loan_moved_on':
      return 'The loan changed since this was asked for. Nothing was done. Please ask again.';
    case 'no_such_posting':
      return 'There is no posting with this receipt: "npm run servicing -- show <order>" lists those of an order.';
    case 'payment_pending':
      return `A payment of ${formatKwacha(refusal.amountNgwee)} is under way. Please wait until it has ended.`;
    case 'wrong_state':
      // Everything but a write-off can be done to a loan that runs.
      return refusal.state === 'active'
        ? 'Only an overdue loan is written off, and this one is not late.'
        : describeLendingRefusal(refusal);
    default:
      return describeLendingRefusal(refusal);
  }
}
