import { randomBytes } from 'node:crypto';
import { tokenExpiresEarly } from './faults.ts';
import type { Operator } from './phone-number.ts';
import type { Simulator } from './settings.ts';
import { instant } from './store.ts';

export async function issueToken(
  { pool, now }: Simulator,
  operator: Operator,
  product: string,
  apiUser: string,
  lifetimeSeconds: number,
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await pool.query(
    `with expired as (delete from access_token where expires_at <= $6)
     insert into access_token (token, operator, product, api_user, expires_at) values ($1, $2, $3, $4, $5)`,
    [token, operator, product, apiUser, instant(now() + lifetimeSeconds * 1000), instant(now())],
  );
  return token;
}

export async function findTokenOwner(
  { pool, now }: Simulator,
  operator: Operator,
  product: string,
  authorization: string | undefined,
): Promise<{ apiUser: string } | undefined> {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  if (!token) return undefined;
  const { rows } = await pool.query<{ apiUser: string }>(
    `select api_user as "apiUser" from access_token
     where token = $1 and operator = $2 and product = $3 and expires_at > $4`,
    [token, operator, product, instant(now())],
  );
  const owner = rows[0];
  if (owner && (await tokenExpiresEarly(pool))) {
    await pool.query('delete from access_token where token = $1', [token]);
    return undefined;
  }
  return owner;
}
