import { useState } from 'react';
import { sentenceOf } from '../../platform/call-failure.ts';
import { useDraft } from '../../platform/drafts.ts';
import { useStaffSend } from '../../platform/query.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Form, TextArea } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import { type AlertCase, CASE_CALLS } from './alert-words.tsx';

const MOST_LETTERS = 4000;
const LEAST_LETTERS = 3;

type ReportFormProps = {
  one: AlertCase;
  draft: AlertCase['reports'][number] | undefined;
  onClose: () => void;
};

/** What a person writes of a suspicion. What is typed stays while its person looks at other pages. */
export function ReportForm({ one: { alertCaseId, shown }, draft, onClose }: ReportFormProps) {
  const [typed, setTyped] = useDraft(`report of alert case ${alertCaseId}`);
  const [narrative, setNarrative] = useState(typed || (draft?.narrative ?? ''));
  const [actionTaken, setActionTaken] = useState(draft?.actionTaken ?? '');
  const [isTried, setTried] = useState(false);
  const { mutate, isPending, error } = useStaffSend('writeSuspicionReport', CASE_CALLS, () => setTyped(''));
  const problemOf = (text: string, problem: string) =>
    isTried && text.trim().length < LEAST_LETTERS ? problem : undefined;
  const save = () => {
    setTried(true);
    const isShort = [narrative, actionTaken].some((text) => text.trim().length < LEAST_LETTERS);
    if (isShort || isPending) return;
    mutate(
      { params: { alertCaseId }, body: { narrative, actionTaken, shown } },
      {
        onSuccess() {
          onClose();
          showToast('The draft is saved. Another person of compliance approves it.');
        },
      },
    );
  };
  return (
    <Form onSubmit={save}>
      <TextArea
        label="What is suspicious, and why"
        hint="Who did what, when and with which money. The payments and the sums are added by the program."
        rows={8}
        value={narrative}
        onChange={(text) => {
          setNarrative(text);
          setTyped(text);
        }}
        maxLength={MOST_LETTERS}
        problem={problemOf(narrative, 'Write what is suspicious, and why')}
      />
      <TextArea
        label="What the lender did"
        rows={3}
        value={actionTaken}
        onChange={setActionTaken}
        maxLength={MOST_LETTERS}
        problem={problemOf(actionTaken, 'Write what the lender did')}
      />
      {error && <Failure>{sentenceOf(error)}</Failure>}
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="main" isBusy={isPending} keys="Ctrl Enter">
          Save the draft
        </Button>
      </Actions>
    </Form>
  );
}
