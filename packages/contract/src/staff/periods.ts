import { z } from 'zod';
import { day, id, instant } from '../fields.ts';
import { bookPeriod } from './books.ts';
import { reason } from './people.ts';

const params = z.object({ period: bookPeriod });

const event = z.object({
  eventId: id,
  period: z.string(),
  kind: z.enum(['close_asked', 'closed', 'reopen_asked', 'reopened', 'declined']),
  by: z.string(),
  /** The person who asked for what was done. */
  askedBy: z.string().nullable(),
  reason: z.string(),
  journalId: id.nullable(),
  at: instant,
});

export const periods = {
  listPeriods: {
    query: z.object({
      before: z.coerce.number().int().positive().optional(),
      pageSize: z.coerce.number().int().min(1).max(100).default(40),
    }),
    output: z.object({
      closedThrough: day.nullable(),
      /** The month that is not over. */
      current: z.string(),
      /** The periods that can be closed next, each with what has to be done before. */
      next: z.array(z.object({ period: z.string(), holds: z.array(z.string()) })),
      /** Months that are over and open, in their order. */
      waiting: z.array(z.string()),
      /** Closings that wait for a second person. */
      asked: z.array(z.object({ ...event.shape, isOwn: z.boolean() })),
      /** The closed periods that can be opened again. */
      reopenable: z.array(z.string()),
      /** What was done last, the latest first. */
      events: z.array(event),
      isMore: z.boolean(),
    }),
  },
  askForClosing: {
    params,
    body: z.object({ reason: reason.or(z.literal('')).default('') }),
    output: z.null(),
  },
  closePeriod: {
    params,
    output: z.object({
      /** The journal that ended a year, where one was posted. */
      journalId: id.nullable(),
    }),
  },
  declineClosing: { params, body: z.object({ reason }), output: z.null() },
  askForReopening: { params, body: z.object({ reason }), output: z.object({ requestId: id }) },
};
