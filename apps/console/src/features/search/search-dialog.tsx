import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { usePerson } from '../../platform/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/states.tsx';
import { addressOf, FoundBorrower, FoundState, useFoundBorrowers } from './found-borrowers.tsx';
import styles from './search-dialog.module.css';

type FoundPage = { path: string; title: string };
/** A borrower whose page the person may not open has no path, and is shown all the same. */
type Option = { key: string; path: string | undefined; content: ReactNode };

const PAUSE_MS = 250;

/** The one search box, for pages and borrowers: the arrow keys choose, and Enter opens. The text stands in no address. */
export function SearchDialog({ pages, onClose }: { pages: readonly FoundPage[]; onClose: () => void }) {
  const { permissions } = usePerson();
  const mayFind = permissions.includes('findBorrowers');
  const mayOpen = permissions.includes('seeBorrower');
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const [chosen, setChosen] = useState(0);
  const [, navigate] = useLocation();
  const listId = useId();
  const typed = text.trim();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useFoundBorrowers(asked, mayFind);
  const isCurrent = typed === asked;
  const options: Option[] = [
    ...pages
      .filter(({ path, title }) => !path.includes(':') && title.toLowerCase().includes(typed.toLowerCase()))
      .map(({ path, title }) => ({ key: path, path, content: title })),
    ...(isCurrent && typed !== '' ? (found.data?.items ?? []) : []).map((item) => ({
      key: `borrower ${item.borrowerId}`,
      path: addressOf(item, mayOpen),
      content: <FoundBorrower found={item} />,
    })),
  ];
  const at = Math.min(chosen, options.length - 1);
  const open = (option: Option | undefined) => {
    // Enter right after the last letter asks at once.
    if (!option) return setAsked(typed);
    if (option.path === undefined) return;
    onClose();
    navigate(option.path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setChosen((at + step + options.length) % options.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      open(options[at]);
    }
  };
  return (
    <Dialog title="Search" onClose={onClose}>
      <input
        className={styles.input}
        role="combobox"
        aria-label={mayFind ? 'Find a borrower, or go to a page' : 'Go to a page'}
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={options[at] && `${listId}-${at}`}
        autoComplete="off"
        placeholder={mayFind ? 'Name, phone, NRC, loan, receipt, reference or page' : 'Name of a page'}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <OptionList listId={listId} options={options} at={at} onOpen={open} />
      {mayFind && typed !== '' && <FoundState query={found} isCurrent={isCurrent} />}
      {!mayFind && options.length === 0 && <Empty title="There is no page of this name" />}
    </Dialog>
  );
}

type OptionListProps = {
  listId: string;
  options: readonly Option[];
  at: number;
  onOpen: (option: Option) => void;
};

function OptionList({ listId, options, at, onOpen }: OptionListProps) {
  return (
    <div id={listId} role="listbox" aria-label="Found" className={styles.list}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
        <div
          key={option.key}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === at}
          aria-disabled={option.path === undefined}
          className={styles.option}
          onClick={() => onOpen(option)}
        >
          {option.content}
        </div>
      ))}
    </div>
  );
}
