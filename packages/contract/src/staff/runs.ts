import { z } from 'zod';
import { day, id, instant, kwachaOut } from '../fields.ts';

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Write a month like 2026-12.');

const order = z.object({
  orderId: id,
  month: z.string(),
  by: z.string(),
  at: instant,
  endedAt: instant.nullable(),
  /** Null while it is under way; false where it ended before its end. */
  isDone: z.boolean().nullable(),
  /** What it did, in sentences. */
  lines: z.array(z.string()),
});

const group = z.object({
  name: z.string(),
  loans: z.int(),
  gross: kwachaOut,
  expectedLoss: kwachaOut,
  provision: kwachaOut,
  interestInSuspense: kwachaOut,
  chargedOff: kwachaOut,
});

export const runs = {
  listRuns: {
    output: z.object({
      /** How income is shown over time. */
      policy: z.enum(['straight_line', 'effective']),
      next: z.object({
        month: z.string(),
        /** Why it cannot be run yet; null where it can. */
        whyNot: z.string().nullable(),
      }),
      underWay: z
        .object({
          ...order.shape,
          step: z.enum(['income', 'losses']),
          /** The share of the borrowers whose loans the step of the income went through, in percent. */
          percent: z.int(),
          loansSeen: z.int(),
        })
        .nullable(),
      /** The latest month first. */
      months: z.array(
        z.object({
          month: z.string(),
          loansSeen: z.int(),
          loansMoved: z.int(),
          interest: kwachaOut,
          fees: kwachaOut,
          by: z.string(),
          finishedAt: instant.nullable(),
          /** Null where the losses of the month were not run. */
          losses: z.object({ runId: id, expectedLoss: kwachaOut, gross: kwachaOut }).nullable(),
        }),
      ),
      /** Those that were asked for in the console, the latest first. */
      orders: z.array(order),
    }),
  },
  getRun: {
    params: z.object({ month }),
    output: z.object({
      runId: id,
      month: z.string(),
      through: day,
      loans: z.int(),
      by: z.string(),
      at: instant,
      supersededRunId: id.nullable(),
      gross: kwachaOut,
      expectedLoss: kwachaOut,
      expense: kwachaOut,
      provision: kwachaOut,
      interestInSuspense: kwachaOut,
      usedByWriteOffs: kwachaOut,
      newlyChargedOff: kwachaOut,
      tables: z.array(z.object({ name: z.string(), version: z.int(), isConfirmed: z.boolean() })),
      classes: z.array(group),
      stages: z.array(group),
      movement: z.array(z.object({ title: z.string(), amount: kwachaOut })),
      journals: z.array(z.object({ journalId: id, kind: z.string(), amount: kwachaOut })),
    }),
  },
  previewLosses: {
    params: z.object({ month }),
    output: z.object({
      through: day,
      classes: z.array(group),
      /** The run of the month before. */
      before: z.object({ month: z.string(), expectedLoss: kwachaOut }).nullable(),
    }),
  },
  startMonthEnd: {
    params: z.object({ month }),
    output: z.object({ orderId: id }),
  },
};
