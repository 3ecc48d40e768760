import { LOAN_CLASSES } from '@thumba/accounting/classification';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { isRate, type Rate } from '@thumba/lending/rate';
import { z } from 'zod';
import type { NamedTable } from './tables.ts';

export type TableFormRefusal = { kind: 'not_that_form'; message: string };

const RATE_MESSAGE = 'must be a decimal in quotes, with at most ten decimals, like "0.2"';
const share = z.custom<Rate>((given) => typeof given === 'string' && isRate(given), RATE_MESSAGE);
const MOST_DAYS = 3650;
const DAYS_MESSAGE = `must be a whole number from 0 to ${MOST_DAYS}`;
const days = z.int(DAYS_MESSAGE).min(0, DAYS_MESSAGE).max(MOST_DAYS, DAYS_MESSAGE);
const TEXT_MESSAGE = 'must be a text from 3 to 500 letters';
const text = z.string(TEXT_MESSAGE).trim().min(3, TEXT_MESSAGE).max(500, TEXT_MESSAGE);
const flag = z.boolean('must be true or false');

const tableForm = z.discriminatedUnion('table', [
  z.strictObject({
    table: z.literal('classes'),
    source: text,
    isConfirmed: flag,
    classes: z
      .array(
        z.strictObject({
          loanClass: z.enum(LOAN_CLASSES),
          fromDaysPastDue: days,
          provisionRate: share,
          isNonPerforming: flag,
        }),
      )
      .max(LOAN_CLASSES.length),
    cureDays: days,
    chargeOffFromDaysPastDue: days,
  }),
  z.strictObject({
    table: z.literal('default-probability'),
    basis: text,
    isConfirmed: flag,
    stage2FromDaysPastDue: days,
    stage3FromDaysPastDue: days,
    forborneRate: share,
    buckets: z
      .array(z.strictObject({ fromDaysPastDue: days, twelveMonthRate: share, lifetimeRate: share }))
      .max(50),
  }),
  z.strictObject({
    table: z.literal('loss-given-default'),
    basis: text,
    isConfirmed: flag,
    buckets: z.array(z.strictObject({ fromDaysPastDue: days, lossRate: share })).max(50),
  }),
]);

/** A table as staff write it: its name in `table`, rates as decimals in quotes. */
export function readTableForm(given: unknown): Outcome<NamedTable, TableFormRefusal> {
  const parsed = tableForm.safeParse(given);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    return refuse({ kind: 'not_that_form', message: `${path.join('.')}: ${message}` });
  }
  const { table: kind, ...content } = parsed.data;
  return allow({ kind, content } as NamedTable);
}

/** The table as staff write it, so that it can be changed and saved. */
export function tableFormOf({ kind, content }: NamedTable): object {
  return { table: kind, ...content };
}
