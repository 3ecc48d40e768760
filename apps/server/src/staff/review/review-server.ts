import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, toDate } from '../../platform/clock.ts';
import { newToken, type Randomness } from '../../platform/randomness.ts';
import { PAGE_POLICY, sentencePage } from './review-page.ts';

/** What a person did on the page: done, and what is to be said; or refused, and why. */
export type Decided = { isDone: boolean; sentence: string };

export type ReviewDesk = {
  clock: Clock;
  random: Randomness;
  /** The page, with the refusal of the last try. Undefined where the application waits no longer. */
  page(endsAt: Date, refusal: string | undefined): Promise<string | undefined>;
  /** A picture that a page showed, by its file. */
  picture(fileId: string): Promise<Buffer | undefined>;
  decide(form: URLSearchParams): Promise<Decided>;
  /** Is told what failed, for the terminal. */
  failed(error: unknown): void;
};

export type OpenReview = {
  /** It has the token, and works for one browser. */
  address: string;
  /** What was done on the page; undefined where the time was over. */
  ended: Promise<string | undefined>;
  close(): Promise<void>;
};

export const REVIEW_MS = 10 * 60_000;
const LONGEST_FORM_BYTES = 4096;
const COOKIE = 'review';

const HTML = 'text/html; charset=utf-8';
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': PAGE_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // With no referrer at all a browser would send no origin with our form.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const;

const NOTHING = sentence(404, 'There is nothing here.');
const UNOPENED = sentence(403, 'This address does not open the review.');
const DECIDED = sentence(409, 'This application is decided.');

type State = {
  desk: ReviewDesk;
  place: string;
  token: string;
  secret: string;
  endsAtMs: number;
  host: string;
  /** Whether a browser has exchanged the token. */
  isTaken: boolean;
  isDecided: boolean;
  /** The decision that is under way or was the last one. The review does not end before it. */
  deciding: Promise<Decided | undefined>;
};

type Reply = {
  status: number;
  type?: string;
  body: string | Buffer;
  headers?: Record<string, string>;
  /** This reply is the last one, because the application is decided or the time is over. */
  isLast?: boolean;
};

/** Serves the page of one application on this machine, until it is decided or ten minutes are over. */
export async function openReview(desk: ReviewDesk): Promise<OpenReview> {
  // The cookie is for this path alone, because a browser sends cookies of 127.0.0.1 to every port.
  const [place, token, secret] = [newToken(desk.random), newToken(desk.random), newToken(desk.random)];
  const endsAtMs = desk.clock.nowMs() + REVIEW_MS;
  const state: State = {
    desk,
    place,
    token,
    secret,
    endsAtMs,
    host: '',
    isTaken: false,
    isDecided: false,
    deciding: Promise.resolve(undefined),
  };
  const { promise: ended, resolve } = Promise.withResolvers<string | undefined>();
  const end = async () => {
    const decided = await state.deciding;
    resolve(decided?.isDone ? decided.sentence : undefined);
  };
  const server = createServer((request, response) => {
    void answer(state, request)
      .catch((error: unknown) => {
        state.desk.failed(error);
        return sentence(
          500,
          'This did not work. Open this page again: it shows whether the application still waits.',
        );
      })
      .then((reply) => send(response, reply, end));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  state.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const timer = setTimeout(() => void end(), REVIEW_MS);
  return {
    address: `http://${state.host}/${place}/${token}`,
    ended,
    async close() {
      clearTimeout(timer);
      await end();
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function send(
  response: ServerResponse,
  { status, type = HTML, body, headers, isLast }: Reply,
  end: () => Promise<void>,
): void {
  // A browser that went away before its answer was written closes nothing any more.
  if (isLast && response.closed) void end();
  else if (isLast) response.once('close', () => void end());
  response.writeHead(status, { ...HEADERS, 'content-type': type, ...headers }).end(body);
}

async function answer(state: State, request: IncomingMessage): Promise<Reply> {
  // A page elsewhere can give our address a name of its own, and then read what we answer.
  if (request.headers.host !== state.host) return sentence(421, 'This address is not known here.');
  if (state.desk.clock.nowMs() >= state.endsAtMs) {
    return { ...sentence(410, 'The ten minutes are over. Start the review again.'), isLast: true };
  }
  const [, place = '', what = '', fileId = ''] = (request.url ?? '').split('/');
  if (!isSame(place, state.place)) return NOTHING;
  const isPost = request.method === 'POST';
  // A program that only asks what stands at the address, by HEAD, must not use the token up.
  if (!isPost && request.method !== 'GET') return NOTHING;
  if (!isSame(cookieOf(request), state.secret)) return isPost ? UNOPENED : takeToken(state, what);
  if (state.isDecided) return DECIDED;
  if (isPost) return what === 'decision' ? decide(state, request) : NOTHING;
  switch (what) {
    case '':
      return showPage(state, undefined);
    case state.token:
      return redirect(state, {});
    case 'picture':
      return showPicture(state, fileId);
    default:
      return NOTHING;
  }
}

/** Exchanges the token for a cookie, once. */
function takeToken(state: State, given: string): Reply {
  if (!isSame(given, state.token)) return UNOPENED;
  if (state.isTaken) return sentence(403, 'This review is open in another browser.');
  state.isTaken = true;
  const cookie = `${COOKIE}=${state.secret}; Path=/${state.place}/; HttpOnly; SameSite=Strict`;
  return redirect(state, { 'set-cookie': cookie });
}

function redirect(state: State, headers: Record<string, string>): Reply {
  return { status: 303, body: '', headers: { ...headers, location: `/${state.place}/` } };
}

async function showPage(state: State, refusal: string | undefined): Promise<Reply> {
  const body = await state.desk.page(toDate(state.endsAtMs), refusal);
  if (body === undefined) return sentence(409, 'This application waits no longer.');
  return { status: refusal === undefined ? 200 : 409, body };
}

async function showPicture(state: State, fileId: string): Promise<Reply> {
  const body = await state.desk.picture(fileId);
  return body ? { status: 200, type: 'image/jpeg', body } : NOTHING;
}

async function decide(state: State, request: IncomingMessage): Promise<Reply> {
  // Another program on this machine is of the same site, and SameSite does not keep its pages out.
  if (request.headers.origin !== `http://${state.host}`) return sentence(403, 'This form is not ours.');
  const form = await formIn(request);
  if (!form) return sentence(413, 'This form is too long.');
  if (state.isDecided) return DECIDED;
  state.isDecided = true;
  const deciding = state.desk.decide(form);
  state.deciding = deciding.catch(() => undefined);
  const decided = await deciding.catch((error: unknown) => {
    state.isDecided = false;
    throw error;
  });
  if (!decided.isDone) {
    state.isDecided = false;
    return showPage(state, decided.sentence);
  }
  return { ...sentence(200, `${decided.sentence} You can close this page.`), isLast: true };
}

async function formIn(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > LONGEST_FORM_BYTES) return undefined;
    pieces.push(piece);
  }
  return new URLSearchParams(Buffer.concat(pieces).toString('utf8'));
}

function cookieOf(request: IncomingMessage): string {
  const cookies = (request.headers.cookie ?? '').split('; ');
  return cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? '';
}

function isSame(given: string, known: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(known));
}

function sentence(status: number, text: string): Reply {
  return { status, body: sentencePage(text) };
}
