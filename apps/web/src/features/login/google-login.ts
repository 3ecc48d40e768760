import type { Answer } from '@thumba/contract/wire';
import { useEffect, useRef } from 'react';
import { type Device, device } from '../../platform/device.ts';
import { messageOf, useAnswer, useSend } from '../../platform/query.ts';
import { openBindPanel, session } from '../../platform/session.ts';
import { showFailure, startLoading } from '../../platform/toast.ts';
import { callWords } from '../../words/call.ts';
import { loginWords } from '../../words/login.ts';
import type { GoogleOutcome, GoogleSignIn } from './google-sign-in.ts';
import { askInWindow } from './google-window.ts';
import { GOOGLE, useMobileLogin } from './mobile-login.ts';

type GoogleOffer = NonNullable<Answer<'googleSignIn'>['google']>;

function googleSignInOf({ clientId, authorizeUrl }: GoogleOffer): GoogleSignIn {
  if (device.signInWithGoogle) return askDevice(device.signInWithGoogle);
  return (signal) => askInWindow({ clientId, authorizeUrl, signal });
}

function askDevice(signIn: NonNullable<Device['signInWithGoogle']>): GoogleSignIn {
  return (signal) =>
    new Promise((resolve) => {
      // Aborted: the answer of the phone is no longer needed.
      signal.addEventListener('abort', () => resolve({ kind: 'closed' }));
      signIn().then(
        (accessToken) =>
          resolve(accessToken === undefined ? { kind: 'closed' } : { kind: 'granted', accessToken }),
        () => resolve({ kind: 'unreachable' }),
      );
    });
}

/**
 * Signs in with Google: asks for an account, and then asks the server whether it is linked to a number. The way to ask
 * is read beforehand, because browsers open a window only right after a tap.
 */
export function useGoogleLogin() {
  const offer = useAnswer('googleSignIn', {}, { staleMs: Number.POSITIVE_INFINITY });
  const bindCheck = useSend('bindCheck', { loading: 'loggingIn' });
  const login = useMobileLogin('loggingIn');
  const attempt = useRef<AbortController | null>(null);
  useEffect(() => () => attempt.current?.abort(), []);

  /** A second tap means that the window was lost, so it is opened again. */
  const begin = async () => {
    attempt.current?.abort();
    const current = new AbortController();
    attempt.current = current;
    const { data, error } = offer.data ? offer : await offer.refetch({ cancelRefetch: false });
    if (current.signal.aborted) return;
    if (data === undefined) return showFailure(messageOf(error));
    if (data.google === null) return;
    const stopLoading = startLoading(callWords.loading.loggingIn);
    const outcome = await googleSignInOf(data.google)(current.signal);
    stopLoading();
    if (!current.signal.aborted) goOn(outcome);
  };

  const goOn = (outcome: GoogleOutcome) => {
    if (outcome.kind === 'blocked' || outcome.kind === 'unreachable') {
      showFailure(loginWords.google[outcome.kind]);
    }
    if (outcome.kind !== 'granted') return;
    const proof = { authCode: outcome.accessToken, thirdType: GOOGLE } as const;
    bindCheck.mutate(
      { body: { ...proof, deviceType: device.type, appname: session.getState().appName } },
      {
        onSuccess: ({ bind }) => {
          if (bind) login.logIn(proof);
          else openBindPanel(session, outcome.accessToken);
        },
      },
    );
  };

  return {
    /** True until it is known, because it is offered almost everywhere. */
    isOffered: offer.data?.google !== null,
    isBusy: bindCheck.isPending || login.isPending,
    begin: () => void begin(),
  };
}
