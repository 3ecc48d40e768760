import type { OutcomeCode } from '@thumba/contract/envelope';

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

export const NOT_FOUND = refused(404, 'We could not find that');
