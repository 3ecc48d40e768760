import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { isAnythingHalfDone } from '../../platform/half-done.ts';
import { navigate } from '../../platform/navigation.ts';
import { order } from '../../platform/order.ts';
import { useAnswer } from '../../platform/query.ts';
import { session, useSession } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Drawing } from '../../ui/empty-state.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { noticeWords } from '../../words/notice.ts';
import { isCalm } from './calm-moment.ts';
import styles from './notice.module.css';
import { endOffer } from './offer-after-sign-in.ts';
import { loadReminder, type Reminder, useReminder } from './reminder.ts';

const LOOK_EVERY_MS = 1000;
const WHEEL = '/activity/turntable';

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

  return isOpen && offer ? <Offer offer={offer} /> : null;
}

function close(): void {
  session.setState({ isMarketingPopupOpen: false });
  endOffer();
}

function Offer({ offer: { title, body, imageUrl, link } }: { offer: NonNullable<Reminder['marketing']> }) {
  return (
    <Overlay
      kind="sheet"
      title={title}
      onClose={close}
      footer={
        <div className={styles.choices}>
          <Button
            onClick={() => {
              navigate(link);
              close();
            }}
          >
            {noticeWords.look}
          </Button>
          <Button variant="quiet" isWide onClick={close}>
            {noticeWords.notNow}
          </Button>
        </div>
      }
    >
      <div className={styles.told}>
        {imageUrl ? (
          <img className={styles.image} src={imageUrl} alt="" />
        ) : (
          <Drawing kind={link === WHEEL ? 'wheel' : 'ticket'} />
        )}
        <p>{body}</p>
      </div>
    </Overlay>
  );
}
