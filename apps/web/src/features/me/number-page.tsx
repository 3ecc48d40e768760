import type { Answer } from '@thumba/contract/wire';
import { type FormEvent, useId, useState } from 'react';
import { CallFailure } from '../../platform/call-answer.ts';
import { useCodeSending } from '../../platform/code-sending.ts';
import { goBack } from '../../platform/navigation.ts';
import { codeMessage, phoneMessage } from '../../platform/phone-number.ts';
import { refresh, useSend } from '../../platform/query.ts';
import { showSuccess } from '../../platform/toast.ts';
import { useUserInfo } from '../../platform/user-info.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Badge, Card, Notice, Rule, Stack } from '../../ui/card.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Facts, MoneyLine, Steps } from '../../ui/facts.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { numberWords } from '../../words/number.ts';
import { titles } from '../../words/titles.ts';

type Messages = Partial<Record<'mobile' | 'newCaptcha' | 'oldCaptcha', string | undefined>>;

/** Another number to sign in with: by a code to both, or with the help of staff when the old one is gone. */
export function NumberPage() {
  const oldMobile = useUserInfo().data?.mobile;
  const formId = useId();
  const [mobile, setMobile] = useState('');
  const [newCaptcha, setNewCaptcha] = useState('');
  const [oldCaptcha, setOldCaptcha] = useState('');
  const [hasOldPhone, setHasOldPhone] = useState(true);
  const [messages, setMessages] = useState<Messages>({});
  const [request, setRequest] = useState<Answer<'requestMobileChange'>>();
  const newCode = useCodeSending('sendMobileChangeCode');
  const oldCode = useCodeSending('sendMobileChangeCode');
  const change = useSend('changeMobile', { loading: 'loading' });
  const ask = useSend('requestMobileChange', { loading: 'loading' });
  const isSending = change.isPending || ask.isPending;

  if (request) return <Requested ticketNo={request.ticketNo} />;

  const forget = (field: keyof Messages) => setMessages({ ...messages, [field]: undefined });
  const showRefusal = (error: Error) => {
    if (error instanceof CallFailure) setMessages(error.fields);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong: Messages = {
      mobile: phoneMessage(mobile),
      newCaptcha: codeMessage(newCaptcha),
      oldCaptcha: hasOldPhone ? codeMessage(oldCaptcha) : undefined,
    };
    setMessages(wrong);
    if (Object.values(wrong).some((message) => message !== undefined) || isSending) return;
    if (!hasOldPhone) {
      ask.mutate({ body: { mobile, newCaptcha } }, { onSuccess: setRequest, onError: showRefusal });
      return;
    }
    change.mutate(
      { body: { mobile, newCaptcha, oldCaptcha } },
      {
        onSuccess: () => {
          showSuccess(numberWords.done);
          goBack('/me');
          void refresh('getUserInfo', 'listAccounts', 'listMessages', 'getRepayDetailV2');
        },
        onError: showRefusal,
      },
    );
  };

  return (
    <PageFrame
      title={titles.number}
      backTo="/me"
      footer={
        <Button type="submit" form={formId} isBusy={isSending}>
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
        <form id={formId} onSubmit={submit} noValidate>
          <Stack gap="wide">
            <PhoneField
              label={numberWords.newNumber}
              value={mobile}
              error={messages.mobile}
              onChange={(digits) => {
                setMobile(digits);
                forget('mobile');
              }}
            />
            <CodeField
              label={numberWords.newCode}
              name="newCaptcha"
              value={newCaptcha}
              error={messages.newCaptcha}
              sending={newCode}
              onChange={(code) => {
                setNewCaptcha(code);
                forget('newCaptcha');
              }}
              onObtain={() => {
                const wrong = phoneMessage(mobile);
                setMessages({ ...messages, mobile: wrong });
                if (wrong === undefined) newCode.send({ body: { mobile } }, showRefusal);
              }}
            />
            {hasOldPhone ? (
              <CodeField
                label={numberWords.oldCode(oldMobile ?? '')}
                name="oldCaptcha"
                value={oldCaptcha}
                error={messages.oldCaptcha}
                sending={oldCode}
                onChange={(code) => {
                  setOldCaptcha(code);
                  forget('oldCaptcha');
                }}
                onObtain={() => oldCode.send({ body: {} }, showRefusal)}
              />
            ) : (
              <Notice tone="warn">{numberWords.staff.about}</Notice>
            )}
          </Stack>
        </form>
        <Button variant="quiet" onClick={() => setHasOldPhone(!hasOldPhone)}>
          {hasOldPhone ? numberWords.noOldPhone : numberWords.hasOldPhone}
        </Button>
      </Card>
    </PageFrame>
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
