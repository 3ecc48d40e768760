import { useState } from 'react';
import { fieldsOf, sentenceOf } from '../../platform/call-failure.ts';
import { useStaffSend } from '../../platform/query.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Form, TextField } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';

export function PasswordCard() {
  const [password, setPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const send = useStaffSend('changeOwnPassword', ['ownAccount']);
  const fields = fieldsOf(send.error);
  const done = () => {
    setPassword('');
    setNewPassword('');
    showToast('The password was changed. Your other sessions have ended.');
  };
  return (
    <Card title="Password">
      <Form onSubmit={() => send.mutate({ body: { password, newPassword } }, { onSuccess: done })}>
        <TextField
          label="Password now"
          type="password"
          value={password}
          onChange={setPassword}
          problem={fields.password}
          autoComplete="current-password"
        />
        <TextField
          label="New password"
          type="password"
          hint="At least 12 characters. Several words are good."
          value={newPassword}
          onChange={setNewPassword}
          problem={fields.newPassword}
          autoComplete="new-password"
        />
        {send.error && Object.keys(fields).length === 0 && <Failure>{sentenceOf(send.error)}</Failure>}
        <Actions>
          <Button type="submit" isBusy={send.isPending}>
            Change the password
          </Button>
        </Actions>
      </Form>
    </Card>
  );
}
