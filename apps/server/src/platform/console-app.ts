import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { makeFile } from './made-file.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const PAGE = 'index.html';
const CONSOLE = path.join(import.meta.dirname, '../../../console/dist');

/** What answers at every host: probes of load balancers and the figures of the program. */
const AT_EVERY_HOST = /^\/(healthz|readyz|metrics)([/?]|$)/;
const OF_THE_CONSOLE = /^\/console([/?]|$)/;

/**
 * Keeps the console and the borrower app apart, each at its own host: at the console's host nothing else is served, and
 * the console nowhere else. In a demo both have the same host, which has two names.
 */
export function keepHostsApart(app: FastifyInstance, consoleOrigin: string): void {
  const { host: consoleHost } = new URL(consoleOrigin);
  app.addHook('onRequest', async ({ headers: { host }, url }, reply) => {
    const isAtConsole = host === consoleHost;
    if (AT_EVERY_HOST.test(url) || isAtConsole === OF_THE_CONSOLE.test(url)) return;
    if (isAtConsole && url === '/') return reply.redirect('/console');
    return reply.code(404).send();
  });
}

/** A page that a demo was asked for at another name of this machine goes to the console's: passkeys work only there. */
export function leadToConsole(app: FastifyInstance, consoleOrigin: string): void {
  const { host: consoleHost } = new URL(consoleOrigin);
  app.addHook('onRequest', async ({ headers: { host, accept }, url }, reply) => {
    const wantsPage = accept?.includes('text/html') ?? false;
    if (wantsPage && host !== consoleHost && OF_THE_CONSOLE.test(url))
      return reply.redirect(consoleOrigin + url);
  });
}

/**
 * Serves the files of the console, the back office. A path below `/console` that is no file is a screen and gets the
 * page, which is never cached. Calls and files that do not exist stay what they are: not found.
 */
export async function registerConsoleApp(app: FastifyInstance, folder = CONSOLE): Promise<void> {
  if (!existsSync(path.join(folder, PAGE))) {
    app.log.warn('the console is not built');
    return;
  }
  const page = makeFile(await readFile(path.join(folder, PAGE), 'utf8'), 'text/html; charset=utf-8');
  await app.register(fastifyStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/console/assets/',
    decorateReply: false,
    preCompressed: true,
    wildcard: false,
    cacheControl: false,
    setHeaders: (reply) => reply.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`),
  });
  app.get('/console', { config: { isScreen: true } }, (request, reply) => page.send(request, reply));
  app.get('/console/*', { config: { isScreen: true } }, (request, reply) => {
    const wantsPage = request.headers.accept?.includes('text/html') ?? false;
    if (!wantsPage || /^\/console\/(api|assets)([/?]|$)/.test(request.url)) return reply.callNotFound();
    return page.send(request, reply);
  });
}
