import type { ReactNode } from 'react';
import { ButtonLink } from './button.tsx';
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

/** Why there is nothing to show, and the way to home. */
export function NothingHere({ title, text, action }: { title: string; text: ReactNode; action: string }) {
  return (
    <EmptyState
      drawing="paper"
      title={title}
      action={
        <ButtonLink to="/home" isWide={false}>
          {action}
        </ButtonLink>
      }
    >
      {text}
    </EmptyState>
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
  refused: (
    <>
      <path d="M30 12h26l12 12v36H30z" fill="var(--card)" />
      <path d="M56 12v12h12M38 32h16M38 40h10" />
      <circle cx="64" cy="50" r="10" {...copper} />
      <path d="M60 50h8" {...copper} />
    </>
  ),
  lock: (
    <>
      <path d="M38 32v-8a10 10 0 0 1 20 0v8" {...copper} fill="none" />
      <rect x="29" y="32" width="38" height="28" rx="6" fill="var(--card)" />
      <path d="M48 43v6" />
    </>
  ),
  wheel: (
    <>
      <circle cx="48" cy="39" r="22" fill="var(--card)" />
      <path d="M48 17v44M26 39h44M32.4 23.4l31.2 31.2M63.6 23.4 32.4 54.6" />
      <circle cx="48" cy="39" r="6" {...copper} />
      <path d="M43 8h10l-5 9z" {...copper} />
    </>
  ),
  ticket: (
    <>
      <path d="M20 24h56v9a6 6 0 0 0 0 12v9H20v-9a6 6 0 0 0 0-12z" fill="var(--card)" />
      <path d="M60 25v4m0 5v4m0 5v4m0 5v1" />
      <path d="m33 46 14-14M34 33v.1M46 45v.1" {...copper} fill="none" />
    </>
  ),
  calendar: (
    <>
      <rect x="24" y="18" width="48" height="42" rx="6" fill="var(--card)" />
      <path d="M24 31h48M36 12v11M60 12v11" />
      <rect x="50" y="40" width="12" height="10" rx="2" {...copper} />
    </>
  ),
  signpost: (
    <>
      <path d="M48 10v52" />
      <path d="M32 15h28l8 8-8 8H32z" {...copper} />
      <path d="M64 38H38l-8 8 8 8h26z" fill="var(--card)" />
    </>
  ),
  search: (
    <>
      <circle cx="44" cy="33" r="19" fill="var(--card)" />
      <path d="m58 47 13 13" {...copper} fill="none" />
    </>
  ),
  shield: (
    <>
      <path d="M48 8 70 16v18c0 14-9 22-22 28-13-6-22-14-22-28V16z" fill="var(--card)" />
      <path d="m38 35 7 7 13-14" {...copper} fill="none" />
    </>
  ),
};
