import { firstDayOf } from '@thumba/accounting/month';
import { endOf, isOfAdjustments } from '@thumba/accounting/period';
import { findUnsignedDays } from '../../accounting/bank/wallet-day.ts';
import { lacksRun } from '../../accounting/impairment/queries.ts';
import { holdWithoutAccrual, isBeforeFirstRun, isFromFirstRun } from '../../accounting/month-end/accrual.ts';
import {
  type CloseHold,
  daysNotEnded,
  openingBalances,
  openProposals,
} from '../../accounting/period/holds.ts';

const DAYS_LISTED = 5;

/** Holds the close while the income of the month is not in the book. */
const incomeNotAccrued: CloseHold = async (db, period) => {
  if (isOfAdjustments(period) || (await isBeforeFirstRun(db, period))) return [];
  const hold = await holdWithoutAccrual(db, period);
  return hold === null ? [] : [`The income of the month is not in the book: ${hold}.`];
};

/** Holds the close while the losses of the month were not run. */
const lossesNotRun: CloseHold = async (db, period) => {
  if (isOfAdjustments(period) || !(await isFromFirstRun(db, period))) return [];
  return (await lacksRun(db, period))
    ? [`The losses of the month were not run: npm run month-end -- ${period} runs them.`]
    : [];
};

/** Holds the close while a day of a wallet on which money moved is not signed off. */
const walletsNotSigned: CloseHold = async (db, period) => {
  if (isOfAdjustments(period) || !(await isFromFirstRun(db, period))) return [];
  const days = await findUnsignedDays(db, firstDayOf(period), endOf(period));
  const listed = days
    .slice(0, DAYS_LISTED)
    .map(({ operator, direction, on_day }) => `${operator} ${direction} ${on_day}`);
  if (days.length > DAYS_LISTED) listed.push(`and ${days.length - DAYS_LISTED} more`);
  return days.length === 0
    ? []
    : [`Days of wallets are not signed off (npm run wallets): ${listed.join(', ')}.`];
};

/** What has to be done before a period is closed, in the order in which the command tells it. */
export const closeHolds: readonly CloseHold[] = [
  daysNotEnded,
  walletsNotSigned,
  incomeNotAccrued,
  lossesNotRun,
  openProposals,
  openingBalances,
];
