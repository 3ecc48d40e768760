import { Suspense, useEffect } from 'react';
import { trackClick } from '../../platform/analytics.ts';
import { device } from '../../platform/device.ts';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { ESTIMATE_PATH, readLoanWish } from '../../platform/loan-wish.ts';
import { wishFor } from '../../platform/order.ts';
import { closeLoginPanel, session, useSession } from '../../platform/session.ts';
import { toldByPage } from '../../platform/told-by-page.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { Button } from '../../ui/button.tsx';
import { GoogleMark } from '../../ui/google-mark.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { OptionalPart } from '../../ui/part-boundary.tsx';
import { loginWords } from '../../words/login.ts';
import { useGoogleLogin } from './google-login.ts';
import { LoginFields } from './login-fields.tsx';
import { agreementMessages, firstMessage } from './login-form.ts';
import styles from './login-panel.module.css';
import { useLoginForm } from './use-login-form.ts';

const LanguageLine = lazyPart(() =>
  import('../language/language-line.tsx').then((part) => part.LanguageLine),
);

const BindPhonePanel = lazyPart(() => import('./bind-phone-panel.tsx').then((part) => part.BindPhonePanel));

const PAGE = { pageId: 'login', pageName: 'login' };

/** A link to an estimated bill names a loan. It is kept, also when this panel is left. */
function keepWishOfLink(): void {
  const [path, search] = session.getState().headedTo?.split('?') ?? [];
  const wish = path === ESTIMATE_PATH && readLoanWish(search ?? '');
  if (wish) wishFor(wish);
}

/** Opens empty each time it is mounted, and so does its countdown. */
export function LoginPanel() {
  const login = useLoginForm({ ...PAGE, actionId: 'login', actionName: 'login' });
  const isBindPanelOpen = useSession((state) => state.isBindPanelOpen);
  const phoneBinding = useSession((state) => state.phoneBinding);
  const google = useGoogleLogin();
  useEffect(() => {
    void device.checkPermissions();
    keepWishOfLink();
  }, []);

  const continueWithGoogle = () => {
    const { values, showMessages } = login.form;
    trackClick({ ...PAGE, actionId: 'googleLogin', actionName: 'googleLogin', value: values.mobile });
    const wrong = agreementMessages(values);
    showMessages(wrong);
    if (firstMessage(wrong) === undefined) google.begin();
  };

  return (
    <Overlay kind="panel" title={loginWords.title} isTitleHidden onClose={() => closeLoginPanel(session)}>
      <form className={styles.form} {...login.props}>
        <div>
          <BrandMark className={styles.mark} />
          <p className={styles.name}>{loginWords.product}</p>
          <p className={styles.tagline}>{loginWords.tagline}</p>
        </div>
        <LoginFields login={login} trackedOn={PAGE} submit={loginWords.logIn} />
        {google.isOffered && (
          <>
            <p className={styles.or}>{loginWords.or}</p>
            <Button variant="google" isBusy={google.isBusy} onClick={continueWithGoogle}>
              <GoogleMark />
              {loginWords.google.continue}
            </Button>
          </>
        )}
      </form>
      {toldByPage('languages') && (
        <OptionalPart>
          <LanguageLine />
        </OptionalPart>
      )}
      {isBindPanelOpen && phoneBinding !== null && (
        <Suspense>
          <BindPhonePanel accessToken={phoneBinding} />
        </Suspense>
      )}
    </Overlay>
  );
}
