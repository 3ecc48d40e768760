import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { device } from '../../platform/device.ts';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { browserStorage, useSession } from '../../platform/session.ts';
import { Button, ButtonRow } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { RowButton } from '../../ui/row-link.tsx';
import { Steps } from '../../ui/steps.tsx';
import { installWords } from '../../words/install.ts';
import type { InstallWay } from './install-way.ts';
import { install, useInstallation, visits } from './installation.ts';

const DISMISSED_KEY = 'installDismissed';

const AppUpdateCard = lazyPart(() =>
  import('../app-update/app-update-card.tsx').then((part) => part.AppUpdateCard),
);

/** At the end of the home page, so that nothing above it moves. An Android app that no store updates offers an update. */
export function InstallBanner() {
  return device.updater ? <AppUpdateCard updater={device.updater} /> : <BrowserBanner />;
}

/** Once dismissed, it does not return. */
function BrowserBanner() {
  const isSignedIn = useSession((state) => state.token !== null);
  const [isDismissed, setDismissed] = useState(browserStorage.getItem(DISMISSED_KEY) !== null);
  const entry = useInstallEntry();
  const isUsefulMoment = isSignedIn || visits() > 1;
  if (!entry || isDismissed || !isUsefulMoment) return entry?.sheet ?? null;
  const dismiss = () => {
    browserStorage.setItem(DISMISSED_KEY, '1');
    setDismissed(true);
  };
  return (
    <Card title={installWords.title}>
      <p>{installWords.text}</p>
      <ButtonRow>
        <Button onClick={entry.open} isBusy={entry.isInstalling}>
          {installWords.install}
        </Button>
        <Button variant="secondary" onClick={dismiss}>
          {installWords.dismiss}
        </Button>
      </ButtonRow>
      {entry.sheet}
    </Card>
  );
}

/** A list row that leads to installing; no row where this phone cannot install the app. */
export function InstallRow() {
  const entry = useInstallEntry();
  if (!entry) return null;
  return (
    <>
      <RowButton
        onClick={entry.open}
        icon={<Download aria-hidden="true" />}
        title={installWords.title}
        detail={installWords.row}
      />
      {entry.sheet}
    </>
  );
}

/** What a screen needs to offer installing; undefined where this phone cannot or the app is installed. */
export function useInstallEntry() {
  const { way, isInstalling } = useInstallation();
  const [byHand, setByHand] = useState<InstallWay>();
  if (way === undefined) return undefined;
  const sheet =
    byHand && byHand !== 'prompt'
      ? createPortal(<HowToInstall way={byHand} onClose={() => setByHand(undefined)} />, document.body)
      : null;
  const open = () => {
    if (way === 'prompt') void install();
    else setByHand(way);
  };
  return { open, isInstalling, sheet };
}

type HowToInstallProps = { way: Exclude<InstallWay, 'prompt'>; onClose: () => void };

/** Without a prompt of the browser, the steps through its menus are shown. */
function HowToInstall({ way, onClose }: HowToInstallProps) {
  const finish = () => {
    onClose();
    if (way === 'menu') void install();
  };
  return (
    <Overlay kind="sheet" title={installWords.title} onClose={onClose}>
      <Stack>
        <Steps steps={installWords.byHand[way].map((text) => ({ text }))} />
        <Button onClick={finish}>{installWords.done}</Button>
      </Stack>
    </Overlay>
  );
}
