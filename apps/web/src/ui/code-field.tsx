import { useEffect, useState } from 'react';
import { readCode } from '../platform/phone-number.ts';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';

const RESEND_SECONDS = 60;

/** Counts down to the next code that may be sent; 0 when one may. */
export function useCountdown(): { secondsLeft: number; start: () => void } {
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

type CodeFieldProps = {
  value: string;
  onChange: (code: string) => void;
  error?: string | undefined;
  secondsLeft: number;
  isSending: boolean;
  onObtain: () => void;
};

/** The code from an SMS, with the button that asks for one. */
export function CodeField({ value, onChange, error, secondsLeft, isSending, onObtain }: CodeFieldProps) {
  const isWaiting = secondsLeft > 0;
  return (
    <TextField
      label="Verification code"
      name="captcha"
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      error={error}
      onChange={(event) => onChange(readCode(event.target.value))}
      suffix={
        <Button variant="field" isBusy={isSending} disabled={isWaiting} onClick={onObtain}>
          {isWaiting ? `${secondsLeft}s` : 'Obtain'}
        </Button>
      }
    />
  );
}
