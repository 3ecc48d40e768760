import type { Request } from '@thumba/contract/wire';
import { useEffect, useState } from 'react';
import { deviceSecret } from './device-secret.ts';
import { useSend } from './query.ts';

const RESEND_SECONDS = 60;

type CodeCall = 'sendSmsCode' | 'sendMobileChangeCode' | 'sendDeletionCode' | 'sendStepUpCode';

/** The state of sending a code: `secondsLeft` until the next code may be sent, 0 when it may be sent now. */
export type CodeSending = { secondsLeft: number; isSending: boolean };

/**
 * Sends a code by SMS. The next one can be sent after the countdown, which begins at `sentAtMs` when a code was sent
 * before.
 */
export function useCodeSending<Name extends CodeCall>(name: Name, sentAtMs?: number) {
  const { secondsLeft, start, stop } = useCountdown(sentAtMs);
  const sending = useSend(name, {
    loading: 'sending',
    // A known device is not kept waiting by the codes that others ask for.
    ...(name === 'sendSmsCode' && { headers: () => ({ deviceSecret: deviceSecret() }) }),
  });
  return {
    secondsLeft,
    isSending: sending.isPending,
    answer: sending.data,
    /** What the last code was sent with. */
    sentWith: sending.isSuccess ? sending.variables : undefined,
    send(request: Request<Name>, onError?: (error: Error) => void) {
      if (secondsLeft > 0 || sending.isPending) return;
      sending.mutate(request, { onSuccess: start, ...(onError ? { onError } : {}) });
    },
    /** The code that was sent is of no use any more: the next one can be sent now. */
    startAnew() {
      sending.reset();
      stop();
    },
  };
}

const RESEND_MS = RESEND_SECONDS * 1000;
const secondsUntil = (endsAt: number) => Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));

function useCountdown(startedAtMs?: number) {
  const [endsAt, setEndsAt] = useState(startedAtMs === undefined ? 0 : startedAtMs + RESEND_MS);
  const [secondsLeft, setSecondsLeft] = useState(() => secondsUntil(endsAt));
  useEffect(() => {
    if (endsAt === 0) return;
    const tick = () => setSecondsLeft(secondsUntil(endsAt));
    tick();
    const timer = setInterval(tick, 1000);
    const stop = setTimeout(() => clearInterval(timer), RESEND_MS + 1000);
    return () => {
      clearInterval(timer);
      clearTimeout(stop);
    };
  }, [endsAt]);
  return {
    secondsLeft,
    start: () => setEndsAt(Date.now() + RESEND_MS),
    stop: () => {
      setEndsAt(0);
      setSecondsLeft(0);
    },
  };
}
