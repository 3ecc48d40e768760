export type GoogleOutcome =
  | { kind: 'granted'; accessToken: string }
  /** The borrower closed the window without an account, so nothing is shown. */
  | { kind: 'closed' }
  | { kind: 'blocked' }
  | { kind: 'unreachable' };

/** Asks for a Google account. When it is aborted, it ends as `closed`. */
export type GoogleSignIn = (signal: AbortSignal) => Promise<GoogleOutcome>;

/** The app asks who the account belongs to, and nothing else. */
export const GOOGLE_SCOPE = 'openid email profile';
