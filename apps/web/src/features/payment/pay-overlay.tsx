import { Suspense, useEffect } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { OptionalPart, PartBoundary } from '../../ui/part-boundary.tsx';
import { uiWords } from '../../words/ui.ts';
import type { Paying } from './paying.ts';

const PayPopup = lazyPart(() => import('./pay-popup.tsx').then((part) => part.PayPopup));
const PayOffline = lazyPart(() => import('./pay-offline.tsx').then((part) => part.PayOffline));

/** Kept apart from the part of the page that shows the loan, because a successful payment replaces that part. */
export function PayOverlay(props: { paying: Paying; onClose: () => void }) {
  useEffect(() => focusPageIfLost, []);
  return (
    <PartBoundary
      frame={(failed) => (
        <Overlay kind="sheet" title={uiWords.partMissing.title} onClose={props.onClose}>
          {failed}
          {/* A phone keeps this part for use without a network, but not the popups, which need one. */}
          <OptionalPart>
            <PayOffline />
          </OptionalPart>
        </Overlay>
      )}
    >
      <Suspense>
        <PayPopup {...props} />
      </Suspense>
    </PartBoundary>
  );
}

/** A payment may have taken the button away that opened it and would have the focus again. */
function focusPageIfLost(): void {
  if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true });
}
