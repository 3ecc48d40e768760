/** The states in which an attempt has ended, in the words of the database. */
export const ENDED_STATES = ['succeeded', 'failed', 'expired'] as const;
export type EndedState = (typeof ENDED_STATES)[number];

/**
 * The state of an attempt: one instruction to an operator to collect or to pay out. `unknown` means that the operator
 * does not say how it ended.
 */
export type AttemptState = 'created' | 'sent' | 'pending' | 'unknown' | EndedState;

/** True when an attempt has ended: the money moved (`succeeded`) or did not (`failed`, `expired`). */
export function hasEnded(state: AttemptState): state is EndedState {
  return (ENDED_STATES as readonly AttemptState[]).includes(state);
}

/**
 * True when an attempt in this state may still end as `end`. An attempt ends once; only a success that comes after a
 * failure replaces it, because the money has moved. Rule: docs/rules/value-day.md.
 */
export function canEndAs(state: AttemptState, end: EndedState): boolean {
  return !hasEnded(state) || (state !== 'succeeded' && end === 'succeeded');
}
