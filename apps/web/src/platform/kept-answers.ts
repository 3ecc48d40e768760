import type { CallName } from '@thumba/contract/calls';
import { NUMBERS_IN_TEXT } from '@thumba/identity/card-number';
import { serverNowMs } from './lusaka-time.ts';
import { browserStorage, session } from './session.ts';
import { KEPT_ANSWERS_KEY, type KeyValueStorage } from './storage.ts';

const LARGEST_ANSWER = 40_000;
const MOST_ANSWERS = 8;
const LONGEST_DAYS = 31;
const DAY_MS = 24 * 60 * 60 * 1000;

export type KeptAnswer = { data: unknown; atMs: number };

/** The last answers of a few calls, until their borrower logs out. */
export function openKeptAnswers(storage: KeyValueStorage) {
  const read = (): Record<string, KeptAnswer> => {
    try {
      return JSON.parse(storage.getItem(KEPT_ANSWERS_KEY) ?? '{}') as Record<string, KeptAnswer>;
    } catch {
      return {};
    }
  };
  const keyOf = (name: CallName, request: unknown) => `${name} ${JSON.stringify(request)}`;
  return {
    keep(name: CallName, request: unknown, data: unknown, nowMs: number): void {
      // The identity number in a contract is not needed to read what was agreed.
      const text = JSON.stringify({ data, atMs: nowMs }).replace(NUMBERS_IN_TEXT, '••••••/••/•');
      if (text.length > LARGEST_ANSWER) return;
      const others = Object.entries(read())
        .filter(([key]) => key !== keyOf(name, request))
        .sort(([, one], [, other]) => other.atMs - one.atMs)
        .slice(0, MOST_ANSWERS - 1);
      const kept = Object.fromEntries([[keyOf(name, request), JSON.parse(text)], ...others]);
      storage.setItem(KEPT_ANSWERS_KEY, JSON.stringify(kept));
    },
    forget(name: CallName): void {
      const others = Object.entries(read()).filter(([key]) => !key.startsWith(`${name} `));
      storage.setItem(KEPT_ANSWERS_KEY, JSON.stringify(Object.fromEntries(others)));
    },
    find(name: CallName, request: unknown, nowMs: number): KeptAnswer | undefined {
      const kept = read()[keyOf(name, request)];
      return kept && nowMs - kept.atMs < LONGEST_DAYS * DAY_MS ? kept : undefined;
    },
  };
}

const keptAnswers = openKeptAnswers(browserStorage);

/** An answer that arrives after the borrower has logged out is dropped. */
export function keepAnswer(token: string | null, name: CallName, request: unknown, answer: unknown): void {
  if (token === session.getState().token) keptAnswers.keep(name, request, answer, serverNowMs());
}

/** With the time by the clock of the phone as it is now. The clock may have been set since the answer was kept. */
export function findAnswer(name: CallName, request: unknown): KeptAnswer | undefined {
  const kept = keptAnswers.find(name, request, serverNowMs());
  return kept && { ...kept, atMs: kept.atMs - session.getState().serverTimeOffsetMs };
}

/** An answer that is known to be no longer true. */
export function forgetAnswer(name: CallName): void {
  keptAnswers.forget(name);
}
