import { Cards } from '../../ui/card.tsx';
import { OpenRequestsCard } from '../requests/open-requests-card.tsx';
import { AttemptCard } from './attempt-card.tsx';
import type { LoanAnswer } from './loan.ts';
import { DatesCard, OwnerCard, TermsCard } from './loan-facts.tsx';
import { OwedCard } from './owed-card.tsx';
import { PlansCard } from './plans-card.tsx';

/** What is left to repay and of what, then the plans, then everything that explains it. */
export function OverviewTab({ loan }: { loan: LoanAnswer }) {
  const { underWay, payout, openRequests, state } = loan;
  const isPayoutOfInterest = payout !== null && (payout.state !== 'succeeded' || state === 'payout_failed');
  return (
    <Cards>
      <Cards isTwoColumns>
        <OwedCard loan={loan} />
        <Cards>
          {openRequests.length > 0 && <OpenRequestsCard requests={openRequests} />}
          {underWay && <AttemptCard title="Payment under way" attempt={underWay} />}
          {isPayoutOfInterest && <AttemptCard title="Payout" attempt={payout} />}
          <OwnerCard loan={loan} />
        </Cards>
      </Cards>
      <PlansCard loan={loan} />
      <Cards isTwoColumns>
        <DatesCard loan={loan} />
        <TermsCard loan={loan} />
      </Cards>
    </Cards>
  );
}
