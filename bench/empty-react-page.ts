import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';

/** Inside the project, because the build looks for React from this folder upwards. */
const folder = path.join(import.meta.dirname, '../node_modules/.cache/thumba/empty-react-page');

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Nothing</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <script type="module" src="/main.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>
`;

const SCRIPT = `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')).render(createElement('h1', null, 'Nothing'));
`;

/** The smallest React app: one heading, built and compressed as our app is. It is the reference. */
export async function serveEmptyReactPage(): Promise<{ url: string; stop(): void }> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'index.html'), PAGE);
  writeFileSync(path.join(folder, 'main.js'), SCRIPT);
  await build({ root: folder, configFile: false, logLevel: 'error', build: { target: 'es2022' } });
  const files = new Map(
    readdirSync(path.join(folder, 'dist'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const file = path.join(entry.parentPath, entry.name);
        return [`/${path.relative(path.join(folder, 'dist'), file)}`, brotliCompressSync(readFileSync(file))];
      }),
  );
  const server = createServer((request, response) => {
    const asked = request.url === '/' ? '/index.html' : (request.url ?? '');
    const body = files.get(asked);
    if (!body) {
      response.writeHead(404).end();
      return;
    }
    const type = asked.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}
