import type { Answer } from '@thumba/contract/wire';
import { moneyText, shortMoneyText } from '@thumba/home/wire-money';
import { longDayText } from '../../platform/lusaka-time.ts';
import { useAnswer } from '../../platform/query.ts';
import type { LoanInfo } from '../../platform/session.ts';
import { Rule } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { limitLadderWords } from '../../words/limit-ladder.ts';
import { paymentStatusWords as words } from '../../words/payment-status.ts';
import { PaperButton } from '../paper/paper-button.tsx';
import { ShareReceipt } from '../paper/share-receipt.tsx';
import { canShare } from '../paper/share-sheet.ts';
import { PaidSum } from './paid-sum.tsx';
import styles from './payment.module.css';
import { paymentFacts } from './payment-facts.ts';

type Payment = Answer<'getPayment'>;

/** After a payment that succeeded: what it paid, what comes next, and its receipt. */
export function PaidMoment({ payment, isRefreshed }: { payment: Payment; isRefreshed: boolean }) {
  const { amount, receiptNo, purpose } = payment;
  return (
    <>
      <PaidSum amount={amount} />
      <p className={styles.lead}>{thanks(payment)}</p>
      <WhatComesNext isEnabled={isRefreshed} purpose={purpose} receiptNo={receiptNo} />
      {receiptNo !== undefined && <Receipt receiptNo={receiptNo} sum={moneyText(amount)} />}
      <Rule />
      <Facts
        facts={[
          ...paymentFacts(payment),
          ...(receiptNo === undefined ? [] : [{ label: words.receipt, value: receiptNo }]),
        ]}
      />
    </>
  );
}

function thanks(payment: Payment): string {
  const { purpose, extensionRepayDate, saving = 0 } = payment;
  if (extensionRepayDate !== undefined) return movedText(payment, longDayText(extensionRepayDate));
  if (purpose === 'cooling_off') return words.thanks.moneyBack;
  if (saving > 0) return words.thanks.saved(moneyText(saving));
  return words.thanks.arrived;
}

function movedText({ extensionFee = 0, allocation }: Payment, day: string): string {
  const charges = allocation?.penalty ?? 0;
  return charges > 0
    ? words.thanks.dateMovedWithCharges(day, moneyText(extensionFee), moneyText(charges))
    : words.thanks.dateMoved(day);
}

type NextProps = Pick<Payment, 'purpose' | 'receiptNo'> & { isEnabled: boolean };

/** What the open loan still owes and by when. Without an open loan everything is paid, and the limit may grow. */
function WhatComesNext({ isEnabled, purpose, receiptNo }: NextProps) {
  const loanInfo = useAnswer('getMyLoanInfo', {}, { isEnabled });
  if (loanInfo.isError) return null;
  if (!isEnabled || loanInfo.isFetching || loanInfo.data === undefined)
    return <Skeleton lines={[22, 12, 22]} />;
  const { order } = loanInfo.data;
  if (order !== undefined) return <NextPayment order={order} />;
  return purpose === 'cooling_off' ? (
    <p className={styles.lead}>{words.nothingLeft}</p>
  ) : (
    <PaidOff info={loanInfo.data} receiptNo={receiptNo} />
  );
}

function NextPayment({ order }: { order: NonNullable<LoanInfo['order']> }) {
  const { remaining, dueAmount, dueDate } = order;
  return (
    <Facts
      facts={[
        { label: words.leftToPay, value: moneyText(remaining), tone: 'strong' },
        ...(dueDate === undefined || dueAmount === undefined
          ? []
          : [{ label: words.nextBy(longDayText(dueDate)), value: moneyText(dueAmount) }]),
      ]}
    />
  );
}

/** The loan is paid off: the place on the limit ladder, and what may be borrowed now. */
function PaidOff({ info, receiptNo }: { info: LoanInfo; receiptNo: string | undefined }) {
  const { ladder, availableLimit } = info;
  const { onTime, needed, nextLimit } = ladder;
  const progress = limitLadderWords.progress(onTime, needed);
  return (
    <>
      <p className={styles.lead}>{words.paidOff}</p>
      {nextLimit !== undefined && (
        <div className={styles.progress}>
          <p className={styles.progressTop}>
            <strong>{progress}</strong>
            <span>{words.limitGrowsTo(shortMoneyText(nextLimit))}</span>
          </p>
          <Segments filled={onTime} total={needed} label={progress} />
        </div>
      )}
      {availableLimit > 0 && (
        <p className={styles.small}>{words.mayBorrow(shortMoneyText(availableLimit))}</p>
      )}
      {receiptNo !== undefined && (
        <PaperButton orderId={orderIdOf(receiptNo)} kind="paid_up_letter" label={words.paidUpLetter} />
      )}
    </>
  );
}

/** A receipt's number begins with the number of its loan. */
const orderIdOf = (receiptNo: string) => Number(receiptNo.split('-')[0]);

/** The receipt to share, where the browser can, and to download. */
function Receipt({ receiptNo, sum }: { receiptNo: string; sum: string }) {
  const orderId = orderIdOf(receiptNo);
  return (
    <div className={styles.receipt}>
      {canShare() && <ShareReceipt orderId={orderId} receiptNo={receiptNo} sum={sum} />}
      <PaperButton
        variant={canShare() ? 'quiet' : 'secondary'}
        orderId={orderId}
        kind="receipt"
        receiptNo={receiptNo}
        label={words.downloadReceipt}
      />
    </div>
  );
}
