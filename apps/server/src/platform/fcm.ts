import { z } from 'zod';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import { outcomeOf, type PushMessage, type PushOutcome } from './push-message.ts';
import { assertionOf, type ServiceAccount } from './service-account.ts';

export type FcmGateway = {
  /** `token`: under which Firebase knows the app on one phone. */
  send(token: string, message: PushMessage): Promise<PushOutcome>;
};

type FcmSettings = {
  account: ServiceAccount;
  url: string;
  timeoutMs: number;
  log: Log;
  /** Google compares the times of an assertion with the real time, so a moved business date does not count. */
  clock: Clock;
};

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** Google accepts an hour at most. */
const ASSERTION_SECONDS = 3600;
/** An access token is used until so long before its end, because a message travels and clocks differ. */
const SPARE_MS = 60_000;

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const tokenRefusal = z.object({ error: z.string().max(100) });
const sendRefusal = z.object({
  error: z.object({
    status: z.string().max(100).optional(),
    details: z.array(z.object({ errorCode: z.string().max(100).optional() })).default([]),
  }),
});

type AccessToken = { text: string; endsAtMs: number };
/** An access token, or the outcome of a message for which none could be had. */
type TokenOutcome = AccessToken | 'refused' | 'later';

/** Firebase Cloud Messaging by its HTTP API, version 1. The Android app gets notifications in no other way. */
export function fcmGateway(settings: FcmSettings): FcmGateway {
  const { account, url, timeoutMs, log } = settings;
  const address = `${url.replace(/\/$/, '')}/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`;
  const tokens = accessTokens(settings);

  async function post(accessToken: string, body: string, signal: AbortSignal): Promise<Response> {
    return fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body,
      // A redirect would send the access token to a host that is not configured.
      redirect: 'manual',
      signal,
    });
  }

  return {
    async send(token, message) {
      const signal = AbortSignal.timeout(timeoutMs);
      const body = JSON.stringify({ message: fcmMessage(token, message) });
      try {
        const first = await tokens.current();
        if (typeof first === 'string') return first;
        let response = await post(first.text, body, signal);
        if (response.status === 401) {
          await response.body?.cancel();
          const next = await tokens.after(first);
          if (typeof next === 'string') return next;
          response = await post(next.text, body, signal);
        }
        const { status } = response;
        if (response.ok) {
          await response.body?.cancel();
          return 'accepted';
        }
        const code = codeOf(await response.text());
        if (code === 'UNREGISTERED') return 'gone';
        log.warn({ status, code }, 'Firebase did not take a notification');
        return outcomeOf(status);
      } catch (error) {
        log.warn({ cause: causeOf(error) }, 'Firebase did not answer');
        return 'later';
      }
    },
  };
}

/** The access token of the account. It is kept, and asked for once by all messages that need it. */
function accessTokens({ account, timeoutMs, log, clock }: FcmSettings) {
  let kept: AccessToken | undefined;
  let asking: Promise<TokenOutcome> | undefined;

  async function ask(): Promise<TokenOutcome> {
    const askedAtMs = clock.nowMs();
    const claims = { scope: SCOPE, nowMs: askedAtMs, lastsSeconds: ASSERTION_SECONDS };
    const assertion = assertionOf(account, claims);
    const response = await fetch(account.tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: GRANT_TYPE, assertion }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = jsonOf(await response.text());
    if (response.ok) {
      const { access_token, expires_in } = tokenAnswer.parse(answer);
      kept = { text: access_token, endsAtMs: askedAtMs + expires_in * 1000 - SPARE_MS };
      return kept;
    }
    const { status } = response;
    log.warn({ status, error: tokenRefusal.safeParse(answer).data?.error }, 'Google gave no access token');
    return outcomeOf(status) === 'later' ? 'later' : 'refused';
  }

  async function current(): Promise<TokenOutcome> {
    if (kept && clock.nowMs() < kept.endsAtMs) return kept;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  return {
    current,
    /** Another token than the one that was refused. */
    async after(refused: AccessToken): Promise<TokenOutcome> {
      if (kept === refused) kept = undefined;
      return current();
    },
  };
}

function fcmMessage(token: string, { notification, topic, ttlSeconds }: PushMessage) {
  const { id, title, text, path } = notification;
  return {
    token,
    notification: { title, body: text },
    // Values of data are text.
    data: { id: String(id), path },
    android: {
      // Wakes a sleeping phone. Without it the notification may arrive much later, at night.
      priority: 'high',
      ttl: `${ttlSeconds}s`,
      collapse_key: topic,
      // A message that is sent twice replaces itself on the phone.
      notification: { tag: String(id) },
    },
  };
}

/** Firebase's own code where there is one, otherwise the code of Google's APIs. */
function codeOf(body: string): string | undefined {
  const read = sendRefusal.safeParse(jsonOf(body));
  if (!read.success) return undefined;
  const { status, details } = read.data.error;
  return details.find(({ errorCode }) => errorCode !== undefined)?.errorCode ?? status;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The code or the name of the error only, because its message could hold what was sent. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  const { code } = (error.cause ?? error) as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}
