import type { Day } from './day.ts';

/** A due date that a hardship plan moved. */
export type MovedDueDate = { period: number; beforeDueOn: Day; afterDueOn: Day };

/** New due dates that staff agreed with the borrower. No penalty is charged until a date is missed. */
export type HardshipPlan = {
  agreedOn: Day;
  /** A date is missed when it is past due for more than this many days. */
  missAfterDays: number;
  /** The first day on which penalties count again, or `null` while they are frozen. */
  endedOn: Day | null;
};

/** What happens to a plan, in the history of its loan. */
export type HardshipEvent =
  | {
      kind: 'hardship_agreed';
      on: Day;
      dueDates: readonly MovedDueDate[];
      missAfterDays: number;
      reason: string;
    }
  /** A date of the plan was missed. Penalties count again from this day on. */
  | { kind: 'hardship_ended'; on: Day; period: number }
  /** A late payment has shown that the date was not missed. Penalties count again from `endedOn`, or are frozen. */
  | { kind: 'hardship_continued'; on: Day; endedOn: Day | null };
