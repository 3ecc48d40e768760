import type { OutcomeCode } from '@thumba/contract/envelope';
import { answerWords } from './answer-words.ts';

/** The answer of a handler: data, or a refusal with a sentence for the person who asked. */
export type Reply<Data> =
  | { code: 200; data: Data }
  | {
      code: Exclude<OutcomeCode, 200>;
      msg: string;
      data?: Record<string, unknown>;
      /** The name of the refusal for our own logs. It is not sent. */
      cause?: string;
    };

export function done<Data>(data: Data): Reply<Data> {
  return { code: 200, data };
}

export function refused(
  code: Exclude<OutcomeCode, 200>,
  msg: string,
  data?: Record<string, unknown>,
): Reply<never> {
  return data === undefined ? { code, msg } : { code, msg, data };
}

/** The refusal with a name for our own logs. */
export function named(cause: string, refusal: Reply<never>): Reply<never> {
  return refusal.code === 200 ? refusal : { ...refusal, cause };
}

/**
 * A refusal that a file keeps as a constant. Its sentence is read when it is sent, in the language of the one who asked.
 */
export function refusedAlways(
  code: Exclude<OutcomeCode, 200>,
  say: () => string,
  { cause, data }: { cause?: string; data?: Record<string, unknown> } = {},
): Reply<never> {
  return {
    code,
    get msg() {
      return say();
    },
    ...(data === undefined ? {} : { data }),
    ...(cause === undefined ? {} : { cause }),
  };
}

export const NOT_FOUND = refusedAlways(404, () => answerWords.notFound);
