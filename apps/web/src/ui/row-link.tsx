import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './row-link.module.css';

type RowProps = { icon?: ReactNode; title: string; detail?: ReactNode; aside?: ReactNode };

/** A list of links, buttons or plain rows. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>;
}

export function RowLink({ to, ...row }: RowProps & { to: string }) {
  return (
    <li>
      <Link to={to} className={styles.row}>
        <RowContent {...row} />
        <ChevronRight className={styles.arrow} aria-hidden="true" />
      </Link>
    </li>
  );
}

export function RowButton({ onClick, ...row }: RowProps & { onClick: () => void }) {
  return (
    <li>
      <button type="button" className={styles.row} onClick={onClick}>
        <RowContent {...row} />
        <ChevronRight className={styles.arrow} aria-hidden="true" />
      </button>
    </li>
  );
}

export function Row(row: RowProps) {
  return (
    <li className={styles.row}>
      <RowContent {...row} />
    </li>
  );
}

function RowContent({ icon, title, detail, aside }: RowProps) {
  return (
    <>
      {icon && <span className={styles.icon}>{icon}</span>}
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      {aside && <span className={styles.aside}>{aside}</span>}
    </>
  );
}
