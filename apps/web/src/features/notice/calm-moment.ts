import { USER_STATUS } from '@thumba/contract/codes';
import type { LoanInfo } from '../../platform/session.ts';

/** In every other status a borrower is new, late, declined, blocked, or waits for a loan. */
const CALM_STATUSES: readonly (number | undefined)[] = [USER_STATUS.mayBorrow, USER_STATUS.active];
/** From so many days before the due day on, the bill comes first. */
const LAST_DAYS = 3;

type Loan = NonNullable<LoanInfo['order']>;

export type Moment = {
  path: string;
  /** Undefined while it is not known. */
  userStatus: number | undefined;
  /** The borrower asked for a loan and has not seen its estimated bill yet. */
  isOnTheWay: boolean;
  /** The money of a loan has arrived in the last days, and home says so above the bill. */
  isMoneyNews: boolean;
  /** Whether this phone still has to be confirmed; undefined while it is not known. */
  isNewDevice: boolean | undefined;
  /** Since the page was loaded, the borrower has signed in or paid. */
  isQuietVisit: boolean;
  loan: Pick<Loan, 'daysUntilDue' | 'pendingPaymentId' | 'cancelUntil'> | undefined;
};

/** Whether an offer of the lender would not disturb. It never covers another page than home. */
export function isCalm({ path, userStatus, isNewDevice, loan, ...busy }: Moment): boolean {
  return (
    path === '/home' &&
    CALM_STATUSES.includes(userStatus) &&
    isNewDevice === false &&
    !busy.isOnTheWay &&
    !busy.isMoneyNews &&
    !busy.isQuietVisit &&
    (loan === undefined || isCalmLoan(loan))
  );
}

/** No payment is on its way, the money cannot be given back free of charge any more, and the bill is not due soon. */
function isCalmLoan({
  pendingPaymentId,
  cancelUntil,
  daysUntilDue = 0,
}: NonNullable<Moment['loan']>): boolean {
  return pendingPaymentId === undefined && cancelUntil === undefined && daysUntilDue > LAST_DAYS;
}
