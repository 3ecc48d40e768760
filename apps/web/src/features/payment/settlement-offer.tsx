import { moneyText } from '../../platform/money.ts';
import { RowButton, Rows } from '../../ui/row-link.tsx';
import { offerWords } from '../../words/offers.ts';

type SettlementOfferProps = { amount: number; saving: number; onSettle: () => void };

export function SettlementOffer({ amount, saving, onSettle }: SettlementOfferProps) {
  return (
    <Rows>
      <RowButton
        title={offerWords.settle(moneyText(amount))}
        detail={offerWords.youSave(moneyText(saving))}
        onClick={onSettle}
      />
    </Rows>
  );
}
