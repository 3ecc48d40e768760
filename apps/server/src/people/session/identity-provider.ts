import { z } from 'zod';

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

export type IdentityProvider = { identify(accessToken: string): Promise<Identified> };

export type GoogleSettings = {
  clientId: string;
  tokenInfoUrl: string;
  userInfoUrl: string;
  timeoutMs: number;
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

/** Google, by its OAuth endpoints: one says to which app the token was issued, the other whose it is. */
export function googleIdentityProvider(settings: GoogleSettings): IdentityProvider {
  async function ask(method: 'GET' | 'POST', url: string, accessToken: string): Promise<Response> {
    return fetch(url, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
      // A redirect would send the token to a host that is not configured.
      redirect: 'error',
      signal: AbortSignal.timeout(settings.timeoutMs),
    });
  }

  return {
    async identify(accessToken) {
      try {
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
        if (!(issued.data.expires_in > 0)) return { kind: 'ended' };
        const { sub, email, email_verified } = owner.data;
        return {
          kind: 'known',
          identity: {
            subject: sub,
            email: email_verified ? email : undefined,
            tokenLastsSeconds: issued.data.expires_in,
          },
        };
      } catch (error) {
        return { kind: 'no_answer', cause: causeOf(error) };
      }
    },
  };
}

/** The code or the name of the error only, because its message could hold the token. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  const { code } = (error.cause ?? error) as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}
