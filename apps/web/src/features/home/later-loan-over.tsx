import { Suspense, useState } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { browserStorage, type LoanInfo } from '../../platform/session.ts';
import { Card } from '../../ui/card.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { Skeleton } from '../../ui/states.tsx';

const LoanOver = lazyPart(() => import('./loan-over.tsx').then((part) => part.LoanOver));

/** Keeps the loan whose end was seen and closed on this phone. */
const CLOSED_KEY = 'loanOverClosed';

type LaterLoanOverProps = { paidOff: NonNullable<LoanInfo['paidOff']> };

/** Above the next loan, while it is news that the last one is paid off. */
export function LaterLoanOver({ paidOff }: LaterLoanOverProps) {
  const { orderId } = paidOff;
  const [isClosed, setClosed] = useState(() => browserStorage.getItem(CLOSED_KEY) === String(orderId));
  if (isClosed) return null;
  const close = () => {
    browserStorage.setItem(CLOSED_KEY, String(orderId));
    setClosed(true);
  };
  return (
    <PartBoundary frame={() => null}>
      <Suspense
        fallback={
          <Card>
            <Skeleton lines={[40, 26, 20, 44, 44]} />
          </Card>
        }
      >
        <LoanOver paidOff={paidOff} onClose={close} />
      </Suspense>
    </PartBoundary>
  );
}
