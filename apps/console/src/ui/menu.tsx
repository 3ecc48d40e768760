import Ellipsis from 'lucide-react/icons/ellipsis';
import { useId } from 'react';
import styles from './menu.module.css';

type MenuProps = { label: string; choices: readonly { text: string; run: () => void }[] };

/** What can be done with a row, behind one button. The browser closes it on Escape and on a press beside it. */
export function Menu({ label, choices }: MenuProps) {
  const id = useId();
  return (
    <>
      <button type="button" className={styles.button} aria-label={label} title={label} popoverTarget={id}>
        <Ellipsis aria-hidden="true" />
      </button>
      <div id={id} popover="auto" className={styles.list}>
        {choices.map(({ text, run }) => (
          <button
            key={text}
            type="button"
            className={styles.choice}
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={run}
          >
            {text}
          </button>
        ))}
      </div>
    </>
  );
}
