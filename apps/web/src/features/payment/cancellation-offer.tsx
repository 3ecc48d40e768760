import { offerWords } from '@thumba/home/offers-words';
import { deadlineText } from '../../platform/deadline.ts';
import { RowButton, Rows } from '../../ui/row-link.tsx';

type CancellationOfferProps = { cancelUntil: string; onCancel: () => void };

export function CancellationOffer({ cancelUntil, onCancel }: CancellationOfferProps) {
  return (
    <Rows>
      <RowButton
        title={offerWords.changedMind}
        detail={offerWords.giveBackBy(deadlineText(cancelUntil))}
        onClick={onCancel}
      />
    </Rows>
  );
}
