import { z } from 'zod';
import { day, id, idInPath, instant, visibleText } from '../fields.ts';
import { bookDay } from './book-day.ts';
import { BOOK_REPORTS, type BookReport, REPORT_FILE_FORMATS } from './books-words.ts';
import { reason } from './people.ts';
import { RETURN_CLASSES, RETURN_FIGURES, SCHEDULE_STEPS, type ScheduleStep } from './return-words.ts';

const lineCode = z.string().regex(/^[A-Za-z0-9.]{1,10}$/, 'Write a code like A1.');
const MOST_LINES = 200;
const seenText = (most: number) => visibleText(most).refine((text) => text.trim() !== '', 'Write a text.');
const named = { part: seenText(80), code: lineCode, title: seenText(120) };

/** A line of the return: accounts of the chart, the result, a class of loans, or the sum of lines above it. */
const returnLine = z.discriminatedUnion('is', [
  z.strictObject({
    ...named,
    is: z.literal('accounts'),
    accounts: z
      .array(z.string().regex(/^[a-z0-9_]{1,60}$/))
      .min(1)
      .max(60),
  }),
  z.strictObject({ ...named, is: z.literal('result') }),
  z.strictObject({
    ...named,
    is: z.literal('class'),
    loanClass: z.enum(RETURN_CLASSES),
    figure: z.enum(RETURN_FIGURES),
  }),
  z.strictObject({ ...named, is: z.literal('sum'), of: z.array(lineCode).min(1).max(60) }),
]);

const layout = {
  source: seenText(300),
  /** Whether the lender compared it with the form of the regulator. */
  isConfirmed: z.boolean(),
  startsOn: bookDay,
  lines: z.array(returnLine).min(1).max(MOST_LINES),
};

const step = z.enum(Object.keys(SCHEDULE_STEPS) as [ScheduleStep, ...ScheduleStep[]]);

const scheduled = {
  report: z.enum(BOOK_REPORTS as [BookReport, ...BookReport[]]),
  every: step,
  /** So many days after the end of its period. */
  daysAfter: z.int().min(1).max(28),
  format: z.enum(REPORT_FILE_FORMATS),
};

const run = z.object({
  runId: id,
  scheduleId: id,
  report: z.string(),
  from: day,
  to: day,
  /** Null while the file is not made. */
  madeAt: instant.nullable(),
  fileName: z.string().nullable(),
  rows: z.int().nullable(),
  bytes: z.int().nullable(),
  sha256: z.string().nullable(),
  /** Checks of the report that did not hold. */
  openChecks: z.int().nullable(),
  tries: z.int(),
  /** Why the last try made no file. */
  failure: z.string().nullable(),
});

export const returns = {
  getReturnLayout: {
    output: z.object({
      /** The latest version first. */
      versions: z.array(
        z.object({
          ...layout,
          version: z.int(),
          savedBy: z.string(),
          savedAt: instant,
          /** The version by which the return of today is made. */
          isInForce: z.boolean(),
        }),
      ),
    }),
  },
  askForReturnLayout: { body: z.object({ ...layout, reason }), output: z.object({ requestId: id }) },
  listSchedules: {
    output: z.object({
      items: z.array(
        z.object({
          ...scheduled,
          scheduleId: id,
          begins: day,
          madeBy: z.string(),
          madeAt: instant,
          endedBy: z.string().nullable(),
          endedAt: instant.nullable(),
          lastRun: run.nullable(),
        }),
      ),
    }),
  },
  listScheduleRuns: {
    query: z.object({
      before: z.coerce.number().int().positive().optional(),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
    }),
    output: z.object({ items: z.array(run), isMore: z.boolean() }),
  },
  askForSchedule: {
    body: z.object({ ...scheduled, begins: bookDay, reason }),
    output: z.object({ requestId: id }),
  },
  endSchedule: {
    params: z.object({ scheduleId: idInPath }),
    body: z.object({ reason }),
    output: z.null(),
  },
  tryScheduleRunAgain: { params: z.object({ runId: idInPath }), output: z.null() },
  downloadScheduleRun: { params: z.object({ runId: idInPath }), output: z.null() },
};
