import { type FormEvent, useEffect, useState } from 'react';
import { device } from '../../platform/device.ts';
import { closeLoginPanel, session } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { loginWords } from '../../words/login.ts';
import { bindMessages, firstMessage, type LoginMessages, type PhoneForm } from './login-form.ts';
import styles from './login-panel.module.css';
import { GOOGLE, useMobileLogin } from './mobile-login.ts';
import { PhoneAndCode } from './phone-and-code.tsx';

const PAGE = { pageId: 'bind', pageName: 'bind' };

/** The first sign-in with a Google account ends with a mobile number linked to it. */
export function BindPhonePanel({ accessToken }: { accessToken: string }) {
  const [form, setForm] = useState<PhoneForm>({ mobile: '', captcha: '' });
  const [messages, setMessages] = useState<LoginMessages>({});
  const login = useMobileLogin('binding');
  useEffect(() => void device.checkPermissions(), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = bindMessages(form);
    setMessages(wrong);
    if (firstMessage(wrong) !== undefined || login.isPending) return;
    login.logIn({ ...form, authCode: accessToken, thirdType: GOOGLE });
  };

  return (
    <Overlay kind="panel" title={loginWords.bind.title} onClose={() => closeLoginPanel(session)}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p className={styles.why}>{loginWords.bind.why}</p>
        <PhoneAndCode
          form={form}
          onChange={(part) => {
            setForm({ ...form, ...part });
            setMessages({});
          }}
          messages={messages}
          onMessages={setMessages}
          trackedOn={PAGE}
        />
        <Button type="submit" isBusy={login.isPending}>
          {loginWords.bind.submit}
        </Button>
      </form>
    </Overlay>
  );
}
