import { Suspense } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import type { LoanInfo } from '../../platform/session.ts';
import { Card } from '../../ui/card.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { Skeleton } from '../../ui/states.tsx';

const LimitLadder = lazyPart(() => import('./limit-ladder.tsx').then((part) => part.LimitLadder));

/** The heights of the ladder's parts, so that what is below it does not jump. */
const LADDER_LINES = [22, 8, 38, 57, 136, 38];

/** The limit ladder is below the first sight of home, so it is loaded after it. */
export function LaterLimitLadder({ info }: { info: LoanInfo }) {
  return (
    <PartBoundary frame={(failed) => <Card>{failed}</Card>}>
      <Suspense
        fallback={
          <Card>
            <Skeleton lines={LADDER_LINES} />
          </Card>
        }
      >
        <LimitLadder info={info} />
      </Suspense>
    </PartBoundary>
  );
}
