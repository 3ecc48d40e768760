import { COUPON_STATUS } from '@thumba/contract/codes';
import type { Answer } from '@thumba/contract/wire';
import { formatCount } from '@thumba/lending/count';
import { dayText } from '../../platform/lusaka-time.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Badge, Card } from '../../ui/card.tsx';
import { Coming, type ComingAnswer } from '../../ui/coming.tsx';
import { turntableWords as words } from '../../words/turntable.ts';
import { UseCouponLink } from '../coupon/use-coupon-link.tsx';
import styles from './turntable.module.css';

type Draw = Answer<'myTurntable'>['draws'][number];

/** The prizes so far, with a link from each coupon to where it applies. */
export function MyPrizes({ mine }: { mine: ComingAnswer & { data: Answer<'myTurntable'> | undefined } }) {
  const draws = mine.data?.draws;
  return (
    <Card title={words.mine}>
      {draws === undefined ? (
        <Coming answers={[mine]} lines={[56]} />
      ) : draws.length === 0 ? (
        <p className={styles.detail}>{words.none}</p>
      ) : (
        <ul className={styles.list}>
          {draws.map((draw) => (
            <MyPrize key={draw.ticketNo} draw={draw} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const { usable, applied, used, expired } = COUPON_STATUS;

function MyPrize({ draw }: { draw: Draw }) {
  const { name, userCouponId, couponUsableStatus: status, validTo, orderId } = draw;
  return (
    <li className={styles.draw}>
      <div className={styles.prize}>
        <span className={styles.name}>{name}</span>
        {status !== undefined && <StatusBadge status={status} />}
      </div>
      <p className={styles.detail}>
        {words.drawn(dayText(draw.on), String(draw.ticketNo), formatCount(draw.number))}
      </p>
      {draw.missedName !== undefined && <p className={styles.detail}>{words.ranOut(draw.missedName)}</p>}
      {status === usable && validTo !== undefined && userCouponId !== undefined && (
        <>
          <p className={styles.detail}>{words.validTo(dayText(validTo))}</p>
          <UseCouponLink userCouponId={userCouponId} variant="secondary" />
        </>
      )}
      {status === applied && orderId !== undefined && (
        <ButtonLink to={`/billing-details/${orderId}`} variant="secondary">
          {words.seeBill}
        </ButtonLink>
      )}
    </li>
  );
}

function StatusBadge({ status }: { status: NonNullable<Draw['couponUsableStatus']> }) {
  switch (status) {
    case usable:
      return <Badge tone="good">{words.status.usable}</Badge>;
    case applied:
      return <Badge tone="warn">{words.status.applied}</Badge>;
    case used:
      return <Badge tone="neutral">{words.status.used}</Badge>;
    case expired:
      return <Badge tone="neutral">{words.status.expired}</Badge>;
  }
}
