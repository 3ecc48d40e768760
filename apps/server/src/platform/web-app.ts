import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { WORKER_REMOVAL } from './worker-removal.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const GOOGLE_RETURN = 'google-return.html';

type WebAppOptions = {
  /** False removes the kept app from phones at their next visit. */
  isKeptOnPhones?: boolean;
};

/**
 * Serves the files of the web app. A path that nothing else serves is a screen of the app and gets its page. The page is
 * never cached. Files with a hash in their name are cached for a year.
 */
export async function registerWebApp(
  app: FastifyInstance,
  folder: string,
  { isKeptOnPhones = true }: WebAppOptions = {},
): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) {
    app.log.warn('the borrower app is not built');
    return;
  }
  // The parts of a page that was let in are let in before further pages.
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/assets/')) route.config = { ...route.config, requestClass: 'call' };
  });
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: false,
    globIgnore: isKeptOnPhones ? [] : ['sw.js'],
    cacheControl: false,
    setHeaders(reply, file) {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      // Google's page leads to this one. It can answer the page that opened the window only while it shares its group.
      if (path.basename(file).startsWith(GOOGLE_RETURN)) {
        reply.header('cross-origin-opener-policy', 'unsafe-none');
      }
    },
  });
  if (!isKeptOnPhones) {
    app.get('/sw.js', (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/javascript').send(WORKER_REMOVAL),
    );
  }
  app.get('/*', { config: { isScreen: true } }, (request, reply) => {
    const wantsPage = request.headers.accept?.includes('text/html') ?? false;
    if (!wantsPage || /^\/(api|sim|callback|docs|metrics)([/?]|$)/.test(request.url))
      return reply.callNotFound();
    return reply.sendFile('index.html');
  });
}
