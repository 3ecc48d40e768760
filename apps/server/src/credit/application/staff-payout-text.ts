import type { LoanStateRefusal } from '@thumba/lending/application';
import { formatDay } from '@thumba/lending/day';
import type { PostingRefusal } from '../../book/posting-line/posting.ts';
import { describeStaffRefusal } from '../../book/staff-action.ts';
import type { OperatorRefusal } from '../../money/payment/operators/operator.ts';
import { lusakaDay, lusakaTime } from '../../platform/clock.ts';

/** Why the payout of a loan is not sent again. */
export type RetryRefusal =
  | LoanStateRefusal
  | { kind: 'no_such_loan' }
  | { kind: 'no_payout' }
  | { kind: 'payout_waits' }
  | { kind: 'payout_on_statement' }
  | { kind: 'loan_moved_on' }
  | { kind: 'no_such_account' }
  | OperatorRefusal
  | { kind: 'payout_number_shared' }
  | { kind: 'account_waits'; payoutsFrom: Date };

export function describeRetryRefusal(refusal: RetryRefusal | PostingRefusal): string {
  switch (refusal.kind) {
    case 'no_such_loan':
    case 'key_reused':
      return describeStaffRefusal(refusal);
    case 'no_payout':
      return 'This loan has no payout that could be sent again.';
    case 'wrong_state':
      return 'Only a payout that failed is sent again. This one is under way, or the borrower has the money.';
    case 'payout_waits':
      return 'This payout waits for a person or for its operator, and is sent by itself after that. Choose another number, or leave it.';
    case 'payout_on_statement':
      return 'The statement of the operator says that the borrower has the money of this payout. Please resolve this difference first.';
    case 'loan_moved_on':
      return 'The loan or its payout changed since this was asked for. Nothing was sent. Please look again.';
    case 'no_such_account':
      return 'The borrower has no such account.';
    case 'operator_not_connected':
      return 'The lender is not connected to the operator of this number. Please choose another account.';
    case 'operator_stopped':
      return 'The operator of this number is stopped: see Operators. Please choose another account, or wait until it runs.';
    case 'payout_number_shared':
      return 'Another borrower uses this number. Please choose another account.';
    case 'account_waits': {
      const atMs = refusal.payoutsFrom.getTime();
      return `This account is new. It can get money from ${formatDay(lusakaDay(atMs))} at ${lusakaTime(atMs)}.`;
    }
  }
}
