import type { ReactNode } from 'react';
import { usePageTitle } from '../platform/page-title.ts';
import { BrandMark } from './brand-mark.tsx';
import styles from './entry-frame.module.css';

type EntryFrameProps = { title: string; note?: ReactNode; isDemo?: boolean; children: ReactNode };

/** A page before the sign-in: one card in the middle. */
export function EntryFrame({ title, note, isDemo = false, children }: EntryFrameProps) {
  usePageTitle(title);
  return (
    <main className={styles.frame}>
      <p className={styles.brand}>
        <BrandMark /> Thumba console
      </p>
      <div className={styles.card}>
        <div>
          <h1 className={styles.title}>{title}</h1>
          {note && <p className={styles.note}>{note}</p>}
        </div>
        {children}
      </div>
      {isDemo && <p className={styles.demo}>This is a demo: no money of any person moves.</p>}
    </main>
  );
}
