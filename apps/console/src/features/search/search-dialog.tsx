import { type KeyboardEvent, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/states.tsx';
import styles from './search-dialog.module.css';

type FoundPage = { path: string; title: string };

/** The one search box: the arrow keys choose, and Enter opens. */
export function SearchDialog({ pages, onClose }: { pages: readonly FoundPage[]; onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const [, navigate] = useLocation();
  const listId = useId();
  const wanted = text.trim().toLowerCase();
  const found = pages.filter(
    ({ path, title }) => !path.includes(':') && title.toLowerCase().includes(wanted),
  );
  const at = Math.min(chosen, found.length - 1);
  const open = (page: FoundPage | undefined) => {
    if (!page) return;
    onClose();
    navigate(page.path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setChosen((at + step + found.length) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      open(found[at]);
    }
  };
  return (
    <Dialog title="Go to" onClose={onClose}>
      <input
        className={styles.input}
        role="combobox"
        aria-label="Go to a page"
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-activedescendant={found[at] && `${listId}-${at}`}
        autoComplete="off"
        placeholder="Name of a page"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label="Pages" className={styles.list}>
        {found.map((page, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
          <div
            key={page.path}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === at}
            className={styles.option}
            onClick={() => open(page)}
          >
            {page.title}
          </div>
        ))}
      </div>
      {found.length === 0 && <Empty title="There is no page of this name" />}
    </Dialog>
  );
}
