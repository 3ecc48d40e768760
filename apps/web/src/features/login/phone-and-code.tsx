import type { MouseEvent } from 'react';
import { trackClick } from '../../platform/analytics.ts';
import { useCodeSending } from '../../platform/code-sending.ts';
import { device } from '../../platform/device.ts';
import type { Form } from '../../platform/form.ts';
import { groupPhoneNumber, readCode } from '../../platform/phone-number.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { loginWords } from '../../words/login.ts';
import { firstMessage, type PhoneForm, phoneMessages } from './login-form.ts';
import styles from './login-panel.module.css';

type PhoneAndCodeProps = {
  form: Pick<Form<PhoneForm>, 'values' | 'field' | 'change' | 'showMessages'>;
  /** Where a tap on the button is counted. */
  trackedOn: { pageId: string; pageName: string };
};

/** A number and the code that proves it, with the button that sends one. */
export function PhoneAndCode({ form, trackedOn }: PhoneAndCodeProps) {
  const code = useCodeSending('sendSmsCode');
  const mobile = form.field('mobile');
  const captcha = form.field('captcha');
  const sentTo = code.sentWith && String(code.sentWith.params.phone);

  const obtain = () => {
    trackClick({ ...trackedOn, actionId: 'sendCode', actionName: 'sendCode', value: mobile.value });
    const wrong = phoneMessages({ mobile: mobile.value });
    form.showMessages(wrong);
    if (firstMessage(wrong) !== undefined) return;
    const { codeReader } = device;
    const query = codeReader && { appHash: codeReader.smsHash };
    code.send({ params: { phone: mobile.value }, query });
    void codeReader?.read().then((digits) => fillIn(mobile.value, digits));
  };
  /** The code of an SMS that the Android app has read. The borrower may have typed it, or another number, meanwhile. */
  const fillIn = (phone: string, digits: string | undefined) => {
    if (digits === undefined) return;
    form.change(({ mobile, captcha }) =>
      mobile === phone && captcha === '' ? { captcha: readCode(digits) } : {},
    );
  };
  const changeNumber = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    code.startAnew();
    captcha.onChange('');
    (currentTarget.form?.elements.namedItem(PHONE_FIELD) as HTMLInputElement | null)?.select();
  };

  return (
    <>
      <PhoneField
        {...mobile}
        name={PHONE_FIELD}
        label={loginWords.mobile}
        onChange={(digits) => {
          // The countdown is that of the number that the code went to.
          if (sentTo !== undefined && digits !== sentTo) code.startAnew();
          mobile.onChange(digits);
        }}
      />
      <div>
        <CodeField {...captcha} sending={code} onObtain={obtain} />
        <div className={styles.sent}>
          <p role="status">
            {sentTo === undefined ? loginWords.comesBySms : loginWords.sentTo(groupPhoneNumber(sentTo))}
          </p>
          {sentTo !== undefined && (
            <Button variant="quiet" onClick={changeNumber}>
              {loginWords.changeNumber}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

const PHONE_FIELD = 'mobile';
