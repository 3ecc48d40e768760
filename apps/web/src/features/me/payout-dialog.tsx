import type { Answer } from '@thumba/contract/wire';
import { moneyText } from '@thumba/home/wire-money';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import { Button } from '../../ui/button.tsx';
import { Coming } from '../../ui/coming.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { richText } from '../../words/rich-text.tsx';
import { walletWords } from '../../words/wallet.ts';
import { mobileMoneyName } from '../payment/accounts.ts';
import { CountdownRing } from '../payment/countdown-ring.tsx';
import styles from '../payment/payment.module.css';
import { usePaymentStatus } from '../payment/payment-status.ts';

type Payout = Answer<'getPayment'>;

const STRONG = { b: (inner: string) => <strong>{inner}</strong> };

/** Follows wallet credit on its way to a phone until the operator has said how it ended. */
export function PayoutDialog({ paymentId, onClose }: { paymentId: string; onClose: () => void }) {
  const { answer } = usePaymentStatus(paymentId);
  const payout = answer.data;
  return (
    <Overlay
      kind="dialog"
      title={walletWords.followed.titles[payout?.status ?? 'pending']}
      onClose={onClose}
      footer={<Button onClick={onClose}>{walletWords.followed.ok}</Button>}
    >
      <div className={styles.dialog} aria-live="polite">
        {payout ? <PayoutState payout={payout} /> : <Coming answers={[answer]} lines={[130, 40, 40]} />}
      </div>
    </Overlay>
  );
}

function PayoutState({ payout }: { payout: Payout }) {
  const said = walletWords.followed;
  const money = moneyText(payout.amount);
  const to = mobileMoneyName(payout.operator);
  switch (payout.status) {
    case 'succeeded':
      return (
        <>
          <CircleCheck className={styles.good} aria-hidden="true" />
          <p className={styles.sum}>{money}</p>
          <p className={styles.lead}>{said.sent(to)}</p>
        </>
      );
    case 'failed':
      return (
        <>
          <CircleX className={styles.bad} aria-hidden="true" />
          <p className={styles.lead}>{payout.failureReason ?? said.notTaken}</p>
          <p className={styles.small}>{richText(said.isBack(money), STRONG)}</p>
        </>
      );
    case 'pending':
    case 'unknown':
      return (
        <>
          <CountdownRing isTurning />
          <p className={styles.lead}>{richText(said.onItsWay(money, to), STRONG)}</p>
          <p className={styles.small}>{said.mayClose}</p>
        </>
      );
  }
}
