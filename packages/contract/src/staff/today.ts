import { OPERATOR_NAMES } from '@thumba/lending/ledger';
import { z } from 'zod';
import { day, instant, kwachaOut } from '../fields.ts';
import { LOOK_AROUND_STEPS } from './look-around.ts';

/** What can wait for a person. */
export const WAITING_KINDS = [
  'application',
  'request',
  'complaint',
  'mobile_change',
  'unknown_payment',
  'difference',
  'suspense',
  'held_payout',
  'compliance_hit',
  'alert_case',
  'suspicion_report',
  'journal_proposal',
  'period_request',
] as const;

export type WaitingKind = (typeof WAITING_KINDS)[number];

/** Counts stop here, and `isMore` says that there are more. */
export const MOST_COUNTED = 10_000;

const waiting = z.object({
  kind: z.enum(WAITING_KINDS),
  count: z.int(),
  isMore: z.boolean(),
  oldestAt: instant,
  /** By when the first of them has to be done, where there is such a day. */
  dueOn: day.nullable(),
});

const collected = z.object({
  on: day,
  /** What was to be paid on this day by the dates of the plans. */
  due: kwachaOut,
  /** What was collected on this day until the same hour. */
  collectedSoFar: kwachaOut,
  collected: kwachaOut,
});

export const today = {
  getToday: {
    output: z.object({
      businessDate: day,
      asOf: instant,
      /** Oldest first. */
      waiting: z.array(waiting),
      /** `null` for a person who has nothing to do with the float. */
      float: z
        .array(
          z.object({
            operator: z.enum(OPERATOR_NAMES),
            /** The balances as our book has them. */
            payoutBalance: kwachaOut,
            collectionBalance: kwachaOut,
            heldPayouts: z.int(),
            heldAmount: kwachaOut,
            /** How long it covers payouts at the pace of the last 7 days; `null` where nothing was paid out. */
            hoursCovered: z.number().nullable(),
          }),
        )
        .nullable(),
      failedWork: z.object({
        /** Messages that were tried several times and not sent. */
        messages: z.int(),
        /** Requests that were approved and could not be done, in the last 7 days. */
        requests: z.int(),
        /** Steps of payments that no running process takes. */
        overdueSteps: z.int(),
        dayEndedThrough: day,
      }),
      collected: z.object({ today: collected, sameWeekdayBefore: collected }),
      paidOut: z.object({ amount: kwachaOut, count: z.int(), ceiling: kwachaOut.nullable() }),
      /** At the end of the last business day that was ended; `null` before the first. */
      late: z
        .object({ on: day, principal: kwachaOut, shareLate1: z.number(), shareLate30: z.number() })
        .nullable(),
      codes: z.object({ sent: z.int(), verified: z.int() }),
      doctor: z
        .object({
          examinedAt: instant,
          isSound: z.boolean(),
          faults: z.int(),
          notices: z.int(),
          isOlderThanADay: z.boolean(),
        })
        .nullable(),
      /** What to try first, for a person who has not tried all of it. `null` once it is done or put away. */
      lookAround: z.array(z.object({ step: z.enum(LOOK_AROUND_STEPS), isDone: z.boolean() })).nullable(),
      /** What was collected by the end of each hour of the day, in Lusaka. */
      hours: z.array(
        z.object({
          hour: z.int(),
          /** `null` for an hour that has not begun. */
          today: kwachaOut.nullable(),
          sameWeekdayBefore: kwachaOut,
          /** The mean of this weekday over 8 weeks. */
          mean: kwachaOut,
        }),
      ),
    }),
  },
  putAwayLookAround: { output: z.null() },
};
