import { useState } from 'react';
import { sentenceOf } from '../../platform/call-failure.ts';
import { useDraft } from '../../platform/drafts.ts';
import { useStaffSend } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Form, TextArea } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import type { AlertCase } from './alert-words.tsx';
import styles from './cases.module.css';

const MOST_LETTERS = 4000;
const LEAST_LETTERS = 3;

/** What compliance noted on a case. */
export function AlertNotesCard({ one: { alertCaseId, notes } }: { one: AlertCase }) {
  const mayWrite = usePerson().permissions.includes('decideCases');
  const [text, setText] = useDraft(`note on alert case ${alertCaseId}`);
  const [isTried, setTried] = useState(false);
  const { mutate, isPending, error } = useStaffSend('writeAlertCaseNote', ['getAlertCase'], () =>
    setText(''),
  );
  const isShort = text.trim().length < LEAST_LETTERS;
  const send = () => {
    setTried(isShort);
    if (isShort || isPending) return;
    mutate(
      { params: { alertCaseId }, body: { text: text.trim() } },
      { onSuccess: () => showToast('The note is written.') },
    );
  };
  return (
    <Card title="Notes">
      {notes.length > 0 && (
        <ol className={styles.history}>
          {notes.map(({ at, by, text: written }) => (
            <li key={at}>
              <div className={styles.weak}>
                <Time at={at} />, {by}
              </div>
              <p className={styles.text} dir="auto">
                {written}
              </p>
            </li>
          ))}
        </ol>
      )}
      {mayWrite && (
        <div className={notes.length > 0 ? styles.report : undefined}>
          <Form onSubmit={send}>
            <TextArea
              label="Note"
              rows={3}
              value={text}
              onChange={setText}
              maxLength={MOST_LETTERS}
              problem={isTried && isShort ? 'Please write a note.' : undefined}
            />
            {error && <Failure>{sentenceOf(error)}</Failure>}
            <Actions>
              <Button type="submit" isBusy={isPending}>
                Write the note
              </Button>
            </Actions>
          </Form>
        </div>
      )}
    </Card>
  );
}
