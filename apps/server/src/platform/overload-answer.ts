import { hash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { languageTag } from '@thumba/words/catalogue';
import { inLanguage, inLanguageOf } from './language.ts';
import { overloadWords } from './overload-words.ts';
import { refused } from './reply.ts';
import { ANSWER_HEADERS, envelope } from './serve.ts';
import { waitWords } from './wait-words.ts';

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

/** The colours and fonts of the app. Sizes follow the text size of the browser. */
const STYLE = `
*{box-sizing:border-box}
body{margin:0;background:#fbf9f5;color:#14201b;font:400 1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
h1{display:flex;align-items:center;gap:.625rem;margin:0;padding:1.5rem max(1.25rem,50% - 14.75rem) 6.5rem;background:#0a3a2b;color:#fff;font-size:1.25rem;line-height:1.3}
svg{flex:none;width:2rem;height:2rem}
div{width:calc(100% - 2rem);max-width:30rem;margin:-5rem auto 1rem;padding:1.25rem;border-radius:1.25rem;background:#fff;box-shadow:0 .5rem 1.5rem rgb(10 58 43/.08)}
p{margin:0;overflow-wrap:break-word}
noscript p{margin-top:1rem}
strong{display:block;margin-bottom:.5rem;font-size:1.375rem;line-height:1.25}
a{color:#13614a;font-weight:600}
:focus-visible{outline:3px solid #b8561a;outline-offset:2px}
`;

const sourceHash = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

/** For a person who opens a page. */
function waitingPage(): Prepared {
  const { page } = overloadWords;
  return {
    text: `<!doctype html>
<html lang="${languageTag()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1><svg viewBox="0 0 30 30" aria-hidden="true"><rect width="30" height="30" rx="8" fill="#b8561a"/><path d="M11.5 11V9.6a3.5 3.5 0 0 1 7 0V11" fill="none" stroke="#fff" stroke-width="1.8"/><rect x="8" y="10.6" width="14" height="12.4" rx="2.6" fill="#fff"/></svg>Thumba</h1>
<div>
<p role="status"><strong>${page.heading}</strong> ${page.explanation}</p>
<noscript><p><a href="">${page.tryAgain}</a></p></noscript>
</div>
</main>
<script>${ASK_AGAIN}</script>
</body>
</html>
`,
    headers: {
      ...ANSWER_HEADERS,
      'content-security-policy': `default-src 'none'; style-src ${sourceHash(STYLE)}; script-src ${sourceHash(ASK_AGAIN)}; connect-src 'self'; frame-ancestors 'none'`,
      'content-type': 'text/html; charset=utf-8',
    },
  };
}

type Prepared = { headers: OutgoingHttpHeaders; text: string };

/**
 * Answers a request that is refused because of too many callers: JSON for the app, a page for a person. The waits go in
 * turns, so that those who are refused together do not come back together. All answers in a language are prepared once,
 * because under a load of several times the capacity most requests get one. `headers` are those of every answer of the
 * server.
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
  const prepareAll = () => ({
    forApp: waits.map((seconds) => prepare(seconds, refusalFor(seconds))),
    forPerson: waits.map((seconds) => prepare(seconds, waitingPage())),
  });
  const prepared = new Map<string, ReturnType<typeof prepareAll>>();
  /** The tag is that of a known language, so callers cannot make the map grow. */
  const inCurrentLanguage = () => {
    const answers = prepared.get(languageTag()) ?? prepareAll();
    prepared.set(languageTag(), answers);
    return answers;
  };
  let turn = 0;

  return (request, response) => {
    turn = (turn + 1) % waits.length;
    const isPage = request.method === 'GET' && (request.headers.accept?.includes('text/html') ?? false);
    const { forApp, forPerson } = isPage
      ? inLanguage(languageOfLink(request), inCurrentLanguage)
      : inLanguageOf(request, inCurrentLanguage);
    const answer = (isPage ? forPerson : forApp)[turn]!;
    response.writeHead(503, answer.headers).end(answer.text);
  };
}

/** The language that a link to a page names. A browser that opens a page sends no header with it. */
function languageOfLink({ url = '' }: IncomingMessage): string {
  const query = url.indexOf('?');
  return query < 0 ? '' : (new URLSearchParams(url.slice(query)).get('lang') ?? '');
}

function refusalFor(retryAfterSeconds: number): Prepared {
  const msg = overloadWords.tryAgainIn(waitWords.seconds(retryAfterSeconds));
  return {
    text: JSON.stringify(envelope(refused(503, msg, { retryAfterSeconds }))),
    headers: { ...ANSWER_HEADERS, 'content-type': 'application/json; charset=utf-8' },
  };
}
