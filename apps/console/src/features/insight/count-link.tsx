import { LEAST_FOR_A_RATE } from '@thumba/contract/staff/monitoring-kinds';
import { formatCount } from '@thumba/lending/count';
import { Link } from 'wouter';
import { percentText } from '../../ui/figure-text.ts';
import styles from './insight.module.css';

/** A count that leads to the rows that it counts. */
export function CountLink({ count, to }: { count: number; to: string }) {
  return count === 0 ? (
    formatCount(0)
  ) : (
    <Link href={to} className={styles.number}>
      {formatCount(count)}
    </Link>
  );
}

/** A share as percent. Of few things it is two counts, because a percentage of them says more about chance. */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return '';
  if (whole < LEAST_FOR_A_RATE) return `${formatCount(part)} of ${formatCount(whole)}`;
  return percentText(part / whole);
}

/** The same below a figure, with the name of the whole: "83.8 % of applied", and of few things "5 of 6 applied". */
export function shareOfText(part: number, whole: number, nameOfWhole: string): string {
  if (whole === 0) return '';
  const between = whole < LEAST_FOR_A_RATE ? ' ' : ' of ';
  return `${shareText(part, whole)}${between}${nameOfWhole}`;
}
