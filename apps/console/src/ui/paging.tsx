import { formatCount } from '@thumba/lending/count';
import { useKeys } from '../platform/keys.ts';
import { Button } from './button.tsx';
import styles from './paging.module.css';

type PagingProps = {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
};

/** Which rows of how many are shown, and the way to the others. */
export function Paging({ page, pageSize, total, onPage }: PagingProps) {
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  const before = page > 1 ? () => onPage(page - 1) : undefined;
  const next = last < total ? () => onPage(page + 1) : undefined;
  return (
    <Steps onBefore={before} onNext={next} names={['Page before', 'Next page']}>
      {total === 0 ? '' : `${formatCount(first)}–${formatCount(last)} of ${formatCount(total)}`}
    </Steps>
  );
}

type StepsProps = {
  onBefore: (() => void) | undefined;
  onNext: (() => void) | undefined;
  names: readonly [before: string, next: string];
  children?: string;
};

/** The way through a list of which no total is known. */
export function Steps({ onBefore, onNext, names, children }: StepsProps) {
  useKeys('Pages', [
    ...(onBefore ? [{ keys: '[', does: names[0], run: onBefore }] : []),
    ...(onNext ? [{ keys: ']', does: names[1], run: onNext }] : []),
  ]);
  if (!onBefore && !onNext && !children) return null;
  return (
    <nav className={styles.paging} aria-label="Pages">
      <span className={styles.count}>{children}</span>
      {onBefore && <Button onClick={onBefore}>{names[0]}</Button>}
      {onNext && <Button onClick={onNext}>{names[1]}</Button>}
    </nav>
  );
}
