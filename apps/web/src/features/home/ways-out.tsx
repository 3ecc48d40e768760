import { waysOutWords } from '@thumba/home/ways-out-words';
import { moneyText } from '@thumba/home/wire-money';
import { formatDayCount } from '@thumba/lending/day';
import { dayText } from '../../platform/lusaka-time.ts';
import type { LoanInfo } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { CallLender } from '../../ui/call-lender.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { IfUnpaid } from '../bill/if-unpaid.tsx';
import { AskForNewDates } from '../help/ask-for-new-dates.tsx';
import styles from './home.module.css';

type OpenLoanSummary = NonNullable<LoanInfo['order']>;
type WaysOutProps = {
  info: LoanInfo;
  loan: OpenLoanSummary;
  /** Absent while a payment is on its way. */
  onPayPart: (() => void) | undefined;
  extension: OpenLoanSummary['extension'];
  /** What is owed without the late charges. */
  bill: string;
  onDefer: () => void;
};

/** What a borrower who is late can do besides paying all of it. */
export function WaysOut({ info, loan, onPayPart, extension, bill, onDefer }: WaysOutProps) {
  const { cannotPayAll } = waysOutWords;
  return (
    <>
      {extension && <NeedMoreTime extension={extension} bill={bill} onDefer={onDefer} />}
      <Card title={cannotPayAll.title}>
        <p className={styles.small}>{cannotPayAll.part}</p>
        {onPayPart && (
          <Button variant="secondary" onClick={onPayPart}>
            {cannotPayAll.payPart}
          </Button>
        )}
        <AskForNewDates orderId={loan.orderId} />
        <CallLender />
      </Card>
      <IfUnpaid info={info} loan={loan} hasWayOut={false} />
    </>
  );
}

type NeedMoreTimeProps = Pick<WaysOutProps, 'bill' | 'onDefer'> & {
  extension: NonNullable<OpenLoanSummary['extension']>;
};

/** What a deferral does, and what it costs today. */
function NeedMoreTime({ extension, bill, onDefer }: NeedMoreTimeProps) {
  const words = waysOutWords.moreTime;
  const { days, toDate, fee, penalty, total } = extension;
  return (
    <Card title={words.title}>
      <p className={styles.small}>{words.moves(dayText(toDate), formatDayCount(days))}</p>
      <Facts
        facts={[
          { label: words.fee, value: moneyText(fee) },
          ...(penalty > 0
            ? [
                { label: words.charges, value: moneyText(penalty) },
                { label: words.now, value: moneyText(total), tone: 'strong' as const },
              ]
            : []),
        ]}
      />
      <p className={styles.small}>{words.stays(bill, dayText(toDate))}</p>
      <Button variant="secondary" onClick={onDefer}>
        {words.defer(formatDayCount(days))}
      </Button>
    </Card>
  );
}
