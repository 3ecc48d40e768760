import { trackClick } from '../../platform/analytics.ts';
import { useCodeSending } from '../../platform/code-sending.ts';
import type { Form } from '../../platform/form.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { loginWords } from '../../words/login.ts';
import { firstMessage, type PhoneForm, phoneMessages } from './login-form.ts';

type PhoneAndCodeProps = {
  form: Pick<Form<PhoneForm>, 'values' | 'field' | 'showMessages'>;
  /** Where a tap on the button is counted. */
  trackedOn: { pageId: string; pageName: string };
};

/** A number and the code that proves it, with the button that sends one. */
export function PhoneAndCode({ form, trackedOn }: PhoneAndCodeProps) {
  const code = useCodeSending('sendSmsCode');

  const obtain = () => {
    const { mobile } = form.values;
    trackClick({ ...trackedOn, actionId: 'sendCode', actionName: 'sendCode', value: mobile });
    const wrong = phoneMessages({ mobile });
    form.showMessages(wrong);
    if (firstMessage(wrong) === undefined) code.send({ params: { phone: mobile } });
  };

  return (
    <>
      <PhoneField {...form.field('mobile')} label={loginWords.mobile} />
      <CodeField {...form.field('captcha')} sending={code} onObtain={obtain} />
    </>
  );
}
