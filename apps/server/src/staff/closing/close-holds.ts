import { firstDayOf } from '@thumba/accounting/month';
import { endOf, isOfAdjustments } from '@thumba/accounting/period';
import { formatDay } from '@thumba/lending/day';
import { findUnsignedDays, type UnsignedDay } from '../../accounting/bank/wallet-day.ts';
import { lacksRun } from '../../accounting/impairment/queries.ts';
import { holdWithoutAccrual, isBeforeFirstRun, isFromFirstRun } from '../../accounting/month-end/accrual.ts';
import {
  type CloseHold,
  daysNotEnded,
  openingBalances,
  openProposals,
} from '../../accounting/period/holds.ts';
import { OPERATOR_TITLES } from '../../people/borrower/accounts.ts';

const DAYS_LISTED = 5;

/** Holds the close while the income of the month is not in the book. */
const incomeNotAccrued: CloseHold = async (db, period) => {
  if (isOfAdjustments(period) || (await isBeforeFirstRun(db, period))) return [];
  const hold = await holdWithoutAccrual(db, period);
  return hold === null ? [] : [hold];
};

/** Holds the close while the losses of the month were not run. */
const lossesNotRun: CloseHold = async (db, period) => {
  if (isOfAdjustments(period) || !(await isFromFirstRun(db, period))) return [];
  if (!(await lacksRun(db, period))) return [];
  const what = 'The losses of the month were not run';
  return [
    {
      atTerminal: `${what}: npm run month-end -- ${period} runs them.`,
      inConsole: `${what}. The month-end run does it.`,
    },
  ];
};

/** Holds the close while a day of a wallet on which money moved is not signed off. */
const walletsNotSigned: CloseHold = async (db, period) => {
  if (isOfAdjustments(period) || !(await isFromFirstRun(db, period))) return [];
  const days = await findUnsignedDays(db, firstDayOf(period), endOf(period));
  if (days.length === 0) return [];
  const list = (inWords: (day: UnsignedDay) => string) => {
    const listed = days.slice(0, DAYS_LISTED).map(inWords);
    if (days.length > DAYS_LISTED) listed.push(`and ${days.length - DAYS_LISTED} more`);
    return listed.join(', ');
  };
  const what = 'Days of wallets are not signed off';
  return [
    {
      atTerminal: `${what} (npm run wallets): ${list((day) => `${day.operator} ${day.direction} ${day.on_day}`)}.`,
      inConsole: `${what}: ${list(dayOfWallet)}.`,
    },
  ];
};

const dayOfWallet = ({ operator, direction, on_day: on }: UnsignedDay) =>
  `${OPERATOR_TITLES[operator]} ${direction}s of ${formatDay(on)}`;

/** What has to be done before a period is closed, in the order in which the command tells it. */
export const closeHolds: readonly CloseHold[] = [
  daysNotEnded,
  walletsNotSigned,
  incomeNotAccrued,
  lossesNotRun,
  openProposals,
  openingBalances,
];
