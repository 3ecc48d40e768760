import { moneyText, shortMoneyText } from '@thumba/home/wire-money';
import { formatDayCount } from '@thumba/lending/day';
import type { LoanInfo } from '../../platform/session.ts';
import { CallLender } from '../../ui/call-lender.tsx';
import { Card } from '../../ui/card.tsx';
import { ifUnpaidWords } from '../../words/if-unpaid.ts';
import { AskForNewDates } from '../help/ask-for-new-dates.tsx';
import styles from './if-unpaid.module.css';

type IfUnpaidProps = {
  info: LoanInfo;
  loan: NonNullable<LoanInfo['order']>;
  /** False where the ways out stand beside it. */
  hasWayOut?: boolean;
};

/** What happens with a late bill when its borrower does nothing. */
export function IfUnpaid({ info, loan, hasWayOut = true }: IfUnpaidProps) {
  const words = ifUnpaidWords;
  const sentences = [
    chargesText(loan),
    info.ladder.onTime > 0 && words.countStartsAgain,
    limitText(info, loan),
    words.noLoan,
    info.toBureau,
    words.reminders,
  ];
  return (
    <Card title={words.title}>
      <ul className={styles.list}>
        {sentences.map((sentence) => sentence && <li key={sentence}>{sentence}</li>)}
      </ul>
      {hasWayOut && (
        <>
          <AskForNewDates orderId={loan.orderId} />
          <CallLender />
        </>
      )}
    </Card>
  );
}

/** Nothing where no late charge is added for another reason than the highest amount, such as a plan for hardship. */
function chargesText({ penaltyPerDay, penaltyToDate, mostPenalty }: IfUnpaidProps['loan']): string {
  const words = ifUnpaidWords;
  if (mostPenalty === undefined) return '';
  if (penaltyPerDay > 0) return words.grows(moneyText(penaltyPerDay), moneyText(mostPenalty));
  return penaltyToDate > 0 && penaltyToDate >= mostPenalty ? words.growsNoMore : '';
}

function limitText({ ladder, creditLimit }: LoanInfo, { overdueDays }: IfUnpaidProps['loan']): string {
  const words = ifUnpaidWords;
  const { step, limits, maxDaysLate } = ladder;
  const lower = limits[step - 2];
  const limit = shortMoneyText(creditLimit);
  if (lower === undefined) return words.limitStays(limit);
  const says = overdueDays > maxDaysLate ? words.limitDrops : words.limitWillDrop;
  return says(formatDayCount(maxDaysLate), limit, shortMoneyText(lower));
}
