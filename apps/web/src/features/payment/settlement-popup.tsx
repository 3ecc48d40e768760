import { moneyText } from '@thumba/home/wire-money';
import { deadlineText } from '../../platform/deadline.ts';
import { Notice } from '../../ui/card.tsx';
import { MoneyLine } from '../../ui/facts.tsx';
import { quoteWords } from '../../words/quotes.ts';
import { QuotePopup } from './quote-popup.tsx';

/** Pays the whole loan off before its time, without the interest of the days that are not used. */
export function SettlementPopup({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const words = quoteWords.settlement;
  return (
    <QuotePopup
      title={words.title}
      name="settlementQuote"
      request={{ body: { orderId } }}
      paymentOf={(quote) => quote}
      buttonText={({ amount }) => words.button(moneyText(amount))}
      onClose={onClose}
    >
      {({ amount, saving, validUntil }) => (
        <>
          <MoneyLine
            label={words.today}
            money={moneyText(amount)}
            detail={saving > 0 ? words.youSave(moneyText(saving)) : words.nothingLeft}
          />
          <Notice>{words.holdsUntil(deadlineText(validUntil))}</Notice>
        </>
      )}
    </QuotePopup>
  );
}
