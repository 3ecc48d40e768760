import { formatCount } from '@thumba/lending/count';
import { day, formatDay } from '@thumba/lending/day';
import type { ReactNode } from 'react';
import { percentText, wholeKwacha } from '../../ui/figure-text.ts';
import { Money } from '../../ui/money.tsx';
import styles from './today.module.css';
import type { Today } from './today-words.ts';

const WIDE = 100;

/** The four figures of the day, each with a bar. */
export function FigureCards({ today: { collected, paidOut, late, codes } }: { today: Today }) {
  const { today, sameWeekdayBefore: before } = collected;
  const shareOf = (part: number, whole: number) => (whole === 0 ? null : part / whole);
  const soFar = shareOf(today.collected, today.due);
  const soFarBefore = shareOf(before.collectedSoFar, before.due);
  const verified = shareOf(codes.verified, codes.sent);
  return (
    <div className={styles.figures}>
      <Figure title="Due today" value={<Money kwacha={today.due} />} share={soFar}>
        {wholeKwacha(today.collected)} collected{soFar !== null && `, ${percentText(soFar)}`} · a week before{' '}
        {soFarBefore === null ? 'nothing was due' : `${percentText(soFarBefore)} by this hour`}
      </Figure>
      <Figure
        title="Paid out today"
        value={<Money kwacha={paidOut.amount} />}
        share={paidOut.ceiling === null ? null : (shareOf(paidOut.amount, paidOut.ceiling) ?? 1)}
      >
        {formatCount(paidOut.count)} {paidOut.count === 1 ? 'payout' : 'payouts'} ·{' '}
        {paidOut.ceiling === null ? 'no ceiling' : `ceiling ${wholeKwacha(paidOut.ceiling)}`}
      </Figure>
      <Figure
        title="Late by 1 day or more"
        value={late === null ? 'not known yet' : percentText(late.shareLate1)}
        share={late?.shareLate1 ?? null}
        isWarning
      >
        {late === null
          ? 'The end of the first day counts it'
          : `of ${wholeKwacha(late.principal)} on ${formatDay(day(late.on))} · by more than 30 days: ${percentText(late.shareLate30)}`}
      </Figure>
      <Figure
        title="Codes sent : entered"
        value={`${formatCount(codes.sent)} : ${formatCount(codes.verified)}`}
        share={verified}
      >
        {verified === null ? 'No code was sent today' : `${percentText(verified)} of them were entered`}
      </Figure>
    </div>
  );
}

type FigureProps = {
  title: string;
  value: ReactNode;
  /** From 0 to 1. `null`: there is no whole that it is a part of. */
  share: number | null;
  isWarning?: boolean;
  children: ReactNode;
};

function Figure({ title, value, share, isWarning = false, children }: FigureProps) {
  return (
    <section className={styles.figure} aria-label={title}>
      <h2 className={styles.figureTitle}>{title}</h2>
      <p className={styles.figureValue}>{value}</p>
      <p className={styles.figureNote}>{children}</p>
      {share !== null && (
        <svg className={styles.bar} viewBox={`0 0 ${WIDE} 1`} preserveAspectRatio="none" aria-hidden="true">
          <rect className={styles.barAll} width={WIDE} height="1" />
          <rect
            className={isWarning ? styles.barWarning : styles.barPart}
            width={Math.min(1, share) * WIDE}
            height="1"
          />
        </svg>
      )}
    </section>
  );
}
