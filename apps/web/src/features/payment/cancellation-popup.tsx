import { moneyText } from '@thumba/home/wire-money';
import { deadlineText } from '../../platform/deadline.ts';
import { Notice } from '../../ui/card.tsx';
import { MoneyLine } from '../../ui/facts.tsx';
import { quoteWords } from '../../words/quotes.ts';
import { QuotePopup } from './quote-popup.tsx';

/** Gives the money back within the cooling-off hours: the loan is cancelled and has cost nothing. */
export function CancellationPopup({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const words = quoteWords.cancellation;
  return (
    <QuotePopup
      title={words.title}
      name="cancelLoan"
      request={{ body: { orderId } }}
      paymentOf={(quote) => quote}
      buttonText={({ amount }) => (amount > 0 ? words.button(moneyText(amount)) : words.buttonOfNothing)}
      onClose={onClose}
    >
      {({ amount, cancelUntil }) => (
        <>
          <MoneyLine label={words.toGiveBack} money={moneyText(amount)} detail={words.what} />
          <Notice>{words.holdsUntil(deadlineText(cancelUntil))}</Notice>
        </>
      )}
    </QuotePopup>
  );
}
