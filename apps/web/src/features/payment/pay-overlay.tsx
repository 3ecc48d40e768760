import { Suspense } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { OverlayBoundary } from '../../ui/part-boundary.tsx';
import type { Paying } from './paying.ts';

const PayPopup = lazyPart(() => import('./pay-popup.tsx').then((part) => part.PayPopup));

/** Kept apart from the part of the page that shows the loan, because a successful payment replaces that part. */
export function PayOverlay(props: { paying: Paying; onClose: () => void }) {
  return (
    <OverlayBoundary onClose={props.onClose}>
      <Suspense>
        <PayPopup {...props} />
      </Suspense>
    </OverlayBoundary>
  );
}
