import { z } from 'zod';
import { day } from '../fields.ts';
import { bookDay } from './book-day.ts';
import { INSIGHT_COMPARISONS, INSIGHT_PERIODS, INSIGHT_STEPS } from './insight-words.ts';

/** What every report takes: its days, and what they are compared with. `from` and `to` belong to the period `days`. */
export const insightPeriodQuery = {
  period: z.enum(INSIGHT_PERIODS).default('month'),
  from: bookDay.optional(),
  to: bookDay.optional(),
  compare: z.enum(INSIGHT_COMPARISONS).default('none'),
};

/** The days that a report is about, as the server counted them, and how long one point of its charts is. */
const insightDays = z.object({ from: day, through: day, step: z.enum(INSIGHT_STEPS) });

export const insightPeriodAnswer = { days: insightDays, comparedDays: insightDays.nullable() };
