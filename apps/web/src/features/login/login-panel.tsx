import { type FormEvent, Suspense, useState } from 'react';
import { deviceBrand } from '../../platform/device.ts';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { navigate } from '../../platform/navigation.ts';
import { useSend } from '../../platform/query.ts';
import { closeLoginPanel, session, signIn } from '../../platform/session.ts';
import { loadUserInfo } from '../../platform/user-info.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeField, useCountdown } from '../../ui/code-field.tsx';
import { CheckField } from '../../ui/field.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { Skeleton } from '../../ui/states.tsx';
import {
  firstMessage,
  type LoginForm,
  type LoginMessages,
  loginMessages,
  phoneMessages,
} from './login-form.ts';
import styles from './login-panel.module.css';

const PrivacyText = lazyPart(() => import('../privacy/privacy-text.tsx').then((part) => part.PrivacyText));

const DEVICE_TYPE_BROWSER = 4;

/** Opens empty each time it is mounted, and so does its countdown. */
export function LoginPanel() {
  const [form, setForm] = useState<LoginForm>({ mobile: '', captcha: '', checked: false });
  const [messages, setMessages] = useState<LoginMessages>({});
  const [isPolicyOpen, setPolicyOpen] = useState(false);
  const countdown = useCountdown();
  const sendCode = useSend('sendSmsCode', { loading: 'Sending...' });
  const logIn = useSend('mobileLogin', { loading: 'Log In...' });

  const change = (part: Partial<LoginForm>) => {
    setForm({ ...form, ...part });
    setMessages({});
  };

  const obtain = () => {
    const wrong = phoneMessages(form);
    setMessages(wrong);
    if (firstMessage(wrong) !== undefined || countdown.secondsLeft > 0) return;
    sendCode.mutate({ params: { phone: form.mobile } }, { onSuccess: countdown.start });
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = loginMessages(form);
    setMessages(wrong);
    if (firstMessage(wrong) !== undefined || logIn.isPending) return;
    const { mobile, captcha } = form;
    const { appChannelCode } = session.getState();
    logIn.mutate(
      {
        body: {
          mobile,
          captcha,
          deviceType: DEVICE_TYPE_BROWSER,
          deviceBrand: deviceBrand(),
          appChannelCode,
        },
      },
      {
        onSuccess: ({ token, id }) => {
          const { headedTo } = session.getState();
          signIn(session, token, id);
          void loadUserInfo();
          if (headedTo !== null) navigate(headedTo);
          closeLoginPanel(session);
        },
      },
    );
  };

  return (
    <Overlay kind="panel" title="Log in" isTitleHidden onClose={() => closeLoginPanel(session)}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <div>
          <BrandMark className={styles.mark} />
          <p className={styles.name}>Thumba</p>
          <p className={styles.tagline}>A Pocket Wallet For All Zambians</p>
        </div>
        <PhoneField
          label="Mobile number"
          value={form.mobile}
          onChange={(mobile) => change({ mobile })}
          error={messages.mobile}
        />
        <CodeField
          value={form.captcha}
          onChange={(captcha) => change({ captcha })}
          error={messages.captcha}
          secondsLeft={countdown.secondsLeft}
          isSending={sendCode.isPending}
          onObtain={obtain}
        />
        <CheckField
          isChecked={form.checked}
          onChange={(checked) => change({ checked })}
          error={messages.checked}
        >
          I have read and agree to the{' '}
          <button type="button" className={styles.link} onClick={() => setPolicyOpen(true)}>
            Privacy Policy
          </button>{' '}
          and T&amp;C
        </CheckField>
        <Button type="submit" isBusy={logIn.isPending}>
          Log In
        </Button>
      </form>
      {isPolicyOpen && (
        <Overlay kind="panel" title="Privacy Policy" onClose={() => setPolicyOpen(false)}>
          <PartBoundary>
            <Suspense fallback={<Skeleton lines={[80, 120, 120]} />}>
              <PrivacyText />
            </Suspense>
          </PartBoundary>
        </Overlay>
      )}
    </Overlay>
  );
}
