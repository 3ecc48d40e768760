import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { call } from '../../platform/call.ts';
import { callAddress, lenderPhone } from '../../platform/lender-phone.ts';
import { focusNextHeading, navigate } from '../../platform/navigation.ts';
import { pause } from '../../platform/pause.ts';
import { session, signOut } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, Stack } from '../../ui/card.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { lockScreenWords as words } from '../../words/lock-screen.ts';
import { uiWords } from '../../words/ui.ts';
import styles from './app-lock.module.css';
import { Brand } from './cover.tsx';
import { guardApp, lockKey } from './guard.ts';
import { confirmPerson } from './screen-lock.ts';

const LONGEST_LOG_OUT_MS = 5000;

/** Stands in the place of the whole app, so that nothing of it is on the page. */
export function LockScreen() {
  const { state, ask } = useUnlocking();
  const [isLoggingOut, setLoggingOut] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = words.title;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(guardApp, []);
  const phone = lenderPhone();
  return (
    <main className={styles.screen}>
      <Brand />
      <div className={styles.words}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {words.title}
        </h1>
        <p>{words.text}</p>
      </div>
      {state === 'refused' && <Notice tone="warn">{words.refused}</Notice>}
      <Stack>
        <Button isBusy={state === 'asking'} onClick={() => void ask('tap')}>
          <LockKeyhole aria-hidden="true" />
          {words.unlock}
        </Button>
        <Button variant="secondary" onClick={() => setLoggingOut(true)}>
          {words.logOut.open}
        </Button>
      </Stack>
      <p className={styles.way}>{words.otherWay}</p>
      {phone && (
        <a className={styles.call} href={callAddress(phone)}>
          {uiWords.callLender(phone)}
        </a>
      )}
      {isLoggingOut && <LogOut onClose={() => setLoggingOut(false)} />}
    </main>
  );
}

type Asked = 'start' | 'tap';

/** Asks once by itself, where the browser allows that without a tap. */
function useUnlocking() {
  const [state, setState] = useState<'waiting' | 'asking' | 'refused'>('waiting');
  const ask = useCallback(async (asked: Asked) => {
    if (asked === 'tap') setState('asking');
    const key = lockKey();
    // Without a key the borrower has left this phone, or app lock was turned off.
    if (key === null || (await confirmPerson(key))) {
      focusNextHeading();
      session.setState({ isLocked: false });
    } else if (asked === 'tap') setState('refused');
  }, []);
  useEffect(() => {
    const stop = new AbortController();
    const askInSight = () => {
      if (document.visibilityState !== 'visible') return;
      stop.abort();
      void ask('start');
    };
    document.addEventListener('visibilitychange', askInSight, { signal: stop.signal });
    askInSight();
    return () => stop.abort();
  }, [ask]);
  return { state, ask };
}

function LogOut({ onClose }: { onClose: () => void }) {
  const [isLeaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    const told = call('logout', { body: { everywhere: false } }, { failureShownBy: 'background' });
    // The way out must not depend on the network.
    await Promise.race([told.catch(console.warn), pause(LONGEST_LOG_OUT_MS)]);
    navigate('/home', { replace: true });
    signOut(session);
  };
  return (
    <Overlay kind="dialog" title={words.logOut.title} onClose={onClose}>
      <Stack>
        <p>{words.logOut.text}</p>
        <Button isBusy={isLeaving} onClick={() => void leave()}>
          {words.logOut.yes}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {words.logOut.no}
        </Button>
      </Stack>
    </Overlay>
  );
}
