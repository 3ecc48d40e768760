import { useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { updateWords } from '../../words/update.ts';
import { activateUpdate, putOffUpdate, update } from './keep-up-to-date.ts';
import styles from './update-overlay.module.css';

/** Covers the screen while a new version takes over, or asks before it does. */
export function UpdateOverlay() {
  const stage = useStore(update, (state) => state.stage);
  if (stage === 'updating') return <Updating />;
  return stage === 'asking' ? <UpdateQuestion /> : null;
}

function UpdateQuestion() {
  const { title, text, update: now, later } = updateWords.asks;
  return (
    <Overlay kind="dialog" title={title} onClose={putOffUpdate}>
      <Stack>
        <p className={styles.text}>{text}</p>
        <Button onClick={() => void activateUpdate()}>{now}</Button>
        <Button variant="secondary" onClick={putOffUpdate}>
          {later}
        </Button>
      </Stack>
    </Overlay>
  );
}

function Updating() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={styles.updating}
      aria-label={updateWords.updating}
      onCancel={(event) => event.preventDefault()}
    >
      <p className={styles.words} role="status">
        <span className={styles.spinner} aria-hidden="true" />
        {updateWords.updating}
      </p>
    </dialog>
  );
}
