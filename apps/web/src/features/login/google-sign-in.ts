export type GoogleOutcome =
  | { kind: 'granted'; accessToken: string }
  /** Left without an account: whoever did so knows it. */
  | { kind: 'closed' }
  | { kind: 'blocked' }
  | { kind: 'unreachable' };

/** Asks for a Google account, whatever is in charge of that here. Given up, it ends as `closed`. */
export type GoogleSignIn = (signal: AbortSignal) => Promise<GoogleOutcome>;

/** What an app asks of an account: who it is, no more. */
export const GOOGLE_SCOPE = 'openid email profile';
