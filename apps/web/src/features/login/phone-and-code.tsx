import { trackClick } from '../../platform/analytics.ts';
import { useCodeSending } from '../../platform/code-sending.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { loginWords } from '../../words/login.ts';
import { firstMessage, type LoginMessages, type PhoneForm, phoneMessages } from './login-form.ts';

type PhoneAndCodeProps = {
  form: PhoneForm;
  onChange: (part: Partial<PhoneForm>) => void;
  messages: LoginMessages;
  onMessages: (messages: LoginMessages) => void;
  /** Where a tap on the button is counted. */
  trackedOn: { pageId: string; pageName: string };
};

/** A number and the code that proves it, with the button that sends one. */
export function PhoneAndCode({ form, onChange, messages, onMessages, trackedOn }: PhoneAndCodeProps) {
  const code = useCodeSending('sendSmsCode');

  const obtain = () => {
    trackClick({ ...trackedOn, actionId: 'sendCode', actionName: 'sendCode', value: form.mobile });
    const wrong = phoneMessages(form);
    onMessages(wrong);
    if (firstMessage(wrong) === undefined) code.send({ params: { phone: form.mobile } });
  };

  return (
    <>
      <PhoneField
        label={loginWords.mobile}
        value={form.mobile}
        onChange={(mobile) => onChange({ mobile })}
        error={messages.mobile}
      />
      <CodeField
        value={form.captcha}
        onChange={(captcha) => onChange({ captcha })}
        error={messages.captcha}
        sending={code}
        onObtain={obtain}
      />
    </>
  );
}
