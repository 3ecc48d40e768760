import { codeMessage, phoneMessage } from '../../platform/phone-number.ts';

export type LoginForm = { mobile: string; captcha: string; checked: boolean };
export type LoginMessages = { [Field in keyof LoginForm]?: string | undefined };

const AGREEMENT_MESSAGE =
  'Please read privacy agreement and T&C carefully before clicking Agree to proceed to the next step';

/** What has to be right before a code is sent. */
export function phoneMessages({ mobile }: Pick<LoginForm, 'mobile'>): LoginMessages {
  return { mobile: phoneMessage(mobile) };
}

/** What has to be right before signing in. */
export function loginMessages({ mobile, captcha, checked }: LoginForm): LoginMessages {
  return {
    mobile: phoneMessage(mobile),
    captcha: codeMessage(captcha),
    checked: checked ? undefined : AGREEMENT_MESSAGE,
  };
}

export function firstMessage({ mobile, captcha, checked }: LoginMessages): string | undefined {
  return mobile ?? captcha ?? checked;
}
