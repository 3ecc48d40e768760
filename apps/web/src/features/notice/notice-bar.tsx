import { useEffect } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { payMenus } from '../../platform/pay-menus.ts';
import { session } from '../../platform/session.ts';
import { Notice } from '../../ui/card.tsx';
import { OptionalPart } from '../../ui/part-boundary.tsx';
import { loadReminder, useReminder } from './reminder.ts';

const PayOffline = lazyPart(() => import('../payment/pay-offline.tsx').then((part) => part.PayOffline));

/** On the home page: the lender's current notice to all borrowers, and how to pay while the server cannot be reached. */
export function NoticeBar() {
  const reminder = useReminder();
  useEffect(() => void loadReminder(), []);
  const mayPayByMenu = session.getState().token !== null && payMenus().length > 0;
  return (
    <>
      {reminder?.notice && <Notice>{reminder.notice}</Notice>}
      {mayPayByMenu && (
        <OptionalPart>
          <PayOffline />
        </OptionalPart>
      )}
    </>
  );
}
