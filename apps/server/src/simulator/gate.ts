import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isForwarded, LOOPBACK } from '../platform/network-list.ts';

/* On the pages of the simulator every code can be read and every payment approved, so strangers must not reach them. */

const COOKIE = 'sim_pass';
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const WRONG_TRIES = 10;
const WRONG_TRIES_MS = 60_000;
const MOST_ADDRESSES = 1000;
const LOCAL_NAMES = ['localhost', '127.0.0.1', '::1'];

/** About sixty bits, in letters that are not mistaken for each other. */
export function newPassPhrase(): string {
  const letters = Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]);
  return [0, 4, 8].map((from) => letters.slice(from, from + 4).join('')).join('-');
}

/**
 * Answers callers on this machine, by the names of this machine. Another machine needs the pass phrase, and none gets
 * in where it is undefined. A request that a proxy or a tunnel handed on is refused: its caller may be anywhere.
 */
export function guardSimulator(
  sim: FastifyInstance,
  options: { passPhrase: string | undefined; now(): number },
): void {
  const { passPhrase } = options;
  sim.addHook('onRequest', async (request, reply) => {
    // With no referrer at all, browsers would also hide from which site a form comes.
    reply.header('referrer-policy', 'same-origin');
    const outcome = outcomeOf(request, passPhrase);
    if (outcome === 'refused') {
      return reply.code(403).send({ error: 'The simulator answers this machine only.' });
    }
    if (outcome === 'ask' && request.url !== '/sim/pass') return askPassPhrase(request, reply);
  });
  if (passPhrase === undefined) return;
  sim.register(async (scope) => registerPassPhrase(scope, { passPhrase, now: options.now }));
}

function outcomeOf(request: FastifyRequest, passPhrase: string | undefined): 'allowed' | 'ask' | 'refused' {
  if (isForwarded(request.headers) || isFromAnotherSite(request)) return 'refused';
  const name = hostNameOf(request);
  if (LOOPBACK.has(request.socket.remoteAddress ?? '')) {
    return LOCAL_NAMES.includes(name) ? 'allowed' : 'refused';
  }
  const ownName = hostname().toLowerCase();
  // A name of its own that a web site points to this machine is no name of this machine.
  const isOwnName = isIP(name) !== 0 || [ownName, `${ownName}.local`].includes(name);
  if (passPhrase === undefined || !isOwnName) return 'refused';
  return isEqual(cookieOf(request), passOf(passPhrase)) ? 'allowed' : 'ask';
}

function hostNameOf(request: FastifyRequest): string {
  return nameIn(`http://${request.headers.host ?? ''}`);
}

function nameIn(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : '';
}

/** Otherwise any web site open in a browser could approve a payment in the simulator, by a call or by a form. */
function isFromAnotherSite(request: FastifyRequest): boolean {
  const { headers, method } = request;
  const isReading = method === 'GET' || method === 'HEAD';
  if (headers['sec-fetch-site'] === 'cross-site')
    return !isReading || headers['sec-fetch-mode'] !== 'navigate';
  return !isReading && headers.origin !== undefined && nameIn(headers.origin) !== hostNameOf(request);
}

function registerPassPhrase(
  sim: FastifyInstance,
  { passPhrase, now }: { passPhrase: string; now(): number },
): void {
  const wrongTries = wrongTriesByAddress(now);
  const form = { parseAs: 'string', bodyLimit: 1000 } as const;
  sim.addContentTypeParser('application/x-www-form-urlencoded', form, (_request, body, next) =>
    next(null, String(body)),
  );
  sim.post('/pass', async (request, reply) => {
    const address = request.socket.remoteAddress ?? '';
    if (wrongTries.areUsedUp(address)) return sendForm(reply, 429, 'Too many tries. Please wait a minute.');
    const typed = new URLSearchParams(String(request.body)).get('passPhrase') ?? '';
    if (!isEqual(typed.trim().toLowerCase(), passPhrase)) {
      wrongTries.count(address);
      return sendForm(reply, 401, 'This is not the pass phrase. The terminal of the server shows it.');
    }
    return reply
      .header('set-cookie', `${COOKIE}=${passOf(passPhrase)}; Path=/sim; HttpOnly; SameSite=Strict`)
      .redirect('/sim/', 303);
  });
}

/** Counted for each address, so that one machine of the network does not keep another out. */
function wrongTriesByAddress(now: () => number) {
  const tries = new Map<string, { wrong: number; endsAt: number }>();
  const current = (address: string) => {
    const found = tries.get(address);
    return found && found.endsAt > now() ? found : undefined;
  };
  return {
    areUsedUp: (address: string) => (current(address)?.wrong ?? 0) >= WRONG_TRIES,
    count(address: string) {
      const found = current(address) ?? { wrong: 0, endsAt: now() + WRONG_TRIES_MS };
      tries.delete(address);
      tries.set(address, { ...found, wrong: found.wrong + 1 });
      // The oldest address is forgotten, because a machine may have many addresses.
      if (tries.size > MOST_ADDRESSES) tries.delete(tries.keys().next().value!);
    },
  };
}

function askPassPhrase(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.method === 'GET' && request.headers.accept?.includes('text/html')) {
    return sendForm(reply, 401, 'The terminal of the server shows the pass phrase.');
  }
  return reply.code(401).send({ error: 'Please enter the pass phrase on /sim first.' });
}

function sendForm(reply: FastifyReply, status: number, sentence: string): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    .send(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Handset</title>
<h1>The handset of the demo</h1>
<p>${sentence}</p>
<form method="post" action="/sim/pass">
<label>Pass phrase <input name="passPhrase" autocomplete="off" autocapitalize="none" required></label>
<button>Open</button>
</form>
</html>
`);
}

/** The cookie does not hold the pass phrase itself. */
function passOf(passPhrase: string): string {
  return createHmac('sha256', passPhrase).update('the handset of the demo').digest('hex');
}

function cookieOf(request: FastifyRequest): string {
  const cookies = (request.headers.cookie ?? '').split(/;\s*/);
  return cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? '';
}

function isEqual(given: string, wanted: string): boolean {
  const [a, b] = [given, wanted].map((text) => createHmac('sha256', 'compare').update(text).digest());
  return timingSafeEqual(a!, b!);
}
