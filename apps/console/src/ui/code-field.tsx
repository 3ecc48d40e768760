import { TextField } from './field.tsx';

const CODE_LENGTH = 6;

type CodeFieldProps = { value: string; onChange: (code: string) => void; problem?: string | undefined };

/** The code of an authenticator app. */
export function CodeField({ value, onChange, problem }: CodeFieldProps) {
  return (
    <TextField
      label="Code of your authenticator app"
      hint="Six digits. They change every 30 seconds."
      value={value}
      onChange={(text) => onChange(text.replaceAll(/\D/g, '').slice(0, CODE_LENGTH))}
      problem={problem}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
    />
  );
}
