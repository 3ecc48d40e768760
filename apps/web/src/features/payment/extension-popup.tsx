import { moneyText } from '@thumba/home/wire-money';
import { deadlineText } from '../../platform/deadline.ts';
import { dayText } from '../../platform/lusaka-time.ts';
import { Notice, Rule } from '../../ui/card.tsx';
import { Facts, MoneyLine } from '../../ui/facts.tsx';
import { quoteWords } from '../../words/quotes.ts';
import styles from './payment.module.css';
import { QuotePopup } from './quote-popup.tsx';
import { WhyDefer } from './why-defer.tsx';

/** "Pay the Deferral charge": moves the due date of the next plan for a fee. */
export function ExtensionPopup({ planId, onClose }: { planId: number; onClose: () => void }) {
  const words = quoteWords.extension;
  return (
    <QuotePopup
      title={words.title}
      name="extensionDetail"
      request={{ body: { planId } }}
      paymentOf={({ extensionFee, repayAccount, repayAccountId }) => ({
        planId,
        amount: extensionFee,
        isExtension: true,
        account: { text: repayAccount, repayAccountId },
      })}
      buttonText={({ extensionFee }) => words.button(moneyText(extensionFee))}
      onClose={onClose}
    >
      {(quote) => (
        <>
          <div className={styles.parts}>
            <Facts
              facts={[
                { label: words.fee, value: moneyText(quote.fee) },
                { label: words.lateCharges, value: moneyText(quote.penalty) },
              ]}
            />
            <Rule />
            <MoneyLine label={words.toPayNow} money={moneyText(quote.extensionFee)} />
          </div>
          <Facts
            facts={[
              { label: words.currentDate, value: dayText(quote.beforeRepayDate) },
              { label: words.newDate, value: dayText(quote.extensionRepayDate), tone: 'strong' },
              { label: words.paidSoFar, value: moneyText(quote.feesPaidSoFar) },
              { label: words.timesLeft, value: String(quote.timesLeft) },
            ]}
          />
          <Notice>
            {quote.penalty > 0
              ? words.movesDateAndStops(deadlineText(quote.quoteUntil))
              : words.movesDate(deadlineText(quote.quoteUntil))}
          </Notice>
          <WhyDefer quote={quote} />
        </>
      )}
    </QuotePopup>
  );
}
