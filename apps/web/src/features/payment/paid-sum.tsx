import { moneyText } from '@thumba/home/wire-money';
import CircleCheck from 'lucide-react/icons/circle-check';
import styles from './payment.module.css';

/** What was paid, in kwacha, with a sign of success. */
export function PaidSum({ amount }: { amount: number }) {
  return (
    <>
      <CircleCheck className={styles.good} aria-hidden="true" />
      <p className={styles.sum}>{moneyText(amount)}</p>
    </>
  );
}
