import { createRoot } from 'react-dom/client';
import { BrandMark } from '../../ui/brand-mark.tsx';
import styles from './app-lock.module.css';

/** Hides the whole app behind the logo, for example in the picture that the phone shows of each open app. */
export function makeCover(): { show(): void; hide(): void } {
  const { dataset } = document.documentElement;
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(
    <div className={styles.cover} aria-hidden="true">
      <Brand />
    </div>,
  );
  let focused: Element | null = null;
  return {
    show() {
      focused = document.activeElement;
      dataset.covered = '';
    },
    hide() {
      delete dataset.covered;
      // A field that is hidden loses the focus.
      if (focused !== document.activeElement)
        (focused as HTMLElement | null)?.focus?.({ preventScroll: true });
    },
  };
}

export function Brand() {
  return (
    <p className={styles.brand}>
      <BrandMark className={styles.mark} />
      Thumba
    </p>
  );
}
