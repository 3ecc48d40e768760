import { ALL_STEPS_DONE, CER_CODE } from '@thumba/contract/codes';
import { useId, useMemo, useState } from 'react';
import { type FormValues, openDraft } from '../../platform/draft.ts';
import { useForm } from '../../platform/form.ts';
import { useAnswer, useSend } from '../../platform/query.ts';
import { browserStorage, type UserInfo } from '../../platform/session.ts';
import { useUserInfo } from '../../platform/user-info.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/card.tsx';
import { Coming } from '../../ui/coming.tsx';
import { authenticationWords } from '../../words/authentication.ts';
import { titles } from '../../words/titles.ts';
import styles from './authentication.module.css';
import { ColumnField } from './column-field.tsx';
import {
  appliedColumns,
  type Column,
  formMessages,
  groupColumns,
  sentColumns,
  startingValues,
} from './columns.ts';
import { canPickContacts, pickContact } from './contact-picker.ts';
import { leadOn } from './lead-on.ts';
import { isStepDone, NewDeviceStep, StepFrame } from './step-frame.tsx';

type FormDescription = {
  cerCode: 2 | 3;
  title: string;
  /** The name of the draft on the phone. */
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
  const steps = useAnswer('getUserAuthProcessStep', {});
  if (user.data?.isNewDevice && isStepDone(steps.data, cerCode))
    return <NewDeviceStep title={title} cerCode={cerCode} />;
  if (form.data && user.data && (steps.data || !user.data.isNewDevice)) {
    return <LoadedForm {...description} columns={form.data.columns} user={user.data} />;
  }
  return (
    <StepFrame title={title} cerCode={cerCode}>
      <Coming answers={[form, user]} lines={[44, 240, 240]} />
    </StepFrame>
  );
}

type LoadedFormProps = FormDescription & { columns: readonly Column[]; user: UserInfo };

function LoadedForm({ cerCode, title, draftName, intro, columns, user }: LoadedFormProps) {
  const formId = useId();
  const draft = useMemo(() => openDraft(browserStorage, user.userId, draftName), [user.userId, draftName]);
  const [isLeaving, setLeaving] = useState(false);
  const saving = useSend('addOrUpdateUserAuthInfo', { loading: 'loading' });
  const isBusy = saving.isPending || isLeaving;
  // Opened from Me, it leads to no further step. The button keeps its name while it is pressed.
  const [isOneOfSteps] = useState(() => user.authStep !== ALL_STEPS_DONE);

  const form = useForm<FormValues>({
    // Columns that are fetched again later never overwrite what is being typed.
    initial: () => startingValues(columns, draft.read()),
    check: (values) => formMessages(appliedColumns(columns, values), values),
    isBusy,
    onChange: draft.save,
    movesFocus: true,
    send: (values) =>
      saving.mutate(
        { body: { cerCode, columns: sentColumns(appliedColumns(columns, values), values) } },
        {
          onSuccess: async () => {
            draft.clear();
            setLeaving(true);
            await leadOn(user);
          },
          onError: form.showRefusal,
        },
      ),
  });

  return (
    <StepFrame
      title={title}
      cerCode={cerCode}
      footer={
        <Button type="submit" form={formId} isBusy={isBusy}>
          {isOneOfSteps ? authenticationWords.saveAndContinue : authenticationWords.save}
        </Button>
      }
    >
      <p className={styles.text}>{intro}</p>
      <form id={formId} className={styles.form} {...form.props}>
        {groupColumns(appliedColumns(columns, form.values)).map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other name, and never change
          <Card key={index} title={group.heading}>
            <div className={styles.fields}>
              {group.columns.map((column) => (
                <ColumnField
                  key={column.columnCode}
                  column={column}
                  {...form.field(column.columnCode)}
                  value={form.values[column.columnCode] ?? ''}
                />
              ))}
              <ContactButton columns={group.columns} onPick={form.change} />
            </div>
          </Card>
        ))}
        {columns.length === 0 && <Notice>{authenticationWords.nothingToFillIn}</Notice>}
      </form>
    </StepFrame>
  );
}

/** Fills in a person from the address book: the number, and the name into the first text field of the group. */
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
