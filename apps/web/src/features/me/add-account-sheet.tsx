import { type FormEvent, useState } from 'react';
import { CallFailure } from '../../platform/call-answer.ts';
import { codeMessage, phoneMessage } from '../../platform/phone-number.ts';
import { refresh, useSend } from '../../platform/query.ts';
import { showSuccess } from '../../platform/toast.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField, useCountdown } from '../../ui/code-field.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import styles from './me.module.css';

type Messages = { mobile?: string | undefined; captcha?: string | undefined };

/** Adds an account by a code sent to its number, so that it is the borrower's own. */
export function AddAccountSheet({ onClose }: { onClose: () => void }) {
  const [mobile, setMobile] = useState('');
  const [captcha, setCaptcha] = useState('');
  const [messages, setMessages] = useState<Messages>({});
  const countdown = useCountdown();
  const sendCode = useSend('sendSmsCode', { loading: 'Sending...' });
  const addAccount = useSend('addAccount', { loading: 'Binding...' });

  const obtain = () => {
    const wrong = { mobile: phoneMessage(mobile) };
    setMessages(wrong);
    if (wrong.mobile !== undefined || countdown.secondsLeft > 0) return;
    sendCode.mutate({ params: { phone: mobile } }, { onSuccess: countdown.start });
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = { mobile: phoneMessage(mobile), captcha: codeMessage(captcha) };
    setMessages(wrong);
    if ((wrong.mobile ?? wrong.captcha) !== undefined || addAccount.isPending) return;
    addAccount.mutate(
      { body: { mobile, captcha } },
      {
        onSuccess: () => {
          showSuccess('The account was added');
          onClose();
          void refresh('listAccounts', 'getRepayDetailV2');
        },
        onError: (error) => {
          if (error instanceof CallFailure) setMessages(error.fields);
        },
      },
    );
  };

  return (
    <Overlay kind="sheet" title="Add an account" onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <PhoneField
          label="Mobile-money number"
          value={mobile}
          onChange={(digits) => {
            setMobile(digits);
            setMessages({});
          }}
          error={messages.mobile}
        />
        <CodeField
          value={captcha}
          onChange={(code) => {
            setCaptcha(code);
            setMessages({});
          }}
          error={messages.captcha}
          secondsLeft={countdown.secondsLeft}
          isSending={sendCode.isPending}
          onObtain={obtain}
        />
        <Button type="submit" isBusy={addAccount.isPending}>
          Add the account
        </Button>
      </form>
    </Overlay>
  );
}
