import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { makeFile } from './made-file.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const PAGE = 'index.html';
const CONSOLE = path.join(import.meta.dirname, '../../../console/dist');

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
