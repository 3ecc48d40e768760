import { createPersistedStore } from '../../platform/persisted-store.ts';
import { browserStorage, session, whenBorrowerLeaves } from '../../platform/session.ts';

/** Whether the lender's offer after a sign-in has still to be shown; kept beyond the page, so that none is lost. */
export const offerAfterSignIn = createPersistedStore(browserStorage, 'offer', { isWaiting: false }, [
  'isWaiting',
]);

export function letOfferWait(): void {
  offerAfterSignIn.setState({ isWaiting: true });
  session.setState({ isQuietVisit: true });
}

export function endOffer(): void {
  offerAfterSignIn.setState({ isWaiting: false });
}

whenBorrowerLeaves(() => {
  endOffer();
  // Another tab has emptied the phone by then, and this one leaves nothing behind either.
  browserStorage.removeItem('offer');
});
