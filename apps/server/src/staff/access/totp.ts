import { Secret, TOTP } from 'otpauth';
import encodeQr from 'qr';
import type { Randomness } from '../../platform/randomness.ts';

const PERIOD_SECONDS = 30;
/** A code of the step before or after counts too: clocks of phones are not exact. */
const STEPS_BESIDE = 1;
const SECRET_BYTES = 20;

/** A new secret, as the letters and digits of base 32. */
export function newTotpSecret({ randomBytes }: Randomness): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32;
}

/** The step of a right code, counted from 1970; undefined for a wrong code. RFC 6238. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
  const delta = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_SECONDS }).validate({
    token: code,
    window: STEPS_BESIDE,
    timestamp: nowMs,
  });
  return delta === null ? undefined : Math.floor(nowMs / 1000 / PERIOD_SECONDS) + delta;
}

/** What an authenticator app reads: a link, and the same as the squares of a QR code. */
export function totpForApp(
  secret: string,
  { issuer, userName }: { issuer: string; userName: string },
): { secret: string; uri: string; squares: string[] } {
  const uri = new TOTP({
    issuer,
    label: userName,
    secret: Secret.fromBase32(secret),
    period: PERIOD_SECONDS,
  }).toString();
  const squares = encodeQr(uri, 'raw', { ecc: 'medium', border: 2 }).map((row) =>
    row.map((isDark) => (isDark ? '1' : '0')).join(''),
  );
  return { secret, uri, squares };
}
