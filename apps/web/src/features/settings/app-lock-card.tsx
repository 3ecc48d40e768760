import { DEVICE_TYPE } from '@thumba/contract/codes';
import { useEffect, useState } from 'react';
import { device } from '../../platform/device.ts';
import { pause } from '../../platform/pause.ts';
import { randomUuid } from '../../platform/random.ts';
import { session } from '../../platform/session.ts';
import { showSuccess } from '../../platform/toast.ts';
import { Card, Notice, Stack } from '../../ui/card.tsx';
import { SwitchField } from '../../ui/switch-field.tsx';
import { appLockWords } from '../../words/app-lock.ts';
import { keepLockKey, lockKey, removeLockKey } from '../app-lock/guard.ts';
import { confirmPerson, findScreenLock, makeKey, type ScreenLock } from '../app-lock/screen-lock.ts';
import styles from './settings.module.css';

const LONGEST_LOOK_MS = 300;

let lastFound: ScreenLock | undefined;

/** Before the card is drawn, so that it does not change its height. Not every browser answers at once. */
export async function lookForScreenLock(): Promise<void> {
  const looking = findScreenLock().then((found) => {
    lastFound = found;
  });
  await Promise.race([looking, pause(LONGEST_LOOK_MS)]);
}

export function AppLockCard() {
  const screenLock = useScreenLock();
  const [isOn, setOn] = useState(() => lockKey() !== null);
  const [state, setState] = useState<'still' | 'asking' | 'refused'>('still');
  const words = appLockWords;

  const change = async () => {
    setState('asking');
    const isDone = await (isOn ? turnOff() : turnOn());
    setState(isDone ? 'still' : 'refused');
    if (!isDone) return;
    setOn(!isOn);
    showSuccess(isOn ? words.off : words.on);
  };
  const isMissing = !isOn && screenLock !== 'ready' && screenLock !== undefined;
  return (
    <Card title={words.title}>
      {isMissing ? (
        <p className={styles.small}>{reasonOf(screenLock)}</p>
      ) : (
        <Stack>
          <SwitchField
            label={words.ask}
            isOn={isOn}
            isBusy={state === 'asking'}
            onChange={() => void change()}
          >
            <p>{words.note}</p>
            <p>{words.limits}</p>
          </SwitchField>
          {state === 'refused' && <Notice tone="warn">{isOn ? words.staysOn : words.staysOff}</Notice>}
        </Stack>
      )}
    </Card>
  );
}

async function turnOn(): Promise<boolean> {
  // The same phone replaces its earlier key. The Android app has no id of the phone here.
  const key = await makeKey(session.getState().deviceId || randomUuid(), appLockWords.keyName);
  if (key !== undefined) keepLockKey(key);
  return key !== undefined;
}

async function turnOff(): Promise<boolean> {
  const key = lockKey();
  if (key !== null && !(await confirmPerson(key))) return false;
  removeLockKey();
  return true;
}

/** Looked up again on return: the borrower may have set a screen lock meanwhile. */
function useScreenLock(): ScreenLock | undefined {
  const [found, setFound] = useState(lastFound);
  useEffect(() => {
    const stop = new AbortController();
    const look = () =>
      void findScreenLock().then((screenLock) => {
        lastFound = screenLock;
        if (!stop.signal.aborted) setFound(screenLock);
      });
    look();
    document.addEventListener('visibilitychange', look, { signal: stop.signal });
    return () => stop.abort();
  }, []);
  return found;
}

function reasonOf(screenLock: Exclude<ScreenLock, 'ready'>): string {
  const { browser, app, phone } = appLockWords.missing;
  if (screenLock === 'not-on-phone') return phone;
  return device.type === DEVICE_TYPE.android ? app : browser;
}
