import type { Request } from '@thumba/contract/wire';
import { useEffect, useState } from 'react';
import { useSend } from './query.ts';

const RESEND_SECONDS = 60;

type CodeCall = 'sendSmsCode' | 'sendMobileChangeCode' | 'sendDeletionCode';

/** The state of sending a code: `secondsLeft` until the next code may be sent, 0 when it may be sent now. */
export type CodeSending = { secondsLeft: number; isSending: boolean };

/** Sends a code by SMS. The next one can be sent after the countdown. */
export function useCodeSending<Name extends CodeCall>(name: Name) {
  const { secondsLeft, start } = useCountdown();
  const sending = useSend(name, { loading: 'sending' });
  return {
    secondsLeft,
    isSending: sending.isPending,
    send(request: Request<Name>, onError?: (error: Error) => void) {
      if (secondsLeft > 0 || sending.isPending) return;
      sending.mutate(request, { onSuccess: start, ...(onError ? { onError } : {}) });
    },
  };
}

function useCountdown(): { secondsLeft: number; start: () => void } {
  const [endsAt, setEndsAt] = useState(0);
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    if (endsAt === 0) return;
    const tick = () => setSecondsLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    const stop = setTimeout(() => clearInterval(timer), (RESEND_SECONDS + 1) * 1000);
    return () => {
      clearInterval(timer);
      clearTimeout(stop);
    };
  }, [endsAt]);
  return { secondsLeft, start: () => setEndsAt(Date.now() + RESEND_SECONDS * 1000) };
}
