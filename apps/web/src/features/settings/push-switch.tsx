import { DEVICE_TYPE } from '@thumba/contract/codes';
import type { Answer } from '@thumba/contract/wire';
import { useEffect, useState } from 'react';
import { device } from '../../platform/device.ts';
import { showSuccess } from '../../platform/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/card.tsx';
import { settingsWords } from '../../words/settings.ts';
import { ConsentSwitch } from '../consent/consent-switch.tsx';
import {
  canBeNotified,
  isPhoneNotified,
  leavePhoneOut,
  type Subscribing,
  subscribePhone,
  tellSubscription,
  unsubscribePhone,
} from '../push/notified-phone.ts';
import styles from './settings.module.css';

type Consent = Answer<'listConsents'>[number];

/**
 * The consent to notifications, and this phone's subscription. The consent is the borrower's; each phone subscribes
 * separately.
 */
export function PushSwitch({ consent }: { consent: Consent }) {
  const words = settingsWords.notifications;
  const [subscribing, setSubscribing] = useState<Subscribing | 'working'>('subscribed');
  const [isHere, setHere] = useState<boolean | null>(null);

  // Without the consent, none of the borrower's phones is notified.
  useEffect(() => {
    if (!consent.given) return setHere(false);
    void isPhoneNotified().then(setHere);
  }, [consent.given]);

  if (!canBeNotified() && !consent.given) return <NoNotifications />;

  const subscribe = async (): Promise<boolean> => {
    setSubscribing('working');
    const outcome = await subscribePhone();
    setSubscribing(outcome);
    return outcome === 'subscribed';
  };

  const tell = async () => {
    await tellSubscription().catch(() => undefined);
    setHere(await isPhoneNotified());
  };

  const join = async () => {
    if (!(await subscribe())) return;
    await tell();
    if (await isPhoneNotified()) showSuccess(words.joined);
  };

  const leave = async () => {
    await leavePhoneOut().catch(() => undefined);
    setHere(await isPhoneNotified());
  };

  return (
    <>
      <ConsentSwitch
        consent={consent}
        prepare={async (isGiven) => !isGiven || (await subscribe())}
        onSaved={({ given }) => void (given ? tell() : unsubscribePhone())}
      >
        <p>{words.note}</p>
        {subscribing !== 'subscribed' && subscribing !== 'working' && (
          <Notice tone="warn">{troubleText(subscribing)}</Notice>
        )}
      </ConsentSwitch>
      {consent.given && isHere === false && canBeNotified() && (
        <>
          <p className={styles.small}>{words.notHere}</p>
          <Button variant="secondary" isBusy={subscribing === 'working'} onClick={() => void join()}>
            {words.join}
          </Button>
        </>
      )}
      {consent.given && isHere && (
        <Button variant="secondary" onClick={() => void leave()}>
          {words.leave}
        </Button>
      )}
    </>
  );
}

function troubleText(trouble: Exclude<Subscribing, 'subscribed'>): string {
  const words = settingsWords.notifications;
  const isRefusedInApp = trouble === 'refused' && device.type === DEVICE_TYPE.android;
  return isRefusedInApp ? words.refusedInApp : words.troubles[trouble];
}

function NoNotifications() {
  const words = settingsWords.notifications;
  return (
    <div className={styles.lasting}>
      <p className={styles.label}>{settingsWords.consents.kinds.push}</p>
      <p>{device.type === DEVICE_TYPE.android ? words.notInApp : words.unsupported}</p>
    </div>
  );
}
