import type { FormMessages } from '../../platform/form.ts';
import { codeMessage, phoneMessage } from '../../platform/phone-number.ts';
import { loginWords } from '../../words/login.ts';

export type PhoneForm = { mobile: string; captcha: string };
export type LoginForm = PhoneForm & { checked: boolean };
type LoginMessages = FormMessages<keyof LoginForm>;

/** What has to be right before a code is sent. */
export function phoneMessages({ mobile }: Pick<PhoneForm, 'mobile'>): LoginMessages {
  return { mobile: phoneMessage(mobile) };
}

/** What has to be right before a number is linked. */
export function bindMessages({ mobile, captcha }: PhoneForm): LoginMessages {
  return { mobile: phoneMessage(mobile), captcha: codeMessage(captcha) };
}

/** What has to be right before going on with Google. */
export function agreementMessages({ checked }: Pick<LoginForm, 'checked'>): LoginMessages {
  return { checked: checked ? undefined : loginWords.notAgreed };
}

/** What has to be right before signing in. */
export function loginMessages(form: LoginForm): LoginMessages {
  return { ...bindMessages(form), ...agreementMessages(form) };
}

export function firstMessage({ mobile, captcha, checked }: LoginMessages): string | undefined {
  return mobile ?? captcha ?? checked;
}
