import { type FormEvent, useState } from 'react';
import { CallFailure } from '../../platform/call-answer.ts';
import { useCodeSending } from '../../platform/code-sending.ts';
import { codeMessage, phoneMessage } from '../../platform/phone-number.ts';
import { refresh, useSend } from '../../platform/query.ts';
import { showSuccess } from '../../platform/toast.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { accountsWords } from '../../words/accounts.ts';
import styles from './me.module.css';

type Messages = { mobile?: string | undefined; captcha?: string | undefined };

/** Adds an account by a code sent to its number, so that it is the borrower's own. */
export function AddAccountSheet({ onClose }: { onClose: () => void }) {
  const [mobile, setMobile] = useState('');
  const [captcha, setCaptcha] = useState('');
  const [messages, setMessages] = useState<Messages>({});
  const code = useCodeSending('sendSmsCode');
  const addAccount = useSend('addAccount', { loading: 'binding' });

  const obtain = () => {
    const wrong = { mobile: phoneMessage(mobile) };
    setMessages(wrong);
    if (wrong.mobile === undefined) code.send({ params: { phone: mobile } });
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
          showSuccess(accountsWords.add.done);
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
    <Overlay kind="sheet" title={accountsWords.add.title} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <PhoneField
          label={accountsWords.add.number}
          value={mobile}
          onChange={(digits) => {
            setMobile(digits);
            setMessages({});
          }}
          error={messages.mobile}
        />
        <CodeField
          value={captcha}
          onChange={(digits) => {
            setCaptcha(digits);
            setMessages({});
          }}
          error={messages.captcha}
          sending={code}
          onObtain={obtain}
        />
        <Button type="submit" isBusy={addAccount.isPending}>
          {accountsWords.add.submit}
        </Button>
      </form>
    </Overlay>
  );
}
