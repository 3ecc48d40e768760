import type { Day } from './day.ts';

/** A due date that an extension replaced, with the last day on which it was valid. */
export type EarlierDueDate = { dueOn: Day; throughOn: Day };

/**
 * Days that count neither as days late nor for penalties, because a posting that was our mistake had cleared the
 * instalment or had moved its due date. Both ends are included.
 */
export type ExcusedDays = { fromOn: Day; throughOn: Day };
