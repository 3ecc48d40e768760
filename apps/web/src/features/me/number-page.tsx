import type { Answer } from '@thumba/contract/wire';
import { useId, useState } from 'react';
import { useCodeSending } from '../../platform/code-sending.ts';
import { type Form, useForm } from '../../platform/form.ts';
import { goBack } from '../../platform/navigation.ts';
import { codeMessage, phoneMessage } from '../../platform/phone-number.ts';
import { refresh, useSend } from '../../platform/query.ts';
import { showSuccess } from '../../platform/toast.ts';
import { useUserInfo } from '../../platform/user-info.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Badge, Card, Notice, Rule, Stack } from '../../ui/card.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Facts, MoneyLine } from '../../ui/facts.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Steps } from '../../ui/steps.tsx';
import { numberWords } from '../../words/number.ts';
import { titles } from '../../words/titles.ts';
import { useSteppedSend } from '../step-up/use-stepped-send.tsx';

const EMPTY = { mobile: '', newCaptcha: '', oldCaptcha: '' };

/** Another number to sign in with: by a code to both, or with the help of staff when the old one is gone. */
export function NumberPage() {
  const oldMobile = useUserInfo().data?.mobile;
  const formId = useId();
  const [hasOldPhone, setHasOldPhone] = useState(true);
  const [request, setRequest] = useState<Answer<'requestMobileChange'>>();
  const change = useSteppedSend('changeMobile', 'loading');
  const ask = useSend('requestMobileChange', { loading: 'loading' });
  const isBusy = change.isPending || ask.isPending;

  const form = useForm({
    initial: EMPTY,
    check: ({ mobile, newCaptcha, oldCaptcha }) => ({
      mobile: phoneMessage(mobile),
      newCaptcha: codeMessage(newCaptcha),
      oldCaptcha: hasOldPhone ? codeMessage(oldCaptcha) : undefined,
    }),
    isBusy,
    send: ({ mobile, newCaptcha, oldCaptcha }) => {
      const onError = form.showRefusal;
      if (hasOldPhone) {
        change.mutate({ body: { mobile, newCaptcha, oldCaptcha } }, { onSuccess: leaveChanged, onError });
      } else ask.mutate({ body: { mobile, newCaptcha } }, { onSuccess: setRequest, onError });
    },
  });

  if (request) return <Requested ticketNo={request.ticketNo} />;
  return (
    <PageFrame
      title={titles.number}
      backTo="/me"
      footer={
        <Button type="submit" form={formId} isBusy={isBusy}>
          {hasOldPhone ? numberWords.submit : numberWords.staff.submit}
        </Button>
      }
    >
      <Card>
        {oldMobile === undefined ? (
          <Skeleton lines={[22]} />
        ) : (
          <Facts facts={[{ label: numberWords.now, value: oldMobile, tone: 'strong' }]} />
        )}
        <p>{numberWords.about}</p>
      </Card>
      <Card>
        <form id={formId} {...form.props}>
          <NumberFields form={form} oldMobile={oldMobile} hasOldPhone={hasOldPhone} />
        </form>
        <Button variant="quiet" onClick={() => setHasOldPhone(!hasOldPhone)}>
          {hasOldPhone ? numberWords.noOldPhone : numberWords.hasOldPhone}
        </Button>
      </Card>
      {change.sheet}
    </PageFrame>
  );
}

function leaveChanged(): void {
  showSuccess(numberWords.done);
  goBack('/me');
  void refresh('getUserInfo', 'listAccounts', 'listMessages', 'getRepayDetailV2');
}

type NumberFieldsProps = {
  form: Form<typeof EMPTY>;
  oldMobile: string | undefined;
  hasOldPhone: boolean;
};

function NumberFields({ form, oldMobile, hasOldPhone }: NumberFieldsProps) {
  const newCode = useCodeSending('sendMobileChangeCode');
  const oldCode = useCodeSending('sendMobileChangeCode');

  const obtainNewCode = () => {
    const { mobile } = form.values;
    const wrong = phoneMessage(mobile);
    form.showMessages({ ...form.messages, mobile: wrong });
    if (wrong === undefined) newCode.send({ body: { mobile } }, form.showRefusal);
  };

  return (
    <Stack gap="wide">
      <PhoneField {...form.field('mobile')} label={numberWords.newNumber} />
      <CodeField
        {...form.field('newCaptcha')}
        label={numberWords.newCode}
        name="newCaptcha"
        sending={newCode}
        onObtain={obtainNewCode}
      />
      {hasOldPhone ? (
        <CodeField
          {...form.field('oldCaptcha')}
          label={numberWords.oldCode(oldMobile ?? '')}
          name="oldCaptcha"
          sending={oldCode}
          onObtain={() => oldCode.send({ body: {} }, form.showRefusal)}
        />
      ) : (
        <Notice tone="warn">{numberWords.staff.about}</Notice>
      )}
    </Stack>
  );
}

function Requested({ ticketNo }: { ticketNo: string }) {
  const { staff } = numberWords;
  return (
    <PageFrame
      title={titles.number}
      backTo="/me"
      footer={<ButtonLink to="/me/tickets">{staff.tickets}</ButtonLink>}
    >
      <Card title={staff.title}>
        <MoneyLine label={staff.ticket} aside={<Badge tone="warn">{staff.state}</Badge>} money={ticketNo} />
        <Rule />
        <Steps
          steps={[{ text: staff.steps.call }, { text: staff.steps.message }, { text: staff.steps.look }]}
        />
      </Card>
    </PageFrame>
  );
}
