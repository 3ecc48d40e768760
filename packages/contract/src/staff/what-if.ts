import { LOAN_ENDINGS } from '@thumba/lending/what-if';
import { z } from 'zod';
import { day, id, idInPath, instant, kwachaOut, nothing, pageSize } from '../fields.ts';
import { bookDay } from './book-day.ts';
import { staffPerson } from './people.ts';

export const WHAT_IF_OUTCOMES = ['approve', 'refer', 'decline'] as const;
/** `differs`: the version of then decides otherwise today than it did, which is a fault. */
export const WHAT_IF_FATES = ['decided', 'differs', 'incomplete', 'erased'] as const;

const outcome = z.enum(WHAT_IF_OUTCOMES);
const ending = z.enum(LOAN_ENDINGS);
const fate = z.enum(WHAT_IF_FATES);
const params = z.object({ runId: idInPath });

/** A part of the offer as `catalogue.ts` describes it. The server names the field that it refuses. */
const content = z.unknown();
const band = z.coerce.number().int().min(-100_000_000).max(100_000_000).optional();

const run = z.object({
  runId: id,
  startedBy: staffPerson,
  startedAt: instant,
  endedAt: instant.nullable(),
  /** `stopped`: the person stopped it. */
  state: z.enum(['running', 'done', 'stopped']),
  fromOn: day,
  throughOn: day,
  productId: id.nullable(),
  /** How many applications there are to look at, and how many were looked at. */
  applications: z.int(),
  lookedAt: z.int(),
});

export const whatIf = {
  listWhatIfs: { output: z.object({ items: z.array(run) }) },
  startWhatIf: {
    body: z.object({
      fromOn: bookDay,
      throughOn: bookDay,
      productId: id.nullable().default(null),
      rules: content,
      scorecard: content,
    }),
    output: z.object({ runId: id }),
  },
  stopWhatIf: { params, output: nothing },
  getWhatIf: {
    params,
    output: run.extend({
      /** What was tried, as `catalogue.ts` describes it. */
      rules: content,
      scorecard: content,
      /** Those that were decided again, by what the rules said then (`was`), what the draft says (`would`), and what became of the loan. */
      cells: z.array(z.object({ was: outcome, would: outcome, ending, applications: z.int() })),
      /** Bands of points, from the lowest: `fromPoints` and the points up to the next band. */
      bandPoints: z.int(),
      bands: z.array(
        z.object({
          fromPoints: z.int(),
          /** Applications with such points under their own version, and under the draft. */
          was: z.int(),
          would: z.int(),
          /** What became of the loans of those with such points under the draft. */
          endings: z.record(ending, z.int()),
        }),
      ),
      /** Applications that the version of then decides otherwise today than it did. It must be 0. */
      differ: z.int(),
      /** Those of deleted accounts, and those whose inputs were erased. */
      erased: z.int(),
      incomplete: z.int(),
      /** How many applications lack an input. One application can lack several. */
      missing: z.array(z.object({ input: z.string(), applications: z.int() })),
      /** Whose counts of numbers and networks are those of other windows than the draft's. */
      otherWindows: z.int(),
    }),
  },
  listWhatIfApplications: {
    params,
    query: z.object({
      fate: fate.default('decided'),
      was: outcome.optional(),
      would: outcome.optional(),
      ending: ending.optional(),
      /** The band of the points under the own version, and under the draft. */
      wasBand: band,
      wouldBand: band,
      /** The loan after which the page begins. */
      after: z.coerce.number().int().positive().optional(),
      pageSize,
    }),
    output: z.object({
      items: z.array(
        z.object({
          loanId: id,
          appliedOn: day,
          productName: z.string(),
          amount: kwachaOut,
          fate,
          was: outcome.nullable(),
          would: outcome.nullable(),
          wasPoints: z.int().nullable(),
          wouldPoints: z.int().nullable(),
          /** What a person decided; null where no person did. */
          reviewed: z.enum(['approve', 'decline']).nullable(),
          ending,
          missing: z.array(z.string()),
        }),
      ),
      next: id.nullable(),
    }),
  },
};
