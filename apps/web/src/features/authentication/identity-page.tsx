import { CER_CODE } from '@thumba/contract/codes';
import { useId, useMemo, useRef, useState } from 'react';
import { call } from '../../platform/call.ts';
import { CallFailure } from '../../platform/call-answer.ts';
import { openDraft } from '../../platform/draft.ts';
import { type Form, useForm } from '../../platform/form.ts';
import { lusakaToday } from '../../platform/lusaka-time.ts';
import { authStepOf } from '../../platform/next-step.ts';
import { useAnswer, useSend } from '../../platform/query.ts';
import type { UserInfo } from '../../platform/session.ts';
import { tabStorage } from '../../platform/storage.ts';
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
import {
  type CardReading,
  confirmedIdentity,
  EMPTY_IDENTITY,
  fieldsAsRead,
  fillFromCard,
  type IdentityValues,
  identityMessages,
  type ReadCard,
  readFields,
} from './identity-form.ts';
import { leadOn } from './lead-on.ts';
import { formatNrcNumber } from './nrc-number.ts';
import { isStepDone, NewDeviceStep, StepFrame } from './step-frame.tsx';

const NOT_FOUND = 404;

export function IdentityPage() {
  const steps = useAnswer('getUserAuthProcessStep', {});
  const user = useUserInfo();
  if (user.data?.isNewDevice && isStepDone(steps.data, CER_CODE.identity))
    return <NewDeviceStep title={titles.identity} cerCode={CER_CODE.identity} />;
  if (!steps.data || !user.data) {
    return (
      <StepFrame title={titles.identity} cerCode={CER_CODE.identity}>
        <Coming answers={[steps, user]} lines={[44, 260, 260]} />
      </StepFrame>
    );
  }
  const isDone = steps.data.some((step) => step.cerCode === CER_CODE.identity && step.isAuth === 1);
  return isDone ? (
    <IdentityDone user={user.data} nextStep={authStepOf(steps.data)} />
  ) : (
    <IdentityForm user={user.data} />
  );
}

function IdentityDone({ user, nextStep }: { user: UserInfo; nextStep: number }) {
  const isMore = nextStep === 2 || nextStep === 3;
  return (
    <StepFrame title={titles.identity} cerCode={CER_CODE.identity}>
      <EmptyState
        drawing="shield"
        title={identityWords.done.title}
        action={
          <Button isWide={false} onClick={() => void leadOn(user)}>
            {isMore ? identityWords.done.goOn : uiWords.goHome}
          </Button>
        }
      >
        {identityWords.done.text}
      </EmptyState>
    </StepFrame>
  );
}

function IdentityForm({ user }: { user: UserInfo }) {
  const formId = useId();
  // Phones short of memory unload the page while the camera is open, so the form is kept. It is deleted with the tab,
  // because an identity should not stay on a phone.
  const draft = useMemo(() => openDraft(tabStorage, user.userId, 'identity'), [user.userId]);
  const [isLeaving, setLeaving] = useState(false);
  const confirming = useSend('addOrUpdateUserOcrInfoV3', { loading: 'loading' });
  const isBusy = confirming.isPending || isLeaving;

  const form = useForm<IdentityValues>({
    initial: () => ({ ...EMPTY_IDENTITY, ...draft.read() }),
    check: (values) => identityMessages(values, lusakaToday()),
    isBusy,
    onChange: isLeaving ? undefined : draft.save,
    movesFocus: true,
    send: (values) =>
      confirming.mutate(
        { body: confirmedIdentity(values) },
        {
          onSuccess: async () => {
            setLeaving(true);
            draft.clear();
            await leadOn(user);
          },
          onError: (error) => {
            form.showRefusal(error);
            if (!(error instanceof CallFailure) || error.code !== NOT_FOUND) return;
            // Pictures that were not confirmed are deleted after an hour.
            form.change({ frontFileId: '', backFileId: '' });
            form.showMessages({ frontFileId: error.message, backFileId: error.message });
          },
        },
      ),
  });

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
      <form id={formId} className={styles.form} {...form.props}>
        <IdentityFields form={form} hasQuestions={user.questionsWaiting > 0} />
        <p className={styles.small}>{identityWords.card.kept}</p>
      </form>
    </StepFrame>
  );
}

