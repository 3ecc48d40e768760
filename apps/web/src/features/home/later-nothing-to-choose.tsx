import { Suspense } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';

const NothingToChoose = lazyPart(() =>
  import('./nothing-to-choose.tsx').then((part) => part.NothingToChoose),
);

/** There is almost always a loan to choose, so this is loaded only when there is none. */
export function LaterNothingToChoose() {
  return (
    <Suspense>
      <NothingToChoose />
    </Suspense>
  );
}
