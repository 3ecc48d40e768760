import { CER_CODE } from '@thumba/contract/codes';
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { authStepOf, useAuthenticationSteps } from '../../platform/authentication-step.ts';
import { call } from '../../platform/call.ts';
import { CallFailure } from '../../platform/call-answer.ts';
import { lusakaToday } from '../../platform/lusaka-time.ts';
import { useSend } from '../../platform/query.ts';
import { openStorage } from '../../platform/storage.ts';
import { useUserInfo } from '../../platform/user-info.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/card.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Coming } from '../../ui/coming.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { identityWords } from '../../words/identity.ts';
import { titles } from '../../words/titles.ts';
import { uiWords } from '../../words/ui.ts';
import styles from './authentication.module.css';
import { CardPicture } from './card-picture.tsx';
import { DateField } from './date-field.tsx';
import { type FormValues, openDraft } from './draft.ts';
import { focusFirstProblem } from './focus-first-problem.ts';
import { confirmedIdentity, fillEmptyFields, identityMessages, readFields } from './identity-form.ts';
import { leadOn } from './lead-on.ts';
import { formatNrcNumber } from './nrc-number.ts';
import { StepFrame } from './step-frame.tsx';

const NOT_FOUND = 404;

// Phones short of memory throw the page away while the camera is open. What is kept for that ends with the tab,
// because an identity should not stay on a phone.
const tabStorage = openStorage(() => sessionStorage);

export function IdentityPage() {
  const steps = useAuthenticationSteps();
  const user = useUserInfo();
  if (!steps.data || !user.data) {
    return (
      <StepFrame title={titles.identity} cerCode={CER_CODE.identity}>
        <Coming answers={[steps, user]} lines={[44, 260, 260]} />
      </StepFrame>
    );
  }
  const isDone = steps.data.some((step) => step.cerCode === CER_CODE.identity && step.isAuth === 1);
  return isDone ? (
    <IdentityDone userId={user.data.userId} nextStep={authStepOf(steps.data)} />
  ) : (
    <IdentityForm userId={user.data.userId} />
  );
}

function IdentityDone({ userId, nextStep }: { userId: number; nextStep: number }) {
  const isMore = nextStep === 2 || nextStep === 3;
  return (
    <StepFrame title={titles.identity} cerCode={CER_CODE.identity}>
      <EmptyState
        drawing="shield"
        title={identityWords.done.title}
        action={
          <Button isWide={false} onClick={() => void leadOn(userId)}>
            {isMore ? identityWords.done.goOn : uiWords.goHome}
          </Button>
        }
      >
        {identityWords.done.text}
      </EmptyState>
    </StepFrame>
  );
}

type Reading = 'not_yet' | 'reading' | 'read' | 'nothing_read';

