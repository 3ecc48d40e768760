import { useEffect } from 'react';
import { navigate } from '../../platform/navigation.ts';
import { session } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Drawing } from '../../ui/empty-state.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { noticeWords } from '../../words/notice.ts';
import styles from './notice.module.css';
import { loadReminder, useReminder } from './reminder.ts';

const close = () => session.setState({ isMarketingPopupOpen: false });

/** The lender's offer, after signing in. Nothing opens without an offer, or when its screen is already open. */
export function MarketingPopup() {
  const offer = useReminder()?.marketing;
  useEffect(() => {
    void loadReminder().then((reminder) => {
      if (!reminder?.marketing || reminder.marketing.link === location.pathname) close();
    });
  }, []);
  if (!offer || offer.link === location.pathname) return null;
  const { title, body, imageUrl, link } = offer;
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
        {imageUrl ? <img className={styles.image} src={imageUrl} alt="" /> : <Drawing kind="ticket" />}
        <p>{body}</p>
      </div>
    </Overlay>
  );
}
