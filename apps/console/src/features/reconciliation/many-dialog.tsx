import type { EndOfMany } from '@thumba/contract/staff/difference-kinds';
import { useState } from 'react';
import { CallFailure } from '../../platform/call-failure.ts';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Effect, type EffectLine } from '../../ui/effect.tsx';
import { Select } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import styles from './reconciliation.module.css';
import { countText, END_ACTIONS, MANY_CHOICES, whoResolves } from './reconciliation-words.tsx';

const CHANGED = [
  'listDifferences',
  'getDifference',
  'previewDifferences',
  'listDifferenceBatches',
  'listRequests',
  'getToday',
] as const;

type ManyProps = {
  differenceIds: readonly number[];
  /** What most of them probably were. */
  first: EndOfMany;
  onClose: () => void;
  onDone: () => void;
};

/** Resolves many differences in the same way. What it would do to each is shown before it is confirmed. */
export function ManyDialog({ differenceIds, first, onClose, onDone }: ManyProps) {
  const [to, setTo] = useState(first);
  const [isEarly, setEarly] = useState(false);
  const wanted = { to, differenceIds: [...differenceIds] };
  const { data, error } = useStaffAnswer('previewDifferences', { body: wanted });
  const { send, sending } = useDialogSend('resolveDifferences', CHANGED, {
    onClose,
    onDone,
    says: ({ requestId }) =>
      requestId === null
        ? 'The differences are being left as they are. How far it came stands under Resolved together.'
        : `Request ${requestId} waits for a second person.`,
  });
  const isAlone = data?.isAlone ?? false;
  const isRight = data !== undefined && data.count > 0;
  return (
    <ConfirmDialog
      title={data?.title ?? `Resolve ${countText(differenceIds.length)}`}
      checkers={whoResolves(isAlone)}
      action={isAlone ? END_ACTIONS.leave : 'Ask for it'}
      {...sending}
      failure={sending.failure ?? (error instanceof CallFailure ? error : null)}
      check={() => {
        setEarly(!isRight);
        return isRight;
      }}
      onConfirm={(reason) => send({ body: { ...wanted, reason, digest: data!.digest } })}
    >
      <Select
        label="What they were"
        value={to}
        choices={MANY_CHOICES}
        problem={isEarly && !isRight ? 'None of them can be resolved so.' : undefined}
        onChange={(chosen) => setTo(chosen as EndOfMany)}
      />
      {data && <EachOfThem lines={data.effect} />}
      {!data && !error && <p role="status">Each difference is looked at.</p>}
      {data && data.leftOut.length > 0 && (
        <Failure>
          <p>{countText(data.leftOut.length)} left out:</p>
          <ul className={styles.problems}>
            {data.leftOut.map(({ differenceId, sentence }) => (
              <li key={differenceId}>
                Difference {differenceId}: {sentence}
              </li>
            ))}
          </ul>
        </Failure>
      )}
    </ConfirmDialog>
  );
}

/** Up to 200 lines scroll in their own place, so that the choice above them and the reason below stay near. */
function EachOfThem({ lines }: { lines: readonly EffectLine[] }) {
  return (
    <section
      aria-label="What becomes of each"
      tabIndex={lines.length > 0 ? 0 : undefined}
      className={styles.each}
    >
      <Effect lines={lines} />
    </section>
  );
}