function IdentityForm({ userId }: { userId: number }) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const draft = useMemo(() => openDraft(tabStorage, userId, 'identity'), [userId]);
  const [values, setValues] = useState<FormValues>(() => draft.read());
  const [messages, setMessages] = useState<Record<string, string>>({});
  const [reading, setReading] = useState<Reading>('not_yet');
  const [isLeaving, setLeaving] = useState(false);
  const confirming = useSend('addOrUpdateUserOcrInfoV3', { loading: 'loading' });
  const isBusy = confirming.isPending || isLeaving;

  useEffect(() => {
    if (Object.keys(messages).length > 0) focusFirstProblem(form.current);
  }, [messages]);
  useEffect(() => {
    if (!isLeaving) draft.save(values);
  }, [draft, values, isLeaving]);

  const change = (field: string, value: string) => {
    setValues((before) => ({ ...before, [field]: value }));
    if (field in messages) {
      setMessages(Object.fromEntries(Object.entries(messages).filter(([name]) => name !== field)));
    }
  };
  const field = (name: string) => ({
    name,
    value: values[name] ?? '',
    error: messages[name],
    onChange: ({ target }: { target: { value: string } }) => change(name, target.value),
  });

  const readCard = async (frontFileId: string) => {
    setReading('reading');
    try {
      const answer = await call(
        'addOrUpdateUserOcrInfoV3',
        { body: { frontFileId, confirm: false } },
        { failureShownBy: 'background' },
      );
      const read = readFields(answer);
      setValues((before) => fillEmptyFields(before, read));
      setReading(Object.keys(read).length > 0 ? 'read' : 'nothing_read');
    } catch {
      setReading('nothing_read'); // typing works as well
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const wrong = identityMessages(values, lusakaToday());
    setMessages(wrong);
    if (Object.keys(wrong).length > 0) return;
    confirming.mutate(
      { body: confirmedIdentity(values) },
      {
        onSuccess: async () => {
          setLeaving(true);
          draft.clear();
          await leadOn(userId);
        },
        onError: (error) => {
          if (!(error instanceof CallFailure)) return;
          if (error.code === NOT_FOUND) {
            // Pictures that nobody confirmed are deleted after an hour.
            setValues({ ...values, frontFileId: '', backFileId: '' });
            setMessages({ frontFileId: error.message, backFileId: error.message });
          } else setMessages(error.fields);
        },
      },
    );
  };

  return (
    <StepFrame
      title={titles.identity}
      cerCode={CER_CODE.identity}
      footer={
        <Button type="submit" form={formId} isBusy={isBusy}>
          {identityWords.confirm}
        </Button>
      }
    >
      <form id={formId} ref={form} className={styles.form} onSubmit={submit} noValidate>
        <Card title={identityWords.card.title}>
          <p className={styles.text}>{identityWords.card.text}</p>
          <div className={styles.sides}>
            <CardPicture
              label={identityWords.card.front}
              purpose="nrc_front"
              fileId={values.frontFileId ?? ''}
              onChange={(fileId) => {
                change('frontFileId', fileId);
                if (fileId !== '') void readCard(fileId);
              }}
              error={messages.frontFileId}
            />
            <CardPicture
              label={identityWords.card.back}
              purpose="nrc_back"
              fileId={values.backFileId ?? ''}
              onChange={(fileId) => change('backFileId', fileId)}
              error={messages.backFileId}
            />
          </div>
        </Card>
        <Card title={identityWords.says}>
          <ReadingNotice reading={reading} />
          <div className={styles.fields}>
            <TextField
              {...field('idNumber')}
              label={identityWords.idNumber}
              inputMode="numeric"
              autoComplete="off"
              placeholder="123456/10/1"
              maxLength={16}
              onChange={({ target }) => {
                // Slashes come while typing at the end; in the middle they would push the caret away.
                const isAtEnd = target.selectionStart === target.value.length;
                change('idNumber', isAtEnd ? formatNrcNumber(target.value) : target.value);
              }}
              onBlur={({ target }) => change('idNumber', formatNrcNumber(target.value))}
            />
            <TextField
              {...field('firstName')}
              label={identityWords.firstName}
              autoComplete="given-name"
              autoCapitalize="words"
              maxLength={60}
            />
            <TextField
              {...field('lastName')}
              label={identityWords.lastName}
              autoComplete="family-name"
              autoCapitalize="words"
              maxLength={60}
            />
            <DateField
              label={identityWords.birthDate}
              isBirthDate
              value={values.birthDate ?? ''}
              onChange={(value) => change('birthDate', value)}
              error={messages.birthDate}
            />
            <Choices
              legend={identityWords.gender}
              options={[
                { value: 'F', label: identityWords.female },
                { value: 'M', label: identityWords.male },
              ]}
              value={values.gender}
              onChange={(value) => change('gender', value)}
              error={messages.gender}
            />
          </div>
        </Card>
        <p className={styles.small}>{identityWords.card.kept}</p>
      </form>
    </StepFrame>
  );
}

function ReadingNotice({ reading }: { reading: Reading }) {
  switch (reading) {
    case 'not_yet':
      return null;
    case 'reading':
      return <Notice tone="good">{identityWords.reading}</Notice>;
    case 'read':
      return <Notice tone="good">{identityWords.read}</Notice>;
    case 'nothing_read':
      return <Notice tone="warn">{identityWords.nothingRead}</Notice>;
  }
}
