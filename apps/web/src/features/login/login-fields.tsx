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

/** The fields that sign in with a number and its code, on the login panel and on the page of a promotion. */
export function LoginFields({ login, trackedOn, submit }: LoginFieldsProps) {
  const { form, isBusy } = login;
  const agreement = form.field('checked');
  return (
    <>
      <PhoneAndCode form={form} trackedOn={trackedOn} />
      <AgreementField isChecked={agreement.value} onChange={agreement.onChange} error={agreement.error} />
      <AdvertiserConsent />
      <Button type="submit" isBusy={isBusy}>
        {submit}
      </Button>
    </>
  );
}
