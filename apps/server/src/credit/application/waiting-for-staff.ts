import { pictureAskedAgain } from '../../book/loan/picture-request.ts';
import { isWaitingForBorrower } from './read-evidence.ts';

/** SQL: that the loan `l` is an application that waits for staff, and not for its borrower. */
export const IS_WAITING_FOR_STAFF = `l.state = 'applied' and not ${isWaitingForBorrower('l.borrower_id', 'l.loan_id')}
  and ${pictureAskedAgain('l.borrower_id')} is null`;
