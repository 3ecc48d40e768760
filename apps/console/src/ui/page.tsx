import Search from 'lucide-react/icons/search';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePageTitle } from '../platform/page-title.ts';
import { isOnRow } from '../platform/place.ts';
import { openSearch } from '../platform/search.ts';
import styles from './page.module.css';

type PageProps = {
  title: string;
  /** A few words beside the title. */
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

let isFirstPage = true;

/** The header and the main part of a screen. After a change of the screen its heading takes the focus, or the row come back to. */
export function Page({ title, note, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(title);
  useEffect(() => {
    if (!isFirstPage && !document.querySelector('dialog[open]') && !isOnRow())
      heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  return (
    <>
      <header className={styles.header}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {note && <div className={styles.note}>{note}</div>}
        <div className={styles.end}>
          {actions}
          <button
            type="button"
            className={styles.search}
            onClick={openSearch}
            aria-keyshortcuts="Control+K /"
          >
            <Search aria-hidden="true" />
            <span className={styles.searchText}>Search</span>
            <kbd className={styles.key}>Ctrl K</kbd>
          </button>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </>
  );
}
