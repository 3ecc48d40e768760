import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { isAnythingHalfDone } from '../../platform/half-done.ts';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { order } from '../../platform/order.ts';
import { useAnswer } from '../../platform/query.ts';
import { session, useSession } from '../../platform/session.ts';
import { isCalm } from './calm-moment.ts';
import { endOffer } from './offer-after-sign-in.ts';
import { loadReminder, useReminder } from './reminder.ts';

const MarketingOffer = lazyPart(() => import('./marketing-offer.tsx').then((part) => part.MarketingOffer));

const LOOK_EVERY_MS = 1000;

/**
 * The lender's offer after signing in. It waits for a calm moment at home (`isCalm`), in which no dialog is open and
 * nothing is half typed. It ends when it was shown and closed.
 */
export function MarketingPopup() {
  const [path] = useLocation();
  const isOpen = useSession((state) => state.isMarketingPopupOpen);
  const isOnTheWay = useStore(order, (state) => state.isOnTheWay);
  // Home asks for both. An offer that asked itself would load again what home says it could not load.
  const info = useAnswer('getMyLoanInfo', {}, { isEnabled: false }).data;
  const userInfo = useAnswer('getUserInfo', {}, { isEnabled: false }).data;
  const offer = useReminder()?.marketing;
  const isMoment = isCalm({
    path,
    userStatus: info?.userStatus,
    isOnTheWay,
    isMoneyNews: info?.moneyArrived !== undefined,
    isNewDevice: userInfo?.isNewDevice,
    isQuietVisit: useSession((state) => state.isQuietVisit),
    loan: info?.order,
  });
  const isDue = isMoment && offer !== undefined;

  useEffect(() => {
    if (!isMoment) return;
    void loadReminder().then((reminder) => {
      if (reminder && !reminder.marketing) endOffer();
    });
  }, [isMoment]);

  useEffect(() => {
    if (!isDue || isOpen) return;
    const look = () => {
      if (!isAnythingHalfDone()) session.setState({ isMarketingPopupOpen: true });
    };
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isDue, isOpen]);

  return isOpen && offer ? <MarketingOffer offer={offer} /> : null;
}
