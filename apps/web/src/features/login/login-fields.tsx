import { Button } from '../../ui/button.tsx';
import { AdvertiserConsent } from '../channel/advertiser-consent.tsx';
import { AgreementField } from './agreement-field.tsx';
import { PhoneAndCode } from './phone-and-code.tsx';
import type { useLoginForm } from './use-login-form.ts';

type LoginFieldsProps = {
  login: ReturnType<typeof useLoginForm>;
  trackedOn: { pageId: string; pageName: string };
  submit: string;
};

/** The way in by a number and its code: the same on the login panel and where a channel's link leads. */
export function LoginFields({ login, trackedOn, submit }: LoginFieldsProps) {
  const { form, messages, setMessages, isBusy, change } = login;
  return (
    <>
      <PhoneAndCode
        form={form}
        onChange={change}
        messages={messages}
        onMessages={setMessages}
        trackedOn={trackedOn}
      />
      <AgreementField
        isChecked={form.checked}
        onChange={(checked) => change({ checked })}
        error={messages.checked}
      />
      <AdvertiserConsent />
      <Button type="submit" isBusy={isBusy}>
        {submit}
      </Button>
    </>
  );
}
