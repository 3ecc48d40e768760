import type { ReactNode } from 'react';
import styles from './states.module.css';
import { DrawingFrame } from './states.tsx';

type EmptyStateProps = { drawing?: DrawingKind; title: string; children: ReactNode; action?: ReactNode };

export function EmptyState({ drawing = 'pocket', title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <Drawing kind={drawing} />
      <p className={styles.title}>{title}</p>
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}

type DrawingKind = keyof typeof drawings;

export function Drawing({ kind, className }: { kind: DrawingKind; className?: string | undefined }) {
  return <DrawingFrame className={className}>{drawings[kind]}</DrawingFrame>;
}

const copper = { fill: 'var(--copper-200)', stroke: 'var(--copper-600)' };

const drawings = {
  pocket: (
    <>
      <path d="M38 26v-4a10 10 0 0 1 20 0v4" {...copper} fill="none" />
      <rect x="26" y="26" width="44" height="34" rx="8" fill="var(--card)" />
      <path d="M36 36v2a12 12 0 0 0 24 0v-2" />
    </>
  ),
  letter: (
    <>
      <rect x="22" y="18" width="52" height="38" rx="6" fill="var(--card)" />
      <path d="m24 22 24 18 24-18" {...copper} fill="none" />
    </>
  ),
  clock: (
    <>
      <circle cx="48" cy="36" r="23" fill="var(--card)" />
      <path d="M48 22v14l10 7" {...copper} fill="none" />
    </>
  ),
  paper: (
    <>
      <path d="M30 12h26l12 12v36H30z" fill="var(--card)" />
      <path d="M56 12v12h12" />
      <path d="M38 36h22M38 44h22M38 52h12" {...copper} fill="none" />
    </>
  ),
  phone: (
    <>
      <rect x="34" y="8" width="28" height="52" rx="6" fill="var(--card)" />
      <path d="M44 15h8" />
      <circle cx="48" cy="38" r="8" {...copper} />
    </>
  ),
  shield: (
    <>
      <path d="M48 8 70 16v18c0 14-9 22-22 28-13-6-22-14-22-28V16z" fill="var(--card)" />
      <path d="m38 35 7 7 13-14" {...copper} fill="none" />
    </>
  ),
};
