import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { usePerson } from '../../platform/session.ts';
import { useStore } from '../../platform/store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/states.tsx';
import { type Command, fittingCommands, recentFirst } from './commands.ts';
import { addressOf, FoundBorrower, FoundState, useFoundBorrowers } from './found-borrowers.tsx';
import { recentCommands, rememberCommand } from './recent-commands.ts';
import styles from './search-dialog.module.css';
import { type FoundPage, useCommands } from './use-commands.ts';

/** A borrower whose page the person may not open leads nowhere, and is shown all the same. */
type Option = { key: string; run: (() => void) | undefined; content: ReactNode };

const PAUSE_MS = 250;

/**
 * The one search box, for what can be done on the page, for pages and for borrowers: the arrow keys choose, and Enter opens.
 * The text stands in no address.
 */
export function SearchDialog({ pages, onClose }: { pages: readonly FoundPage[]; onClose: () => void }) {
  const { permissions } = usePerson();
  const mayFind = permissions.includes('findBorrowers');
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const typed = text.trim();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useFoundBorrowers(asked, mayFind);
  const isCurrent = typed === asked;
  const commands = useCommandOptions(pages, typed);
  const borrowers = useBorrowerOptions(isCurrent && typed !== '' ? found.data?.items : undefined);
  const options = [...commands, ...borrowers];
  const at = Math.min(chosen, options.length - 1);
  const open = (option: Option | undefined) => {
    // Enter right after the last letter asks at once.
    if (!option) return setAsked(typed);
    if (option.run === undefined) return;
    onClose();
    option.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = stepTo(event.key, at, options.length);
    if (to !== undefined) {
      event.preventDefault();
      setChosen(to);
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
        aria-label={mayFind ? 'Find a borrower, a page or an action' : 'Find a page or an action'}
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={options[at] && `${listId}-${at}`}
        autoComplete="off"
        placeholder={
          mayFind ? 'Name, phone, NRC, loan, receipt, page or action' : 'Name of a page or an action'
        }
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <OptionList listId={listId} options={options} at={at} onOpen={open} />
      {mayFind && typed !== '' && <FoundState query={found} isCurrent={isCurrent} />}
      {!mayFind && options.length === 0 && <Empty title="There is no page and no action of this name" />}
    </Dialog>
  );
}

/** Pages and actions. Recent ones stand first. */
function useCommandOptions(pages: readonly FoundPage[], typed: string): Option[] {
  const recent = useStore(recentCommands);
  const commands = recentFirst(fittingCommands(useCommands(pages), typed), recent);
  return commands.map((command) => ({
    key: command.name,
    run: () => {
      rememberCommand(command.name);
      command.run();
    },
    content: <CommandText command={command} />,
  }));
}

type Found = NonNullable<ReturnType<typeof useFoundBorrowers>['data']>['items'];

function useBorrowerOptions(found: Found = []): Option[] {
  const [, navigate] = useLocation();
  const mayOpen = usePerson().permissions.includes('seeBorrower');
  return found.map((item) => {
    const path = addressOf(item, mayOpen);
    return {
      key: `borrower ${item.borrowerId}`,
      run: path === undefined ? undefined : () => navigate(path),
      content: <FoundBorrower found={item} />,
    };
  });
}

function CommandText({ command: { text, note, keys } }: { command: Command }) {
  return (
    <span className={styles.command}>
      <span>
        {text} <span className={styles.note}>{note}</span>
      </span>
      {keys && <kbd className={styles.key}>{keys}</kbd>}
    </span>
  );
}

/** The option to which a key moves. */
function stepTo(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  return undefined;
}

type OptionListProps = {
  listId: string;
  options: readonly Option[];
  at: number;
  onOpen: (option: Option) => void;
};

function OptionList({ listId, options, at, onOpen }: OptionListProps) {
  const chosenId = `${listId}-${at}`;
  // A browser may answer a promise, which is no end of an effect.
  useEffect(() => {
    document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);
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
          aria-disabled={option.run === undefined}
          className={styles.option}
          onClick={() => onOpen(option)}
        >
          {option.content}
        </div>
      ))}
    </div>
  );
}
