import { formatKwacha } from '@thumba/lending/money';
import styles from './time.module.css';

/** An amount of the wire in the one format: K1,150.00. */
export function Money({ kwacha }: { kwacha: number }) {
  return <span className={styles.figures}>{formatKwacha(Math.round(kwacha * 100))}</span>;
}
