import { cancellationSucceeded } from './cooling-off.ts';
import { extensionSucceeded } from './extension.ts';
import type { Change, Loan, QuotedPurpose } from './loan.ts';
import type { ReceivedMoney } from './payment-posting.ts';
import { repaymentSucceeded } from './repayment.ts';
import { settlementSucceeded } from './settlement.ts';

/**
 * Posts money that an operator collected, by its purpose. It is never refused. A collection that failed, of any
 * purpose, goes to `repaymentFailed`.
 */
export function collectionSucceeded(loan: Loan, received: ReceivedMoney & QuotedPurpose): Change {
  switch (received.purpose) {
    case 'repayment':
      return repaymentSucceeded(loan, received);
    case 'extension':
      return extensionSucceeded(loan, received);
    case 'settlement':
      return settlementSucceeded(loan, received);
    case 'cooling_off':
      return cancellationSucceeded(loan, received);
  }
}
