import { CER_CODE } from '@thumba/contract/codes';
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { CallFailure } from '../../platform/call-answer.ts';
import { useAnswer, useSend } from '../../platform/query.ts';
import { browserStorage } from '../../platform/session.ts';
import { useUserInfo } from '../../platform/user-info.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/card.tsx';
import { Coming } from '../../ui/coming.tsx';
import { authenticationWords } from '../../words/authentication.ts';
import { titles } from '../../words/titles.ts';
import styles from './authentication.module.css';
import { ColumnField } from './column-field.tsx';
import { type Column, formMessages, groupColumns, sentColumns, startingValues } from './columns.ts';
import { canPickContacts, pickContact } from './contact-picker.ts';
import { openDraft } from './draft.ts';
import { focusFirstProblem } from './focus-first-problem.ts';
import { leadOn } from './lead-on.ts';
import { StepFrame } from './step-frame.tsx';

type FormDescription = {
  cerCode: 2 | 3;
  title: string;
  /** Names the draft on the phone. */
  draftName: string;
  intro: string;
};

export function PersonalInformationPage() {
  return (
    <FormPage
      cerCode={CER_CODE.personal}
      title={titles.personal}
      draftName="base"
      intro={authenticationWords.personalIntro}
    />
  );
}

export function EmergencyContactPage() {
  return (
    <FormPage
      cerCode={CER_CODE.emergencyContact}
      title={titles.emergencyContact}
      draftName="linkman"
      intro={authenticationWords.contactIntro}
    />
  );
}

/** A form drawn from the server's columns. */
function FormPage(description: FormDescription) {
  const { cerCode, title } = description;
  const form = useAnswer('queryCertifyColumnByCerCode', { query: { cerCode } });
  const user = useUserInfo();
  if (form.data && user.data) {
    return <LoadedForm {...description} columns={form.data.columns} userId={user.data.userId} />;
  }
  return (
    <StepFrame title={title} cerCode={cerCode}>
      <Coming answers={[form, user]} lines={[44, 240, 240]} />
    </StepFrame>
  );
}

type LoadedFormProps = FormDescription & { columns: readonly Column[]; userId: number };

function LoadedForm({ cerCode, title, draftName, intro, columns, userId }: LoadedFormProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const draft = useMemo(() => openDraft(browserStorage, userId, draftName), [userId, draftName]);
  // What arrives later, as after coming back to this window, never overwrites what is being typed.
  const [values, setValues] = useState(() => startingValues(columns, draft.read()));
  const [messages, setMessages] = useState<Record<string, string>>({});
  const [isLeaving, setLeaving] = useState(false);
  const saving = useSend('addOrUpdateUserAuthInfo', { loading: 'loading' });
  const isBusy = saving.isPending || isLeaving;

  useEffect(() => {
    if (Object.keys(messages).length > 0) focusFirstProblem(form.current);
  }, [messages]);

  const change = (changed: Record<string, string>) => {
    const next = { ...values, ...changed };
    setValues(next);
    draft.save(next);
    const isStanding = Object.keys(changed).some((columnCode) => columnCode in messages);
    if (isStanding)
      setMessages(Object.fromEntries(Object.entries(messages).filter(([code]) => !(code in changed))));
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const wrong = formMessages(columns, values);
    setMessages(wrong);
    if (Object.keys(wrong).length > 0) return;
    saving.mutate(
      { body: { cerCode, columns: sentColumns(columns, values) } },
      {
        onSuccess: async () => {
          draft.clear();
          setLeaving(true);
          await leadOn(userId);
        },
        onError: (error) => {
          if (error instanceof CallFailure) setMessages(error.fields);
        },
      },
    );
  };

  return (
    <StepFrame
      title={title}
      cerCode={cerCode}
      footer={
        <Button type="submit" form={formId} isBusy={isBusy}>
          {authenticationWords.save}
        </Button>
      }
    >
      <p className={styles.text}>{intro}</p>
      <form id={formId} ref={form} className={styles.form} onSubmit={submit} noValidate>
        {groupColumns(columns).map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other name, and never change
          <Card key={index} title={group.heading}>
            <div className={styles.fields}>
              {group.columns.map((column) => (
                <ColumnField
                  key={column.columnCode}
                  column={column}
                  value={values[column.columnCode] ?? ''}
                  onChange={(value) => change({ [column.columnCode]: value })}
                  error={messages[column.columnCode]}
                />
              ))}
              <ContactButton columns={group.columns} onPick={change} />
            </div>
          </Card>
        ))}
        {columns.length === 0 && <Notice>{authenticationWords.nothingToFillIn}</Notice>}
      </form>
    </StepFrame>
  );
}

/** Fills in a person from the address book: the number, and the name of the first text field beside it. */
function ContactButton(props: {
  columns: readonly Column[];
  onPick: (values: Record<string, string>) => void;
}) {
  const phone = props.columns.find((column) => column.type === 'phone');
  const name = props.columns.find((column) => column.type === 'text');
  if (!canPickContacts || phone === undefined) return null;
  const pick = async () => {
    const contact = await pickContact();
    if (contact === undefined) return;
    props.onPick({
      ...(contact.mobile ? { [phone.columnCode]: contact.mobile } : {}),
      ...(name && contact.name ? { [name.columnCode]: contact.name } : {}),
    });
  };
  return (
    <Button variant="secondary" onClick={() => void pick()}>
      {authenticationWords.chooseContact}
    </Button>
  );
}
