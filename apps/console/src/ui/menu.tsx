import Ellipsis from 'lucide-react/icons/ellipsis';
import { type FocusEvent, type KeyboardEvent, useId, useRef } from 'react';
import { type PageAction, useActions } from '../platform/actions.ts';
import styles from './menu.module.css';

type MenuProps = { label: string; choices: readonly PageAction[] };

/**
 * What can be done with a row or a record, behind one button. The search box has it too. The browser closes it on Escape and
 * on a press beside it. It closes too when the focus leaves it. The arrows, Home and End move in it.
 */
export function Menu({ label, choices }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useActions(label, choices);
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && relatedTarget === button.current) return;
    if (!list.current?.contains(relatedTarget)) list.current?.hidePopover();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isOpen = list.current?.matches(':popover-open') ?? false;
    if (!isOpen && event.key !== 'ArrowDown') return;
    const texts = [...(list.current?.querySelectorAll('button') ?? [])];
    const next = stepTo(event.key, texts.indexOf(document.activeElement as HTMLButtonElement), texts.length);
    if (next === undefined) return;
    event.preventDefault();
    if (!isOpen) button.current?.click();
    texts[next]?.focus();
  };
  // The button has the focus before a dialog opens, so that the dialog gives it back to the button.
  const choose = (run: () => void) => {
    list.current?.hidePopover();
    button.current?.focus();
    run();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={label}
        title={label}
        popoverTarget={id}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
      >
        <Ellipsis aria-hidden="true" />
      </button>
      <div ref={list} id={id} popover="auto" className={styles.list}>
        {choices.map(({ text, run }) => (
          <button
            key={text}
            type="button"
            className={styles.choice}
            onClick={() => choose(run)}
            onBlur={onBlur}
            onKeyDown={onKeyDown}
          >
            {text}
          </button>
        ))}
      </div>
    </>
  );
}

/** The place to which a key moves, among `count` places. Before the first step `at` is -1. */
function stepTo(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return at <= 0 ? count - 1 : at - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
