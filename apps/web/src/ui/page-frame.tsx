import ChevronLeft from 'lucide-react/icons/chevron-left';
import type { ReactNode } from 'react';
import { goBack, useHeadingFocus } from '../platform/navigation.ts';
import { uiWords } from '../words/ui.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './page-frame.module.css';

type PageFrameProps = {
  title: string;
  /** Where the back arrow leads when the page was opened from outside. Without it there is no arrow. */
  backTo?: string;
  /** What the back arrow does instead, such as showing the question before. */
  onBack?: (() => void) | undefined;
  /** Stays in sight at the foot of the screen, such as the main button. */
  footer?: ReactNode;
  /** Stands in for a page that is still loading and will take the focus itself. */
  isPlaceholder?: boolean;
  /** The page has the tab bar below it. */
  hasTabBar?: boolean;
  /** Two columns on a desktop: `first` has the first card at the left and all others beside it, `even` fills both. */
  columns?: 'first' | 'even';
  children: ReactNode;
};

/** A page with its title bar. What is inside stands one below the other. */
export function PageFrame({
  title,
  backTo,
  onBack,
  footer,
  isPlaceholder = false,
  hasTabBar = false,
  columns,
  children,
}: PageFrameProps) {
  const heading = useHeadingFocus(!isPlaceholder);
  return (
    <div className={classNames(styles.page, hasTabBar && styles.aboveTabBar)}>
      <header className={styles.bar}>
        {backTo && (
          <IconButton label={uiWords.back} onClick={onBack ?? (() => goBack(backTo))}>
            <ChevronLeft aria-hidden="true" />
          </IconButton>
        )}
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
      </header>
      <main className={classNames(styles.main, columns && styles[columns])}>{children}</main>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </div>
  );
}
