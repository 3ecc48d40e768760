import { hash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { refused } from './reply.ts';
import { ANSWER_HEADERS, envelope } from './serve.ts';

const LEAST_WAIT_SECONDS = 1;
const MOST_WAIT_SECONDS = 5;

/** Asks for the same address until it is served, and then loads it. */
const ASK_AGAIN = `
  const askIn = (seconds) => setTimeout(ask, seconds * 1000 * (1 + Math.random() / 2));
  async function ask() {
    try {
      const answer = await fetch(location.href, { headers: { accept: 'text/html' }, cache: 'no-store' });
      if (answer.status !== 503) return location.reload();
      askIn(Number(answer.headers.get('retry-after')) || 5);
    } catch {
      askIn(5);
    }
  }
  askIn(2);
`;

/** For a person who opens a page. Its security headers allow it no style. */
const WAITING_PAGE = {
  text: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Please wait · Thumba</title>
</head>
<body>
<main>
<h1>Thumba</h1>
<p role="status">Many people are using Thumba at the moment. This page opens by itself in a few seconds.</p>
<noscript><p><a href="">Try again</a></p></noscript>
</main>
<script>${ASK_AGAIN}</script>
</body>
</html>
`,
  headers: {
    ...ANSWER_HEADERS,
    'content-security-policy': `default-src 'none'; script-src 'sha256-${hash('sha256', ASK_AGAIN, 'base64')}'; connect-src 'self'; frame-ancestors 'none'`,
    'content-type': 'text/html; charset=utf-8',
  },
};

type Prepared = { headers: OutgoingHttpHeaders; text: string };

/**
 * Answers a request that is refused because of too many callers: JSON for the app, a page for a person. The waits go in
 * turns, so that those who are refused together do not come back together. All answers are prepared, because under a load
 * of several times the capacity most requests get one. `headers` are those of every answer of the server.
 */
export function createOverloadAnswer(
  headers: Readonly<Record<string, string>> = {},
): (request: IncomingMessage, response: ServerResponse) => void {
  const waits = Array.from(
    { length: MOST_WAIT_SECONDS - LEAST_WAIT_SECONDS + 1 },
    (_, index) => LEAST_WAIT_SECONDS + index,
  );
  const prepare = (retryAfterSeconds: number, answer: Prepared): Prepared => ({
    text: answer.text,
    headers: {
      ...headers,
      ...answer.headers,
      'retry-after': String(retryAfterSeconds),
      'content-length': String(Buffer.byteLength(answer.text)),
    },
  });
  const forApp = waits.map((seconds) => prepare(seconds, refusalFor(seconds)));
  const forPerson = waits.map((seconds) => prepare(seconds, WAITING_PAGE));
  let turn = 0;

  return (request, response) => {
    turn = (turn + 1) % waits.length;
    const isPage = request.method === 'GET' && (request.headers.accept?.includes('text/html') ?? false);
    const answer = (isPage ? forPerson : forApp)[turn]!;
    response.writeHead(503, answer.headers).end(answer.text);
  };
}

function refusalFor(retryAfterSeconds: number): Prepared {
  const wait = retryAfterSeconds === 1 ? '1 second' : `${retryAfterSeconds} seconds`;
  const msg = `Many people are using Thumba at the moment. Please try again in ${wait}.`;
  return {
    text: JSON.stringify(envelope(refused(503, msg, { retryAfterSeconds }))),
    headers: { ...ANSWER_HEADERS, 'content-type': 'application/json; charset=utf-8' },
  };
}
