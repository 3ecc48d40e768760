import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { DEFAULT_TENANT } from '@thumba/contract/envelope';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { manifestOfChannel } from './channel-manifest.ts';
import { makeFile } from './made-file.ts';
import { WORKER_REMOVAL } from './worker-removal.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const GOOGLE_RETURN = 'google-return.html';

type WebAppOptions = {
  /** False removes the kept app from phones at their next visit. */
  isKeptOnPhones?: boolean;
  /** The page tells it to the app, unless it is the default. */
  tenant?: string;
};

const MANIFEST = 'manifest.webmanifest';
const PAGE = 'index.html';

/**
 * Serves the files of the web app. A path that nothing else serves is a screen of the app and gets its page. The page is
 * never cached. Files with a hash in their name are cached for a year.
 */
export async function registerWebApp(
  app: FastifyInstance,
  folder: string,
  { isKeptOnPhones = true, tenant = DEFAULT_TENANT }: WebAppOptions = {},
): Promise<void> {
  if (!existsSync(path.join(folder, PAGE))) {
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
    globIgnore: [
      MANIFEST,
      ...(isKeptOnPhones ? [] : ['sw.js']),
      ...(tenant === DEFAULT_TENANT ? [] : [PAGE]),
    ],
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
  await serveManifest(app, path.join(folder, MANIFEST));
  const sendPage = await pageSender(app, folder, tenant);
  app.get('/*', { config: { isScreen: true } }, (request, reply) => {
    const wantsPage = request.headers.accept?.includes('text/html') ?? false;
    if (!wantsPage || /^\/(api|sim|callback|docs|metrics)([/?]|$)/.test(request.url))
      return reply.callNotFound();
    return sendPage(request, reply);
  });
}

async function serveManifest(app: FastifyInstance, file: string): Promise<void> {
  if (!existsSync(file)) return;
  const manifest = await readFile(file, 'utf8');
  app.get<{ Querystring: { appChannelCode?: unknown } }>(`/${MANIFEST}`, (request, reply) =>
    manifestOfChannel(manifest, request.query.appChannelCode).send(request, reply),
  );
}

type Send = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Sends the page of the build. For another tenant than the default it sends one that names the tenant. */
async function pageSender(app: FastifyInstance, folder: string, tenant: string): Promise<Send> {
  if (tenant === DEFAULT_TENANT) return (_request, reply) => reply.sendFile(PAGE);
  const built = await readFile(path.join(folder, PAGE), 'utf8');
  const meta = `<meta name="tenant" content="${escapedAttribute(tenant)}">`;
  const page = makeFile(
    built.replace(/(?=<title>)/, () => meta),
    'text/html; charset=utf-8',
  );
  for (const url of ['/', `/${PAGE}`]) app.get(url, (request, reply) => page.send(request, reply));
  return page.send;
}

function escapedAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
