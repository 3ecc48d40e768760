import type { Answer } from '@thumba/contract/wire';
import { dayText } from '../../platform/lusaka-time.ts';
import { turntableWords as words } from '../../words/turntable.ts';
import { UseCouponLink } from '../coupon/use-coupon-link.tsx';
import styles from './turntable.module.css';
import type { Spin } from './use-spin.ts';

/** The state of the wheel in words, also for screen readers. */
export function SpinStatus({
  spin,
  mine,
  isSignedIn,
}: {
  spin: Spin;
  mine: Answer<'myTurntable'> | undefined;
  isSignedIn: boolean;
}) {
  const { title, detail } = sayingOf(spin, mine, isSignedIn);
  const userCouponId = spin.state === 'told' ? spin.spun.userCouponId : undefined;
  return (
    <>
      <div role="status" className={styles.status}>
        <p className={styles.saying}>{title}</p>
        {detail !== undefined && <p className={styles.detail}>{detail}</p>}
      </div>
      {userCouponId !== undefined && <UseCouponLink userCouponId={userCouponId} variant="secondary" />}
    </>
  );
}

function sayingOf(
  spin: Spin,
  mine: Answer<'myTurntable'> | undefined,
  isSignedIn: boolean,
): { title: string; detail?: string } {
  if (!isSignedIn) return { title: words.ready, detail: words.freeToLook };
  switch (spin.state) {
    case 'asking':
    case 'stopping':
      return { title: words.spinning };
    case 'told':
      return toldOf(spin.spun, mine);
    case 'lost':
      return { title: words.lost, detail: words.lostDetail };
    case 'ready': {
      if (mine === undefined) return { title: words.ready };
      const [next] = mine.chances;
      return next
        ? { title: words.ready, detail: words.chanceEnds(dayText(next.validTo)) }
        : { title: words.noChance, detail: words.earnOne };
    }
  }
}

function toldOf(
  { name, kind, ticketNo }: Answer<'spinTurntable'>,
  mine: Answer<'myTurntable'> | undefined,
): { title: string; detail: string } {
  if (kind === 'coupon') return { title: words.won(name), detail: words.wonDetail };
  const missedName = mine?.draws.find((draw) => draw.ticketNo === ticketNo)?.missedName;
  return {
    title: words.nothing,
    detail: missedName === undefined ? words.nothingDetail : words.ranOut(missedName),
  };
}
