import { type FormEvent, useState } from 'react';
import { trackClick } from '../../platform/analytics.ts';
import { firstMessage, type LoginForm, type LoginMessages, loginMessages } from './login-form.ts';
import { useMobileLogin } from './mobile-login.ts';

type TrackedAs = { pageId: string; pageName: string; actionId: string; actionName: string };

/** A form that signs in with a number and its code, empty at first; each way out of it is counted as `trackedAs`. */
export function useLoginForm(trackedAs: TrackedAs) {
  const [form, setForm] = useState<LoginForm>({ mobile: '', captcha: '', checked: false });
  const [messages, setMessages] = useState<LoginMessages>({});
  const login = useMobileLogin('loggingIn');
  return {
    form,
    messages,
    setMessages,
    isBusy: login.isPending,
    change(part: Partial<LoginForm>) {
      setForm({ ...form, ...part });
      setMessages({});
    },
    submit(event: FormEvent) {
      event.preventDefault();
      trackClick({ ...trackedAs, value: form.mobile });
      const wrong = loginMessages(form);
      setMessages(wrong);
      if (firstMessage(wrong) !== undefined || login.isPending) return;
      const { mobile, captcha } = form;
      login.logIn({ mobile, captcha });
    },
  };
}
