import FerrisWheel from 'lucide-react/icons/ferris-wheel';
import { Card } from '../../ui/card.tsx';
import { RowLink, Rows } from '../../ui/row-link.tsx';
import { wheelEntryWords } from '../../words/wheel-entry.ts';

/** The way to the lucky wheel. */
export function WheelEntry() {
  return (
    <Card>
      <Rows>
        <RowLink
          to="/activity/turntable"
          icon={<FerrisWheel aria-hidden="true" />}
          title={wheelEntryWords.title}
          detail={wheelEntryWords.detail}
        />
      </Rows>
    </Card>
  );
}
