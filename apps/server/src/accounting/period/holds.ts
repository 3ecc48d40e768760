import { endOf, isOfAdjustments, type Period } from '@thumba/accounting/period';
import { formatKwacha } from '@thumba/lending/money';
import { findLastEndedDay } from '../../book/calendar/calendar.ts';
import type { Transaction } from '../../platform/database.ts';
import { debitBalanceThrough } from '../daily-total/balances.ts';
import { listOpenProposals } from '../journal/queries.ts';

/** What has to be done before a period is closed: for a person at the terminal, with the command, and in the console. */
export type Hold = { atTerminal: string; inConsole: string };

/**
 * Finds what has to be done before a period can be closed, in plain sentences. None means that nothing holds it up. The
 * command hands the list of them over, so that each room says what it waits for.
 */
export type CloseHold = (db: Transaction, period: Period) => Promise<Hold[]>;

/** The end of day has run for all days of the period. */
export const daysNotEnded: CloseHold = async (db, period) => {
  const endedThroughOn = await findLastEndedDay(db);
  if (endedThroughOn !== undefined && endedThroughOn >= endOf(period)) return [];
  const through = `The end of day was run through ${endedThroughOn ?? 'no day'}`;
  return [
    {
      atTerminal: `${through}: npm run day runs the days that are missing.`,
      inConsole: `${through}, and has to run for every day of the period.`,
    },
  ];
};

/** No journal waits for a second person that would be booked in the period. */
export const openProposals: CloseHold = async (db, period) => {
  const bookingKind = isOfAdjustments(period) ? 'adjustment' : 'ordinary';
  const proposals = await listOpenProposals(db, endOf(period));
  return proposals
    .filter((proposal) => proposal.bookingKind === bookingKind)
    .map(({ proposalId, bookedOn }) => {
      const waits = `Journal proposal ${proposalId}, booked on ${bookedOn}, waits for a second person`;
      return {
        atTerminal: `${waits}: npm run journal -- approve ${proposalId}, or decline.`,
        inConsole: `${waits}, who approves or declines it.`,
      };
    });
};

/** Opening balances that were taken on in parts have come to nothing. */
export const openingBalances: CloseHold = async (db, period) => {
  const balanceNgwee = -(await debitBalanceThrough(db, 'opening_balance', endOf(period)));
  if (balanceNgwee === 0) return [];
  const balance = formatKwacha(balanceNgwee);
  return [
    {
      atTerminal: `opening_balance stands at ${balance}: npm run journal -- take-on takes on the rest.`,
      inConsole: `The account for opening balances stands at ${balance}. A journal has to take on the rest.`,
    },
  ];
};
