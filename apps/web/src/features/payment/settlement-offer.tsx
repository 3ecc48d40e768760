import { offerWords } from '@thumba/home/offers-words';
import { moneyText } from '@thumba/home/wire-money';
import { RowButton, Rows } from '../../ui/row-link.tsx';

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
