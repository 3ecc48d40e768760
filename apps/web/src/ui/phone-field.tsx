import { useLayoutEffect, useRef } from 'react';
import { groupPhoneNumber, readPhoneNumber } from '../platform/phone-number.ts';
import { TextField } from './field.tsx';

type PhoneFieldProps = {
  label: string;
  /** Ten digits, without spaces. */
  value: string;
  onChange: (digits: string) => void;
  error?: string | undefined;
  name?: string;
};

/** A Zambian mobile number: typed or pasted in any form, shown in groups. */
export function PhoneField({ label, value, onChange, error, name = 'mobile' }: PhoneFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const digitsBeforeCaret = useRef<number | null>(null);
  const shown = groupPhoneNumber(value);

  // Grouping shifts the text, so the caret is put back behind the digit that was typed.
  useLayoutEffect(() => {
    const count = digitsBeforeCaret.current;
    if (count === null || input.current === null || document.activeElement !== input.current) return;
    digitsBeforeCaret.current = null;
    let caret = 0;
    for (let digits = 0; caret < shown.length && digits < count; caret += 1) {
      if (shown[caret] !== ' ') digits += 1;
    }
    input.current.setSelectionRange(caret, caret);
  });

  return (
    <TextField
      ref={input}
      label={label}
      name={name}
      prefix="+26"
      type="tel"
      inputMode="numeric"
      autoComplete="tel"
      placeholder="0977 123 456"
      value={shown}
      error={error}
      onChange={({ target }) => {
        const typed = target.value.replace(/\D/g, '');
        const read = readPhoneNumber(target.value);
        const before = target.value.slice(0, target.selectionStart ?? 0).replace(/\D/g, '').length;
        digitsBeforeCaret.current = read === typed ? before : read.length;
        onChange(read);
      }}
    />
  );
}
