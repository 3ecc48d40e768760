import { named, type Reply, refused } from './reply.ts';
import { waitWords } from './wait-words.ts';

/**
 * The refusal of a limit: when the next try is possible, in words and in seconds for the app's countdown. The name of
 * the limit is for our own logs.
 */
export function tryLater(
  limit: string,
  sentence: (wait: string) => string,
  retryAt: Date,
  nowMs: number,
): Reply<never> {
  const retryAfterSeconds = Math.max(1, Math.ceil((retryAt.getTime() - nowMs) / 1000));
  return named(limit, refused(429, sentence(spoken(retryAfterSeconds)), { retryAfterSeconds }));
}

function spoken(seconds: number): string {
  if (seconds < 120) return waitWords.seconds(seconds);
  if (seconds < 120 * 60) return waitWords.minutes(Math.ceil(seconds / 60));
  return waitWords.hours(Math.ceil(seconds / 3600));
}
