import { createHash, randomBytes } from 'node:crypto';
import type { Simulator } from './settings.ts';
import { instant } from './store.ts';

export type GoogleAccount = { subject: string; email: string; fullName: string };
export type GoogleToken = GoogleAccount & { clientId: string; scope: string; lastsSeconds: number };

const columns = 'subject, email, full_name as "fullName"';
const SHOWN_ACCOUNTS = 6;

export async function listGoogleAccounts({ pool }: Simulator): Promise<GoogleAccount[]> {
  const { rows } = await pool.query<GoogleAccount>(
    `select ${columns} from google_account order by first_seen_at limit ${SHOWN_ACCOUNTS}`,
  );
  return rows;
}

/** Every address has an account: it is made when the address is first typed. */
export async function openGoogleAccount({ pool, now }: Simulator, typed: string): Promise<GoogleAccount> {
  const email = typed.toLowerCase();
  const digest = createHash('sha256').update(email).digest('hex');
  const subject = `1${BigInt(`0x${digest}`).toString().slice(0, 20)}`;
  const fullName = email.slice(0, email.indexOf('@'));
  await pool.query(
    `insert into google_account (subject, email, full_name, first_seen_at) values ($1, $2, $3, $4)
     on conflict (email) do nothing`,
    [subject, email, fullName, instant(now())],
  );
  const { rows } = await pool.query<GoogleAccount>(`select ${columns} from google_account where email = $1`, [
    email,
  ]);
  return rows[0]!;
}

export async function issueGoogleToken(
  { pool, now, settings }: Simulator,
  issued: { subject: string; clientId: string; scope: string },
): Promise<string> {
  const token = `ya29.${randomBytes(48).toString('base64url')}`;
  await pool.query(
    `with expired as (delete from google_token where expires_at <= $5)
     insert into google_token (token, subject, client_id, scope, expires_at) values ($1, $2, $3, $4, $6)`,
    [
      token,
      issued.subject,
      issued.clientId,
      issued.scope,
      instant(now()),
      instant(now() + settings.googleTokenSeconds * 1000),
    ],
  );
  return token;
}

const ISSUER = 'https://accounts.google.com';

/**
 * A JWT as Google signs it. Its signature is a random number: the simulator knows the tokens that it issued. The nonce
 * is the app's own, of which it makes another one for each sign-in.
 */
export async function issueGoogleIdToken(
  { pool, now, settings }: Simulator,
  issued: GoogleAccount & { clientId: string },
): Promise<string> {
  const { subject, email, fullName, clientId } = issued;
  const issuedAt = Math.floor(now() / 1000);
  const claims = {
    iss: ISSUER,
    azp: clientId,
    aud: clientId,
    sub: subject,
    email,
    email_verified: true,
    name: fullName,
    nonce: randomBytes(16).toString('base64url'),
    iat: issuedAt,
    exp: issuedAt + settings.googleTokenSeconds,
  };
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
  const header = part({ alg: 'RS256', kid: 'simulated', typ: 'JWT' });
  const token = `${header}.${part(claims)}.${randomBytes(256).toString('base64url')}`;
  await pool.query(
    `with expired as (delete from google_token where expires_at <= $4)
     insert into google_token (token, subject, client_id, scope, expires_at) values ($1, $2, $3, 'openid', $5)`,
    [token, subject, clientId, instant(now()), instant(claims.exp * 1000)],
  );
  return token;
}

/** The claims of an ID token that was issued here and has not ended. */
export async function findGoogleIdToken(
  { pool, now }: Simulator,
  token: string,
): Promise<Record<string, unknown> | undefined> {
  const { rowCount } = await pool.query('select from google_token where token = $1 and expires_at > $2', [
    token,
    instant(now()),
  ]);
  const claims = token.split('.')[1];
  return rowCount === 1 && claims !== undefined
    ? JSON.parse(Buffer.from(claims, 'base64url').toString())
    : undefined;
}

export async function findGoogleToken(
  { pool, now }: Simulator,
  authorization: string | undefined,
): Promise<GoogleToken | undefined> {
  const token = /^Bearer (ya29\.\S+)$/i.exec(authorization ?? '')?.[1];
  if (!token) return undefined;
  const { rows } = await pool.query<GoogleToken>(
    `select ${columns}, client_id as "clientId", scope,
       floor(extract(epoch from expires_at - $2))::integer as "lastsSeconds"
     from google_token join google_account using (subject) where token = $1 and expires_at > $2`,
    [token, instant(now())],
  );
  return rows[0];
}
