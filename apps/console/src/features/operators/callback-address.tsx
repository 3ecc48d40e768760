import { useState } from 'react';
import { sentenceOf } from '../../platform/call-failure.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { usePerson } from '../../platform/session.ts';
import { staffCall } from '../../platform/staff-call.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import type { OperatorRow } from './operator-words.ts';

type Operator = OperatorRow['operator'];

const HINTS: Partial<Record<Operator, string>> = {
  mtn: 'It is sent with every instruction. The portal needs its host alone.',
  airtel: 'Enter it in the portal of Airtel.',
};

/** The address at which an operator calls back. Its last part is secret; one click shows it, which the server records. */
export function CallbackAddress({ operator, masked }: { operator: Operator; masked: string }) {
  const mayShow = usePerson().permissions.includes('changeSettings');
  const [address, setAddress] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const title = OPERATOR_TITLES[operator];
  if (address !== null)
    return <CopyField label={`Callback address of ${title}`} value={address} hint={HINTS[operator]} />;
  const show = () => {
    setBusy(true);
    setProblem(null);
    staffCall('readCallbackAddress', { params: { operator } })
      .then(
        (answer) => setAddress(answer.address),
        (failure: unknown) => setProblem(sentenceOf(failure)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <span>
      {masked}{' '}
      {mayShow && (
        <Button look="link" isBusy={isBusy} onClick={show}>
          Show<span className="visually-hidden"> the whole address of {title}, which is recorded</span>
        </Button>
      )}
      {problem && <span role="alert"> {problem}</span>}
    </span>
  );
}
