import { useState } from 'react';
import { sentenceOf } from '../platform/call-failure.ts';
import { Button } from './button.tsx';

type MaskedProps = {
  /** What the value is, such as "number". */
  name: string;
  masked: string;
  /** Asks the server for the value. The server records who looked. */
  show: () => Promise<string>;
};

/** A value that is masked until it is needed. One click shows it, which the server records. */
export function Masked({ name, masked, show }: MaskedProps) {
  const [value, setValue] = useState<string | null>(null);
  const [state, setState] = useState<{ isBusy: boolean; problem: string | null }>({
    isBusy: false,
    problem: null,
  });
  if (value !== null) return <span>{value}</span>;
  const reveal = () => {
    setState({ isBusy: true, problem: null });
    show().then(setValue, (failure: unknown) => setState({ isBusy: false, problem: sentenceOf(failure) }));
  };
  return (
    <span>
      {masked}{' '}
      <Button look="link" isBusy={state.isBusy} onClick={reveal}>
        Show<span className="visually-hidden"> the {name}, which is recorded</span>
      </Button>
      {state.problem && <span role="alert"> {state.problem}</span>}
    </span>
  );
}
