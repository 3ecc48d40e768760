import type { Answer } from '@thumba/contract/wire';
import { useId, useState } from 'react';
import { CallFailure } from '../../platform/call-answer.ts';
import { type Form, useForm } from '../../platform/form.ts';
import { useSend } from '../../platform/query.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Notice, Stack } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { claimWords as words } from '../../words/claim.ts';
import { richText } from '../../words/rich-text.tsx';
import { titles } from '../../words/titles.ts';
import { uiWords } from '../../words/ui.ts';
import { refreshAfterPayment } from '../payment/payment-calls.ts';
import { ClaimAnswer } from './claim-answer.tsx';
import { readReference, referenceMessage } from './claim-reference.ts';

const TOO_MANY = 429;

/** A borrower enters the reference of the operator's SMS, and reads what became of that payment. */
export function ClaimPage() {
  const [answer, setAnswer] = useState<Answer<'claimPayment'>>();
  const claim = useSend('claimPayment', { loading: 'loading' });
  const formId = useId();
  const form = useForm({
    initial: { reference: '' },
    check: ({ reference }) => ({ reference: referenceMessage(reference) }),
    isBusy: claim.isPending,
    send: ({ reference }) =>
      claim.mutate(
        { body: { reference: reference.trim() } },
        {
          onSuccess: (found) => {
            setAnswer(found);
            if (found.status === 'posted') void refreshAfterPayment();
          },
          onError: form.showRefusal,
        },
      ),
  });
  const tooMany =
    claim.error instanceof CallFailure && claim.error.code === TOO_MANY
      ? words.ticketsStayOpen(claim.error.message)
      : undefined;

  // Keys, because a button that turned into the form's own one while it is pressed would submit the form.
  const footers = {
    posted: <ButtonLink to="/home">{uiWords.goHome}</ButtonLink>,
    checking: (
      <Button key="again" isBusy={claim.isPending} onClick={() => form.submit()}>
        {words.lookAgain}
      </Button>
    ),
    not_found: (
      <Button key="change" onClick={() => setAnswer(undefined)}>
        {words.change}
      </Button>
    ),
  };

  return (
    <PageFrame
      title={titles.claim}
      backTo="/me"
      footer={
        answer ? (
          footers[answer.status]
        ) : (
          <Button key="submit" type="submit" form={formId} isBusy={claim.isPending}>
            {words.find}
          </Button>
        )
      }
    >
      {answer ? (
        <>
          {tooMany && <Notice tone="warn">{tooMany}</Notice>}
          <ClaimAnswer answer={answer} reference={form.values.reference.trim()} />
        </>
      ) : (
        <ReferenceForm id={formId} form={form} tooMany={tooMany} />
      )}
    </PageFrame>
  );
}

const strong = (text: string) => <strong>{text}</strong>;

type ReferenceFormProps = { id: string; form: Form<{ reference: string }>; tooMany: string | undefined };

function ReferenceForm({ id, form, tooMany }: ReferenceFormProps) {
  const { value, error, onChange } = form.field('reference');
  return (
    <>
      <Card>
        <form id={id} {...form.props}>
          <Stack>
            <p>{words.intro}</p>
            <TextField
              label={words.reference}
              name="reference"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={value}
              error={error ?? tooMany}
              hint={words.wholeSms}
              onChange={({ target }) => onChange(readReference(target.value))}
            />
          </Stack>
        </form>
      </Card>
      <Card title={words.where.title}>
        <p>{words.where.text}</p>
        <Notice>{richText(words.where.mtn, { id: strong })}</Notice>
        <Notice>{richText(words.where.airtel, { id: strong })}</Notice>
      </Card>
    </>
  );
}
