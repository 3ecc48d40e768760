import { useEffect, useState } from 'react';
import { vibrateOnSuccess } from '../../platform/haptics.ts';
import { browserStorage, type LoanInfo } from '../../platform/session.ts';

/** Keeps the order whose arrival was seen, and until when it is still shown. */
const SEEN_KEY = 'moneySeen';
const SHOWN_FOR_MS = 24 * 3_600_000;

function keepSeen(orderId: string, shownUntilMs: number): void {
  browserStorage.setItem(SEEN_KEY, `${orderId} ${shownUntilMs}`);
}

/**
 * The arrival of the money. It counts as seen once the page is in sight, which is felt too. From then on it is shown for
 * one day more, or until it is closed.
 */
export function useMoneyArrival({ order, moneyArrived }: LoanInfo) {
  const [seenBefore] = useState(() => browserStorage.getItem(SEEN_KEY)?.split(' '));
  const [isClosed, setClosed] = useState(false);
  const orderId = String(order?.orderId);
  const isOver = seenBefore?.[0] === orderId && !(Date.now() < Number(seenBefore[1]));
  const arrived = isOver || isClosed ? undefined : moneyArrived;
  const isNews = arrived !== undefined;
  useEffect(() => {
    if (!isNews) return;
    const see = () => {
      if (document.hidden || browserStorage.getItem(SEEN_KEY)?.split(' ')[0] === orderId) return;
      keepSeen(orderId, Date.now() + SHOWN_FOR_MS);
      vibrateOnSuccess();
    };
    see();
    document.addEventListener('visibilitychange', see);
    return () => document.removeEventListener('visibilitychange', see);
  }, [isNews, orderId]);
  const close = () => {
    keepSeen(orderId, 0);
    setClosed(true);
  };
  return arrived && { operator: arrived.operator, close };
}
