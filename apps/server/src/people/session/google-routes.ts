import { randomUUID } from 'node:crypto';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { done, named, type Reply, refused } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { tryLater } from '../../platform/try-later.ts';
import { addressHash } from '../borrower/network-address.ts';
import { admitGoogleCheck, type GoogleProof, isGoogleLinked } from './google-account.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { sessionWords } from './session-words.ts';

export type GoogleSignIn = {
  clientId: string;
  /** The page on which a browser asks for the account. Undefined where it is Google's own, which the app knows. */
  authorizeUrl: string | undefined;
  provider: IdentityProvider;
  checksPerAddressPerHour: number;
};

type Deps = {
  db: Database;
  sealing: Sealing;
  clock: Clock;
  log: Log;
  google: GoogleSignIn | undefined;
};

export function registerGoogleRoutes(server: Server, deps: Deps): void {
  const { db, sealing, google } = deps;

  serve(server, 'googleSignIn', () => {
    if (!google) return done({ google: null });
    const { clientId, authorizeUrl } = google;
    return done({ google: { clientId, ...(authorizeUrl === undefined ? {} : { authorizeUrl }) } });
  });

  serve(server, 'bindCheck', async ({ body }, { address }) => {
    const asked = await askGoogle(deps, body.authCode, address);
    if ('refusal' in asked) return asked.refusal;
    return done({ bind: await isGoogleLinked(db, sealing, asked.google.identity) });
  });
}

/** Asks Google whose token this is: an access token of a browser, or an ID token of the Android app. */
export async function askGoogle(
  { db, sealing, clock, log, google }: Deps,
  token: string,
  address: string,
): Promise<{ google: GoogleProof } | { refusal: Reply<never> }> {
  if (!google) {
    const message = sessionWords.googleOff;
    return { refusal: refused(400, message) };
  }
  const nowMs = clock.nowMs();
  const retryAt = await admitGoogleCheck(db, {
    addressHash: addressHash(sealing, address),
    checksPerHour: google.checksPerAddressPerHour,
    now: toDate(nowMs),
  });
  if (retryAt) {
    return { refusal: tryLater('google_checks', sessionWords.googleTooOften, retryAt, nowMs) };
  }
  const identified = await google.provider.identify(token);
  switch (identified.kind) {
    case 'known':
      return { google: { identity: identified.identity, token } };
    case 'ended':
      return {
        refusal: named('google_ended', refused(400, sessionWords.googleEnded)),
      };
    case 'foreign':
      return {
        refusal: named('google_of_other_app', refused(400, sessionWords.googleOfOtherApp)),
      };
    case 'no_answer': {
      const reference = randomUUID().slice(0, 8);
      log.error({ cause: identified.cause, reference }, 'Google did not answer');
      const message = sessionWords.googleSilent(reference);
      return { refusal: refused(500, message) };
    }
  }
}
