import { hash } from 'node:crypto';
import { ANSWER_HEADERS } from './serve.ts';

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

/** For a person whose page was refused because of too many callers. Its security headers allow it no style. */
export const WAITING_PAGE = {
  html: `<!doctype html>
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
