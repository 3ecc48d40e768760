import { navigate } from '../../platform/navigation.ts';
import { session } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Drawing } from '../../ui/empty-state.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { noticeWords } from '../../words/notice.ts';
import styles from './notice.module.css';
import { endOffer } from './offer-after-sign-in.ts';
import type { Reminder } from './reminder.ts';

const WHEEL = '/activity/turntable';

type MarketingOfferProps = { offer: NonNullable<Reminder['marketing']> };

export function MarketingOffer({ offer: { title, body, imageUrl, link } }: MarketingOfferProps) {
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

function close(): void {
  session.setState({ isMarketingPopupOpen: false });
  endOffer();
}
