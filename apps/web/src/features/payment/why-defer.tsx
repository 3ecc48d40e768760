import type { Answer } from '@thumba/contract/wire';
import { moneyText, shortMoneyText } from '@thumba/home/wire-money';
import { day, daysBetween, formatDayCount } from '@thumba/lending/day';
import { dayText, lusakaToday } from '../../platform/lusaka-time.ts';
import { useAnswer } from '../../platform/query.ts';
import type { LoanInfo } from '../../platform/session.ts';
import { quoteWords } from '../../words/quotes.ts';
import { AskForNewDates } from '../help/ask-for-new-dates.tsx';
import styles from './payment.module.css';

type Quote = Answer<'extensionDetail'>;

/** What deferring does and what waiting costs instead, and the way out that costs nothing. */
export function WhyDefer({ quote }: { quote: Quote }) {
  // The count of loans on time and the limit are told by the answer of home.
  const { data: info } = useAnswer('getMyLoanInfo', {});
  return (
    <>
      <div className={styles.why}>
        <p>{newDateText(quote)}</p>
        {quote.waiting &&
          waitingSentences(quote, quote.waiting, info?.ladder).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
      </div>
      <AskForNewDates orderId={info?.order?.orderId} />
    </>
  );
}

function newDateText({ beforeRepayDate, extensionRepayDate }: Quote): string {
  const { fromToday, fromDueDate } = quoteWords.extension;
  const isFromToday = beforeRepayDate <= lusakaToday();
  const from = isFromToday ? lusakaToday() : beforeRepayDate;
  const days = formatDayCount(daysBetween(day(from), day(extensionRepayDate)));
  return (isFromToday ? fromToday : fromDueDate)(dayText(extensionRepayDate), days);
}

/** Waiting until the new date compared with deferring: money, count of loans on time, limit. */
function waitingSentences(
  { extensionRepayDate, fee }: Quote,
  waiting: NonNullable<Quote['waiting']>,
  ladder: LoanInfo['ladder'] | undefined,
): string[] {
  const { waiting: words } = quoteWords.extension;
  const { lateCharges, daysLateNow, daysLate } = waiting;
  const costs = daysLateNow > 0 ? words.costsMore : words.costs;
  const sentences = [costs(dayText(extensionRepayDate), moneyText(lateCharges), moneyText(fee))];
  if (ladder !== undefined) {
    const { onTime, step, limits, maxDaysLate } = ladder;
    if (daysLateNow === 0) sentences.push(onTime > 0 ? words.keepsCount : words.staysOnTime);
    else if (onTime > 0) sentences.push(words.countStartsAgain);
    const [lower, limit] = [limits[step - 2], limits[step - 1]];
    if (lower !== undefined && limit !== undefined && daysLateNow <= maxDaysLate && daysLate > maxDaysLate)
      sentences.push(words.keepsLimit(shortMoneyText(limit), shortMoneyText(lower)));
  }
  return sentences;
}
