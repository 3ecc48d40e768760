import { USER_STATUS } from '@thumba/contract/codes';

/** The pages on the way to a loan. */
const ON_THE_WAY = /^\/(?:authentication|face|borrow-plan|al)(?:\/|$)/;
/** In every other status a borrower is new, late, declined, blocked, or waits for a loan. */
const CALM_STATUSES: readonly (number | undefined)[] = [USER_STATUS.mayBorrow, USER_STATUS.active];

type Moment = {
  path: string;
  /** Undefined while it is not known. */
  userStatus: number | undefined;
  /** The borrower asked for a loan and has not seen its estimated bill yet. */
  isOnTheWay: boolean;
  /** The money of a loan has arrived in the last days, and home says so above the bill. */
  isMoneyNews: boolean;
};

/** Whether an offer of the lender would not disturb. */
export function isCalm({ path, userStatus, isOnTheWay, isMoneyNews }: Moment): boolean {
  return (
    CALM_STATUSES.includes(userStatus) &&
    !isOnTheWay &&
    !ON_THE_WAY.test(path) &&
    !(isMoneyNews && path === '/home')
  );
}
