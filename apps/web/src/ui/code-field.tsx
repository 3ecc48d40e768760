import { type RefObject, useEffect, useRef } from 'react';
import type { CodeSending } from '../platform/code-sending.ts';
import { readCode } from '../platform/phone-number.ts';
import { phoneWords } from '../words/phone.ts';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';

type SmsCredentials = {
  get(options: { otp: { transport: ['sms'] }; signal: AbortSignal }): Promise<{ code?: string } | null>;
};

/** While a code is expected, the browser offers the code of the SMS that arrives, if it can. */
function useCodeFromSms(
  isExpected: boolean,
  digits: number | undefined,
  onCode: (code: string) => void,
): void {
  const take = useRef(onCode);
  useEffect(() => {
    take.current = onCode;
  });
  useEffect(() => {
    if (!isExpected || !('OTPCredential' in window)) return;
    const stop = new AbortController();
    const credentials = navigator.credentials as unknown as SmsCredentials;
    credentials.get({ otp: { transport: ['sms'] }, signal: stop.signal }).then(
      (received) => {
        if (received?.code) take.current(readCode(received.code, digits));
      },
      // It was not allowed, or the time is over: the borrower types the code.
      () => undefined,
    );
    return () => stop.abort();
  }, [isExpected, digits]);
}

/** The field takes the focus once a code was sent, unless the borrower has gone on to another field meanwhile. */
function useFocusWhenSent(isWaiting: boolean, input: RefObject<HTMLInputElement | null>) {
  const focusedAtTap = useRef<Element | null | undefined>(undefined);
  useEffect(() => {
    if (!isWaiting || focusedAtTap.current === undefined) return;
    const focused = document.activeElement;
    const hasGoneOn = focused !== focusedAtTap.current && focused instanceof HTMLInputElement;
    focusedAtTap.current = undefined;
    if (!hasGoneOn) input.current?.focus();
  }, [isWaiting, input]);
  return () => {
    focusedAtTap.current = document.activeElement;
  };
}

type CodeFieldProps = {
  /** For a page with several code fields. */
  label?: string;
  name?: string;
  /** How long the code is, where it is not a sign-in code. */
  digits?: number;
  value: string;
  onChange: (code: string) => void;
  error?: string | undefined;
  sending: CodeSending;
  onObtain: () => void;
};

/** The code from an SMS, with the button that asks for one. */
export function CodeField({
  label = phoneWords.code,
  name = 'captcha',
  digits,
  value,
  onChange,
  error,
  sending: { secondsLeft, isSending },
  onObtain,
}: CodeFieldProps) {
  const isWaiting = secondsLeft > 0;
  const input = useRef<HTMLInputElement>(null);
  const markTap = useFocusWhenSent(isWaiting, input);
  useCodeFromSms((isWaiting || isSending) && value === '', digits, onChange);
  return (
    <TextField
      ref={input}
      label={label}
      name={name}
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      error={error}
      onChange={(event) => onChange(readCode(event.target.value, digits))}
      suffix={
        <Button
          variant="field"
          isBusy={isSending}
          disabled={isWaiting}
          onClick={() => {
            markTap();
            onObtain();
          }}
        >
          {isWaiting ? phoneWords.secondsLeft(secondsLeft) : phoneWords.obtain}
        </Button>
      }
    />
  );
}
