import { useEffect, useState } from 'react';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { Steps } from '../../ui/steps.tsx';
import { callWords } from '../../words/call.ts';
import { googleStoreWords } from '../../words/google-store.ts';
import { installWords } from '../../words/install.ts';
import { titles } from '../../words/titles.ts';
import { type Channel, loadChannel } from '../channel/channel.ts';
import { useInstallEntry } from '../install/install-entry.tsx';
import choosePicture from './choose.webp';
import estimatePicture from './estimate.webp';
import styles from './google-store.module.css';
import homePicture from './home.webp';
import { storeLink } from './store-link.ts';

/** Describes the app and leads to its listing, only after a tap. */
export function GoogleStorePage() {
  const { pictures, does } = googleStoreWords;
  const shown = [
    { src: choosePicture, alt: pictures.choose },
    { src: estimatePicture, alt: pictures.estimate },
    { src: homePicture, alt: pictures.home },
  ];
  return (
    <PageFrame title={titles.googleStore} backTo="/home">
      <Card>
        <div className={styles.app}>
          <BrandMark className={styles.mark} />
          <div>
            <p className={styles.name}>{googleStoreWords.name}</p>
            <p className={styles.tagline}>{googleStoreWords.tagline}</p>
          </div>
        </div>
        <WaysToInstall />
      </Card>
      <Card title={pictures.title}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by a keyboard */}
        <ul className={styles.pictures} tabIndex={0} aria-label={pictures.title}>
          {shown.map(({ src, alt }) => (
            <li key={src}>
              <img className={styles.picture} src={src} alt={alt} width={450} height={800} loading="lazy" />
            </li>
          ))}
        </ul>
      </Card>
      <Card title={does.title}>
        <Steps steps={does.list} />
      </Card>
    </PageFrame>
  );
}

type Found = { channel: Channel | null; isAsking: boolean };

function WaysToInstall() {
  const [{ channel, isAsking }, setFound] = useState<Found>({ channel: null, isAsking: true });
  const ask = () => {
    setFound({ channel: null, isAsking: true });
    void loadChannel().then((loaded) => setFound({ channel: loaded, isAsking: false }));
  };
  useEffect(ask, []);
  const installing = useInstallEntry();

  if (channel === null) {
    return isAsking ? (
      <Skeleton lines={[52, 52]} />
    ) : (
      <>
        <ErrorState title={googleStoreWords.failed} message={callWords.offline} onRetry={ask} />
        <ButtonLink to="/home" variant="secondary">
          {googleStoreWords.goOn}
        </ButtonLink>
      </>
    );
  }
  return (
    <div className={styles.ways}>
      <a className={styles.store} href={storeLink(channel, navigator.userAgent)}>
        {googleStoreWords.open}
      </a>
      {channel.apkUrl && (
        <a className={styles.download} href={channel.apkUrl} download>
          {googleStoreWords.download}
        </a>
      )}
      {installing && (
        <Button variant="secondary" onClick={installing.open} isBusy={installing.isInstalling}>
          {installWords.title}
        </Button>
      )}
      {installing?.sheet}
      <ButtonLink to="/home" variant="quiet" isWide>
        {googleStoreWords.goOn}
      </ButtonLink>
      <p className={styles.why}>{googleStoreWords.goOnWhy}</p>
    </div>
  );
}
