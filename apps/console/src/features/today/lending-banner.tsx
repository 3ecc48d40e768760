import { useStaffAnswer } from '../../platform/query.ts';
import { Time } from '../../ui/time.tsx';
import styles from './lending-banner.module.css';

/** On every page while lending is stopped. */
export function LendingBanner() {
  const { data } = useStaffAnswer('lendingState', {}, { isRenewed: true });
  if (!data?.stop) return null;
  const { userName, at, reason } = data.stop;
  return (
    <p className={styles.banner} role="status">
      <strong>Lending is stopped</strong> by {userName} <Time at={at} />: {reason}
    </p>
  );
}
