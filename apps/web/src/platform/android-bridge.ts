import { readAnswer, readError, readGoogleToken } from './android-answers.ts';
import type { AndroidHook, AndroidHost } from './android-host.ts';
import { randomUuid } from './random.ts';

/** A hook that has not answered by then is taken to have refused. */
const ANSWER_WITHIN_MS = 10_000;
/** The limit for hooks that ask the person first. */
export const PERSON_DECIDES_WITHIN_MS = 60_000;
const ACCOUNT_WITHIN_MS = 120_000;
const LONGEST_ANSWER = 10_000;

type Limits<Value> = {
  withinMs?: number;
  longest?: number;
  /** Only for a hook whose refusals differ for the person. */
  readRefusal?: (error: unknown) => Value | undefined;
};

export type AndroidBridge = {
  /** The answer of a hook, parsed by `read`; undefined when the hook refuses, answers wrongly, hangs or is missing. */
  ask<Value>(
    hook: AndroidHook,
    argument: object,
    read: (value: unknown) => Value | undefined,
    limits?: Limits<Value>,
  ): Promise<Value | undefined>;
  /** The ID token; empty when no account was chosen, undefined when the wrapper cannot sign in. */
  signInWithGoogle(): Promise<string | undefined>;
};

/** The only place that calls the wrapper and receives its callbacks. */
export function openAndroidBridge(host: AndroidHost, page: object): AndroidBridge {
  const waiting = new Map<string, (answer: unknown) => void>();
  let tellToken: ((token: unknown) => void) | undefined;
  Object.defineProperties(page, {
    onThumbaAndroid: {
      value: (requestId: unknown, answer: unknown) => waiting.get(String(requestId))?.(answer),
    },
    onThumbaGoogleSignIn: { value: (token: unknown) => tellToken?.(token) },
  });

  return {
    ask<Value>(
      hook: AndroidHook,
      argument: object,
      read: (value: unknown) => Value | undefined,
      { withinMs = ANSWER_WITHIN_MS, longest = LONGEST_ANSWER, readRefusal }: Limits<Value> = {},
    ) {
      const requestId = randomUuid();
      return answerWithin<Value>(withinMs, (tell) => {
        waiting.set(requestId, (text) =>
          tell(read(readAnswer(text, longest)) ?? readRefusal?.(readError(text, longest))),
        );
        // A method of the wrapper works on its object alone.
        if (typeof host[hook] !== 'function') tell(undefined);
        else host[hook](requestId, JSON.stringify(argument));
      }).finally(() => waiting.delete(requestId));
    },
    signInWithGoogle() {
      tellToken?.(undefined);
      return answerWithin<string>(ACCOUNT_WITHIN_MS, (tell) => {
        tellToken = (token) => tell(readGoogleToken(token));
        if (typeof host.signInWithGoogle !== 'function') tell(undefined);
        else host.signInWithGoogle();
      });
    },
  };
}

/** The first answer counts. An error, or no answer in time, counts as no answer. */
function answerWithin<Value>(
  withinMs: number,
  ask: (tell: (value: Value | undefined) => void) => void,
): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), withinMs);
    const tell = (value: Value | undefined) => {
      clearTimeout(timer);
      resolve(value);
    };
    try {
      ask(tell);
    } catch (error) {
      console.warn(error);
      tell(undefined);
    }
  });
}
