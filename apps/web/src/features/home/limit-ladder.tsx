import { shortMoneyText } from '@thumba/home/wire-money';
import { formatDayCount } from '@thumba/lending/day';
import type { LoanInfo } from '../../platform/session.ts';
import { Badge, Card } from '../../ui/card.tsx';
import { Segments } from '../../ui/segments.tsx';
import { limitLadderWords } from '../../words/limit-ladder.ts';
import styles from './limit-ladder.module.css';

/** The published steps of the limit, the borrower's present step, and what changes it. */
export function LimitLadder({ info }: { info: LoanInfo }) {
  const { step, onTime, needed, nextLimit, maxDaysLate, minDaysHeld, minAmount } = info.ladder;
  const words = limitLadderWords;
  const progress = words.progress(onTime, needed);
  const isOnTop = nextLimit === undefined;
  return (
    <Card
      title={words.title}
      aside={<span className={styles.small}>{isOnTop ? shortMoneyText(info.creditLimit) : progress}</span>}
    >
      {!isOnTop && <Segments filled={onTime} total={needed} label={progress} />}
      <p className={styles.small}>
        {isOnTop
          ? words.highest
          : words.grows(
              whatIsNeeded(info.ladder, info.order !== undefined && info.order.principal >= minAmount),
              shortMoneyText(info.creditLimit),
              shortMoneyText(nextLimit),
            )}
      </p>
      {(minAmount > 0 || minDaysHeld > 0) && (
        <p className={styles.small}>
          {minDaysHeld > 0
            ? words.countsIfKept(shortMoneyText(minAmount), formatDayCount(minDaysHeld))
            : words.counts(shortMoneyText(minAmount))}
        </p>
      )}
      <LadderSteps ladder={info.ladder} />
      <p className={styles.small}>
        {step > 1 ? words.lateStartsAgain(formatDayCount(maxDaysLate)) : words.lateOnlyStartsAgain}
      </p>
      {info.marketList.map(
        ({ productId, lockedReason }) =>
          lockedReason && (
            <p key={productId} className={styles.small}>
              {words.locked(lockedReason)}
            </p>
          ),
      )}
    </Card>
  );
}

function LadderSteps({ ladder: { step, limits, needed } }: { ladder: LoanInfo['ladder'] }) {
  const words = limitLadderWords;
  return (
    <ol className={styles.steps}>
      {limits.map((limit, index) => {
        const number = index + 1;
        const isOwn = number === step;
        return (
          <li
            key={limit}
            className={isOwn ? styles.own : number < step ? styles.reached : styles.step}
            aria-current={isOwn ? 'step' : undefined}
          >
            <span className={styles.limit}>{shortMoneyText(limit)}</span>
            {isOwn ? (
              <Badge tone="good">{words.here}</Badge>
            ) : (
              <span className={styles.small}>
                {number < step ? words.reached : words.loansOnTime((number - 1) * needed)}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function whatIsNeeded({ onTime, needed }: LoanInfo['ladder'], hasCountingLoan: boolean): string {
  const words = limitLadderWords;
  const loansLeft = needed - onTime;
  if (hasCountingLoan) return loansLeft === 1 ? words.thisOne : words.thisOneAnd(loansLeft - 1);
  return onTime > 0 ? words.moreLoans(loansLeft) : words.loans(loansLeft);
}
