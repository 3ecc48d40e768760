import { createHash } from 'node:crypto';

/** `__Host-`: only our own host can set it, over an encrypted connection or on this machine. */
const SESSION_COOKIE = '__Host-thumba-staff';
const BROWSER_COOKIE = '__Host-thumba-staff-browser';
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';
const BROWSER_SECONDS = 365 * 24 * 60 * 60;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

type Cookies = Readonly<Record<string, string>>;

export function sessionTokenIn(cookies: Cookies): string | undefined {
  return tokenIn(cookies, SESSION_COOKIE);
}

export function browserTokenIn(cookies: Cookies): string | undefined {
  return tokenIn(cookies, BROWSER_COOKIE);
}

export function sessionCookie(token: string): string {
  return `${SESSION_COOKIE}=${token}; ${ATTRIBUTES}`;
}

export function endedSessionCookie(): string {
  return `${SESSION_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`;
}

export function browserCookie(token: string): string {
  return `${BROWSER_COOKIE}=${token}; ${ATTRIBUTES}; Max-Age=${BROWSER_SECONDS}`;
}

/** A token has 256 unguessable bits, so a plain hash protects it. */
export function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function tokenIn(cookies: Cookies, name: string): string | undefined {
  const value = cookies[name];
  return value !== undefined && TOKEN.test(value) ? value : undefined;
}
