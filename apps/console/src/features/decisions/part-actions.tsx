import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { usePreview } from '../../platform/preview.ts';
import { usePerson } from '../../platform/session.ts';
import { dayText } from '../../platform/time.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import { checkersOf, filedText } from '../requests/request-words.tsx';
import { lineShown, problemShown, sentenceShown } from '../set-up/shown-lines.ts';
import { WaitingText } from '../set-up/waiting-change.tsx';
import styles from './decisions.module.css';

type Item = StaffAnswer<'getOfferItem'>;

/** A part that is changed: what counts, the draft, and what the server says of it. */
export type PartState = {
  part: 'rules' | 'scorecard';
  title: string;
  item: Item;
  content: unknown;
  /** Each in a sentence, with its field first. */
  problems: readonly string[];
  isChanged: boolean;
  note: string;
  onReset: () => void;
};

/** Asks the server what is wrong with a draft, once the typing pauses. */
export function usePartState(
  part: PartState['part'],
  { item, content, onReset }: { item: Item; content: unknown; onReset: () => void },
): PartState {
  const { data } = usePreview('previewOfferChange', { body: { part, content, effectiveOn: null } });
  const { running, planned } = item;
  const note = [
    running && `version ${running.version} counts since ${dayText(running.effectiveOn)}`,
    planned && `version ${planned.version} is planned from ${dayText(planned.effectiveOn)}`,
  ];
  return {
    ...{ part, item, content, onReset },
    title: item.title,
    problems: data?.problems ?? [],
    isChanged: data?.preview != null,
    note: note.filter(Boolean).join('; '),
  };
}

/** What is wrong with a field. The server names the field first: "minAgeYears: a borrower has to be 18 or older." */
export function problemAt({ part, problems }: PartState, field: string): string | undefined {
  const named = problems.find((problem) => problem.startsWith(`${field}: `));
  return named && sentenceShown(part, named.slice(field.length + 2));
}

/** What is wrong and belongs to none of the fields that show it. */
export function Problems({ state, shownAt }: { state: PartState; shownAt: readonly string[] }) {
  const others = state.problems.filter(
    (problem) =>
      !shownAt.some((field) => problem.startsWith(`${field}: `)) && !/^bands\.\w+\.\d/.test(problem),
  );
  if (others.length === 0) return null;
  return (
    <Failure>
      {others.map((problem) => (
        <p key={problem} className={styles.problem}>
          {problemShown(state.part, problem)}
        </p>
      ))}
    </Failure>
  );
}

/** What can be done with the draft of a part. */
export function PartActions({ state }: { state: PartState }) {
  const [isAsking, setAsking] = useState(false);
  const mayAsk = usePerson().permissions.includes('changeOffer');
  const { item, isChanged, title, onReset } = state;
  const { waiting, planned } = item;
  if (waiting) return <WaitingText kind="offer_change" waiting={waiting} />;
  if (planned) {
    return (
      <p>
        Version {planned.version} is planned from {dayText(planned.effectiveOn)}. It has to be withdrawn
        before another one is asked for.
      </p>
    );
  }
  return (
    <div className={styles.actions}>
      {mayAsk && isChanged && (
        <Button look="main" onClick={() => setAsking(true)}>
          Ask a second person
          <span className="visually-hidden"> for the {title.toLowerCase()}</span>
        </Button>
      )}
      {isChanged && <Button onClick={onReset}>Back to what counts</Button>}
      {!isChanged && state.problems.length === 0 && <p className={styles.note}>As it counts now.</p>}
      {isAsking && <AskDialog state={state} onClose={() => setAsking(false)} />}
    </div>
  );
}

function AskDialog({ state, onClose }: { state: PartState; onClose: () => void }) {
  const { part, title, content, item } = state;
  const [on, setOn] = useState('');
  const body = { part, content, effectiveOn: on === '' ? null : on };
  const { data, error } = usePreview('previewOfferChange', { body });
  const { send, sending } = useDialogSend('askForOfferChange', ['getOfferItem', 'listRequests'], {
    onClose,
    says: filedText,
  });
  const preview = data?.preview;
  const [problem] = data?.problems ?? [];
  return (
    <ConfirmDialog
      title={title}
      effect={(preview?.effect ?? []).map((line) => lineShown(part, line))}
      checkers={`It counts once a second person approves it: ${checkersOf('offer_change')}. Applications that were decided keep their decision.`}
      action="Ask a second person"
      {...sending}
      failure={sending.failure ?? error}
      check={() => preview != null}
      onConfirm={(reason) => send({ body: { ...body, reason, digest: preview!.digest } })}
    >
      <TextField
        label="Counts from"
        hint="Without a day, from when it is approved"
        type="date"
        min={item.businessDate}
        value={on}
        onChange={setOn}
        problem={problem && problemShown(part, problem)}
      />
    </ConfirmDialog>
  );
}
