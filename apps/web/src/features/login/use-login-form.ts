import type { FormEvent } from 'react';
import { trackClick } from '../../platform/analytics.ts';
import { useForm } from '../../platform/form.ts';
import { firstMessage, type LoginForm, loginMessages } from './login-form.ts';
import { useMobileLogin } from './mobile-login.ts';
import { useSubmitWhenComplete } from './submit-when-complete.ts';

type TrackedAs = { pageId: string; pageName: string; actionId: string; actionName: string };

/** A form that signs in with a number and its code, empty at first. Each attempt is counted as `trackedAs`. */
export function useLoginForm(trackedAs: TrackedAs) {
  const login = useMobileLogin('loggingIn');
  const form = useForm<LoginForm>({
    initial: { mobile: '', captcha: '', checked: false },
    check: loginMessages,
    isBusy: login.isPending,
    changeClearsAll: true,
    movesFocus: true,
    send: ({ mobile, captcha }) => login.logIn({ mobile, captcha }, form.showRefusal),
  });
  const submit = (event?: FormEvent) => {
    trackClick({ ...trackedAs, value: form.values.mobile });
    form.submit(event);
  };
  useSubmitWhenComplete(form.values.captcha, () => {
    // No button was tapped. What is missing is shown and not counted, but the agreement is asked for at the button.
    if (firstMessage(loginMessages(form.values)) === undefined) submit();
    else if (form.values.checked) form.submit();
  });
  return { form, isBusy: login.isPending, props: { ...form.props, onSubmit: submit } };
}
