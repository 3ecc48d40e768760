import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';

/** An account of an identity provider that we trust. */
export type Identity = {
  /** The permanent id of the account. Its email address may change. */
  subject: string;
  /** Undefined where the provider has not verified it. */
  email: string | undefined;
  tokenLastsSeconds: number;
};

export type Identified =
  | { kind: 'known'; identity: Identity }
  /** The provider does not know the token, or it has expired. */
  | { kind: 'ended' }
  /** The token was issued to another app, which must not be able to sign in here with it. */
  | { kind: 'foreign' }
  /** `cause` is for the log and holds nothing of the token. */
  | { kind: 'no_answer'; cause: string };

export type IdentityProvider = { identify(token: string): Promise<Identified> };

export type GoogleSettings = {
  clientId: string;
  tokenInfoUrl: string;
  userInfoUrl: string;
  timeoutMs: number;
  clock: Clock;
};

/** Google sends these numbers as text. */
const tokenInfo = z.object({ aud: z.string(), sub: z.string().min(1), expires_in: z.coerce.number() });
const userInfo = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(320).optional(),
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
    .optional(),
});
/** What Google read in an ID token whose signature it has checked. `exp` is in seconds since 1970. */
const idTokenInfo = userInfo.extend({ iss: z.string(), aud: z.string(), exp: z.coerce.number() });
const ISSUERS: readonly string[] = ['https://accounts.google.com', 'accounts.google.com'];

/**
 * Whether this is an ID token of the Android app, and no access token of a browser: three parts of base64url, of which
 * the first one names how it is signed.
 */
export function isIdToken(token: string): boolean {
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return false;
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString());
    return typeof header === 'object' && header !== null && 'alg' in header;
  } catch {
    return false;
  }
}

/** What stays the same of a token however it is written. The last part of an ID token has several spellings. */
export function lastingPartOf(token: string): string {
  return isIdToken(token) ? token.slice(0, token.lastIndexOf('.')) : token;
}

/**
 * Google, by its OAuth endpoints. Of an access token one says to which app it was issued, the other whose it is. Of an ID
 * token the first one says both.
 */
export function googleIdentityProvider(settings: GoogleSettings): IdentityProvider {
  // A redirect would send the token to a host that is not configured.
  const sending = () =>
    ({ redirect: 'error', signal: AbortSignal.timeout(settings.timeoutMs) }) satisfies RequestInit;
  const ask = (method: 'GET' | 'POST', url: string, accessToken: string) =>
    fetch(url, {
      ...sending(),
      method,
      headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
    });

  async function identifyAccessToken(accessToken: string): Promise<Identified> {
    const [token, user] = await Promise.all([
      ask('POST', settings.tokenInfoUrl, accessToken),
      ask('GET', settings.userInfoUrl, accessToken),
    ]);
    if (token.status === 400 || user.status === 401) return { kind: 'ended' };
    if (!token.ok || !user.ok) {
      return { kind: 'no_answer', cause: `status ${token.ok ? user.status : token.status}` };
    }
    const issued = tokenInfo.safeParse(await token.json());
    const owner = userInfo.safeParse(await user.json());
    if (!issued.success || !owner.success || issued.data.sub !== owner.data.sub) {
      return { kind: 'no_answer', cause: 'unreadable' };
    }
    if (issued.data.aud !== settings.clientId) return { kind: 'foreign' };
    return knownFor(issued.data.expires_in, owner.data);
  }

  async function identifyIdToken(idToken: string): Promise<Identified> {
    const token = await fetch(settings.tokenInfoUrl, {
      ...sending(),
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ id_token: idToken }),
    });
    if (token.status === 400) return { kind: 'ended' };
    if (!token.ok) return { kind: 'no_answer', cause: `status ${token.status}` };
    const claims = idTokenInfo.safeParse(await token.json());
    if (!claims.success) return { kind: 'no_answer', cause: 'unreadable' };
    const { iss, aud, exp, ...owner } = claims.data;
    if (aud !== settings.clientId || !ISSUERS.includes(iss)) return { kind: 'foreign' };
    return knownFor(Math.floor(exp - settings.clock.nowMs() / 1000), owner);
  }

  return {
    async identify(token) {
      try {
        return await (isIdToken(token) ? identifyIdToken(token) : identifyAccessToken(token));
      } catch (error) {
        return { kind: 'no_answer', cause: causeOf(error) };
      }
    },
  };
}

function knownFor(
  tokenLastsSeconds: number,
  { sub, email, email_verified }: z.output<typeof userInfo>,
): Identified {
  if (!(tokenLastsSeconds > 0)) return { kind: 'ended' };
  const identity = { subject: sub, email: email_verified ? email : undefined, tokenLastsSeconds };
  return { kind: 'known', identity };
}

/** The code or the name of the error only, because its message could hold the token. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  const { code } = (error.cause ?? error) as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}
