import { useEffect } from 'react';
import { device } from '../../platform/device.ts';
import { useForm } from '../../platform/form.ts';
import { closeLoginPanel, session } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { loginWords } from '../../words/login.ts';
import { bindMessages, type PhoneForm } from './login-form.ts';
import styles from './login-panel.module.css';
import { GOOGLE, useMobileLogin } from './mobile-login.ts';
import { PhoneAndCode } from './phone-and-code.tsx';
import { useSubmitWhenComplete } from './submit-when-complete.ts';

const PAGE = { pageId: 'bind', pageName: 'bind' };

/** The first sign-in with a Google account ends with a mobile number linked to it. */
export function BindPhonePanel({ accessToken }: { accessToken: string }) {
  const login = useMobileLogin('binding');
  const form = useForm<PhoneForm>({
    initial: { mobile: '', captcha: '' },
    check: bindMessages,
    isBusy: login.isPending,
    changeClearsAll: true,
    movesFocus: true,
    send: (values) => login.logIn({ ...values, authCode: accessToken, thirdType: GOOGLE }, form.showRefusal),
  });
  useSubmitWhenComplete(form.values.captcha, form.submit);
  useEffect(() => void device.checkPermissions(), []);

  return (
    <Overlay kind="panel" title={loginWords.bind.title} onClose={() => closeLoginPanel(session)}>
      <form className={styles.form} {...form.props}>
        <p className={styles.why}>{loginWords.bind.why}</p>
        <PhoneAndCode form={form} trackedOn={PAGE} />
        <Button type="submit" isBusy={login.isPending}>
          {loginWords.bind.submit}
        </Button>
      </form>
    </Overlay>
  );
}
