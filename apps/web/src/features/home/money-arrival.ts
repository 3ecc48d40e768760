import { useEffect, useState } from 'react';
import { vibrateOnSuccess } from '../../platform/haptics.ts';
import { browserStorage, type LoanInfo } from '../../platform/session.ts';

const SEEN_KEY = 'moneySeen';

/**
 * The arrival of the money, where this phone has not shown it before. It counts as seen once the page is in sight, which
 * is felt too, and stays until it is closed or home is left.
 */
export function useMoneyArrival({ order, moneyArrived }: LoanInfo) {
  const [seenBefore] = useState(() => browserStorage.getItem(SEEN_KEY));
  const [isClosed, setClosed] = useState(false);
  const orderId = String(order?.orderId);
  const arrived = seenBefore === orderId || isClosed ? undefined : moneyArrived;
  const isNews = arrived !== undefined;
  useEffect(() => {
    if (!isNews) return;
    const see = () => {
      if (document.hidden || browserStorage.getItem(SEEN_KEY) === orderId) return;
      browserStorage.setItem(SEEN_KEY, orderId);
      vibrateOnSuccess();
    };
    see();
    document.addEventListener('visibilitychange', see);
    return () => document.removeEventListener('visibilitychange', see);
  }, [isNews, orderId]);
  return arrived && { operator: arrived.operator, close: () => setClosed(true) };
}