/** The two sides of the card, and the fields that are read from them or typed. */
function IdentityFields({ form, hasQuestions }: { form: Form<IdentityValues>; hasQuestions: boolean }) {
  const { reading, lastRead, readCard } = useReading(form);
  const asRead = fieldsAsRead(form.values, lastRead);
  const front = form.field('frontFileId');
  const back = form.field('backFileId');
  return (
    <>
      <Card title={identityWords.needed.title}>
        <ul className={styles.needed}>
          <li>{identityWords.needed.card}</li>
          <li>{identityWords.needed.details}</li>
          <li>{identityWords.needed.contacts}</li>
          {hasQuestions && <li>{identityWords.needed.questions}</li>}
        </ul>
      </Card>
      <Card title={identityWords.card.title}>
        <p className={styles.text}>{identityWords.card.text}</p>
        <div className={styles.sides}>
          <CardPicture
            label={identityWords.card.front}
            purpose="nrc_front"
            {...front}
            onChange={(fileId) => {
              front.onChange(fileId);
              readCard(fileId, back.value);
            }}
          />
          <CardPicture
            label={identityWords.card.back}
            purpose="nrc_back"
            {...back}
            onChange={(fileId) => {
              back.onChange(fileId);
              if (fileId !== '') readCard(front.value, fileId);
            }}
          />
        </div>
      </Card>
      <Card title={identityWords.says}>
        <ReadingNotice reading={reading} isFilled={asRead.size > 0} />
        <WrittenFields form={form} asRead={asRead} />
      </Card>
    </>
  );
}

type Reading = 'nothing' | 'underWay' | CardReading;
const NOTHING_READ: ReadCard = { read: {}, frontFileId: '' };

/** Asks the server to read the pictures, and fills in what it read. Only the pictures that were taken last count. */
function useReading(form: Form<IdentityValues>) {
  const latest = useRef(0);
  // A picture that was being sent asks for the reading from an earlier render.
  const newest = useRef(NOTHING_READ);
  const [reading, setReading] = useState<Reading>('nothing');
  const [lastRead, setLastRead] = useState(NOTHING_READ);

  const readCard = async (frontFileId: string, backFileId: string) => {
    latest.current += 1;
    const thisTime = latest.current;
    setReading('nothing');
    if (frontFileId === '') return;
    setReading('underWay');
    const body = { frontFileId, confirm: false, ...(backFileId === '' ? {} : { backFileId }) } as const;
    // Typing works as well, so a failure is not shown.
    const answer = await call('addOrUpdateUserOcrInfoV3', { body }, { failureShownBy: 'background' }).catch(
      () => undefined,
    );
    if (thisTime !== latest.current) return;
    if (!answer || !('confidence' in answer)) return setReading('nothing');
    form.change((values) => {
      const { read: before, frontFileId: frontBefore } = newest.current;
      const filled = fillFromCard({ values, read: before }, readFields(answer), frontBefore === frontFileId);
      if (filled.read !== before) newest.current = { read: filled.read, frontFileId };
      return filled.values;
    });
    setLastRead(newest.current);
    setReading(answer);
  };
  return { reading, lastRead, readCard: (front: string, back: string) => void readCard(front, back) };
}

/** What the server says of a reading stands alone, because it also says what to do. */
function ReadingNotice({ reading, isFilled }: { reading: Reading; isFilled: boolean }) {
  if (reading === 'nothing')
    return <p className={styles.text}>{isFilled ? identityWords.check : identityWords.type}</p>;
  if (reading === 'underWay')
    return (
      <p className={styles.text} role="status">
        {identityWords.reading}
      </p>
    );
  return (
    <Notice tone={reading.picture === 'read' && reading.confidence > 0 ? 'good' : 'warn'}>
      {reading.message}
    </Notice>
  );
}

/** What is written on the card. */
type WrittenFieldsProps = { form: Form<IdentityValues>; asRead: ReadonlySet<string> };

function WrittenFields({ form, asRead }: WrittenFieldsProps) {
  const markOf = (field: string) => (asRead.has(field) ? identityWords.readFromCard : undefined);
  const idNumber = form.field('idNumber');
  return (
    <div className={styles.fields}>
      <TextField
        {...idNumber}
        name="idNumber"
        label={identityWords.idNumber}
        hint={markOf('idNumber')}
        inputMode="numeric"
        autoComplete="off"
        placeholder="123456/10/1"
        maxLength={16}
        onChange={({ target }) => {
          // Slashes are added while typing at the end; in the middle they would push the caret away.
          const isAtEnd = target.selectionStart === target.value.length;
          idNumber.onChange(isAtEnd ? formatNrcNumber(target.value) : target.value);
        }}
        onBlur={({ target }) => idNumber.onChange(formatNrcNumber(target.value))}
      />
      <TextField
        {...form.textField('firstName')}
        label={identityWords.firstName}
        hint={markOf('firstName')}
        autoComplete="given-name"
        autoCapitalize="words"
        maxLength={60}
      />
      <TextField
        {...form.textField('lastName')}
        label={identityWords.lastName}
        hint={markOf('lastName')}
        autoComplete="family-name"
        autoCapitalize="words"
        maxLength={60}
      />
      <DateField {...form.field('birthDate')} label={identityWords.birthDate} isBirthDate />
      {asRead.has('birthDate') && <p className={styles.small}>{identityWords.readFromCard}</p>}
      <Choices
        {...form.field('gender')}
        legend={identityWords.gender}
        options={[
          { value: 'F', label: identityWords.female },
          { value: 'M', label: identityWords.male },
        ]}
      />
      {asRead.has('gender') && <p className={styles.small}>{identityWords.readFromCard}</p>}
    </div>
  );
}
