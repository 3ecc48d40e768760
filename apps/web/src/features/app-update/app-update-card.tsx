import { formatDayCount } from '@thumba/lending/day';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { Device } from '../../platform/device.ts';
import { browserStorage, useSession } from '../../platform/session.ts';
import { showFailure, showSuccess } from '../../platform/toast.ts';
import { Button, ButtonRow } from '../../ui/button.tsx';
import { Card, Notice, Stack } from '../../ui/card.tsx';
import { appUpdateWords as words } from '../../words/app-update.ts';
import { useChannel } from '../channel/channel.ts';
import { appUpdate, isDownloading, type Stage, startUpdate } from './app-update.ts';
import { newerVersion } from './newer-version.ts';
import { isPutOff, PUT_OFF_DAYS, putOff } from './put-off.ts';

/** In an app that no store updates: offers the newer version that the lender has published. */
export function AppUpdateCard({ updater }: { updater: NonNullable<Device['updater']> }) {
  const channel = useChannel();
  const stage = useStore(appUpdate, (state) => state.stage);
  const isSignedIn = useSession((state) => state.token !== null);
  const [leftVersionCode, setLeftVersionCode] = useState<number>();
  const version = channel && newerVersion(channel, updater.versionCode);
  if (!version || version.versionCode === leftVersionCode) return null;
  // A borrower who has begun is shown how it goes on.
  if (stage === 'offered' && isPutOff(browserStorage, version.versionCode, Date.now())) return null;

  const leave = () => {
    putOff(browserStorage, version.versionCode, Date.now());
    appUpdate.setState({ stage: 'offered' });
    setLeftVersionCode(version.versionCode);
  };
  const update = async () => {
    const pressed = document.activeElement;
    if ((await startUpdate(updater, version)) !== 'unsupported') return;
    if (document.activeElement === pressed) focusTop();
    leave();
    void showFailure(words.stages.unsupported);
  };
  const putOffHere = () => {
    leave();
    focusTop();
    showSuccess(words.isPutOff(formatDayCount(PUT_OFF_DAYS)));
  };
  return (
    <AppUpdate stage={stage} isSignedIn={isSignedIn} onUpdate={() => void update()} onPutOff={putOffHere} />
  );
}

/** The button that had the focus goes with the card. */
function focusTop(): void {
  document.querySelector('h1')?.focus({ preventScroll: true });
}

type AppUpdateProps = { stage: Stage; isSignedIn: boolean; onUpdate: () => void; onPutOff: () => void };

export function AppUpdate({ stage, isSignedIn, onUpdate, onPutOff }: AppUpdateProps) {
  const isBusy = isDownloading(stage);
  const isFirstTry = stage === 'offered' || isBusy;
  return (
    <Card title={words.title}>
      <Stack>
        <p>{isSignedIn ? `${words.text} ${words.staysSignedIn}` : words.text}</p>
        <div role="status">
          {stage !== 'offered' && (
            <Notice tone={stage === 'opened' ? 'good' : 'info'}>{words.stages[stage]}</Notice>
          )}
        </div>
        <ButtonRow>
          <Button variant={stage === 'opened' ? 'secondary' : 'primary'} onClick={onUpdate} isBusy={isBusy}>
            {isFirstTry ? words.update : words.again}
          </Button>
          {!isBusy && (
            <Button variant="secondary" onClick={onPutOff}>
              {words.putOff}
            </Button>
          )}
        </ButtonRow>
      </Stack>
    </Card>
  );
}
