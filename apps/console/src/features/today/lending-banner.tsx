import { useStaffAnswer } from '../../platform/query.ts';
import { Time } from '../../ui/time.tsx';
import styles from './lending-banner.module.css';

/** On every page while lending is stopped. */
export function LendingBanner() {
  const { data } = useStaffAnswer('lendingState', {}, { isRenewed: true });
  if (!data?.stop) return null;
  const { by, at, reason } = data.stop;
  return (
    <aside className={styles.banner} aria-label="Stop of lending">
      {/* The time moves on by itself. A change of it is not announced. */}
      <span role="status">
        <strong>Lending is stopped</strong> by {by}: {reason}
      </span>
      , <Time at={at} />
    </aside>
  );
}
