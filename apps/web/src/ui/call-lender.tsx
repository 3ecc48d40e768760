import { callAddress, lenderPhone } from '../platform/lender-phone.ts';
import { useAnswer } from '../platform/query.ts';
import { uiWords } from '../words/ui.ts';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

/** Calls the lender. */
export function CallLender() {
  const known = lenderPhone();
  const asked = useAnswer('getLender', {}, { isEnabled: known === null, staleMs: Number.POSITIVE_INFINITY });
  const phone = known ?? asked.data?.phone;
  return (
    phone && (
      <a className={classNames(styles.button, styles.secondary, styles.wide)} href={callAddress(phone)}>
        {uiWords.callLender(phone)}
      </a>
    )
  );
}
