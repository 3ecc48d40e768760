import { useState } from 'react';
import { CallFailure } from '../../platform/call-answer.ts';
import { showSuccess } from '../../platform/toast.ts';
import { useUserInfo } from '../../platform/user-info.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/card.tsx';
import { newDeviceWords } from '../../words/new-device.ts';
import { useSteppedSend } from '../step-up/use-stepped-send.tsx';

/** Says that this device is new, and confirms it. */
export function NewDeviceCard() {
  const hasIdentity = useUserInfo().data?.hasIdentity;
  const [refusal, setRefusal] = useState<string>();
  const confirming = useSteppedSend('confirmDevice', 'loading');

  const confirm = () => {
    setRefusal(undefined);
    confirming.mutate(
      { body: {} },
      {
        onSuccess: () => showSuccess(newDeviceWords.done),
        onError: (error) => {
          if (error instanceof CallFailure && error.kind === 'refused') setRefusal(error.message);
        },
      },
    );
  };

  return (
    <Card title={newDeviceWords.title}>
      <p>{newDeviceWords.text}</p>
      {refusal ? (
        <Notice tone="warn">{refusal}</Notice>
      ) : (
        hasIdentity === false && <Notice>{newDeviceWords.withoutIdentity}</Notice>
      )}
      <Button variant="secondary" onClick={confirm} isBusy={confirming.isPending}>
        {newDeviceWords.confirm}
      </Button>
      {confirming.sheet}
    </Card>
  );
}
