import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { DEFAULT_TENANT } from '@thumba/contract/envelope';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { manifestOfChannel } from './channel-manifest.ts';
import type { OfferedLanguage } from './language-files.ts';
import { makeFile } from './made-file.ts';
import { WORKER_REMOVAL } from './worker-removal.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const GOOGLE_RETURN = 'google-return.html';

type WebAppOptions = {
  /** False removes the kept app from phones at their next visit. */
  isKeptOnPhones?: boolean;
  /** The page tells it to the app, unless it is the default. */
  tenant?: string;
  /** The page tells the app which languages are on besides English. */
  languages?: readonly OfferedLanguage[];
};

const MANIFEST = 'manifest.webmanifest';
const PAGE = 'index.html';
const WORKER = 'sw.js';
/** The screens and the files of the face check. The guide runs WebAssembly, which no other page needs. */
const OF_FACE = /^\/face([/?]|$)/;
const POLICY = 'content-security-policy';

/**
 * Serves the files of the web app. A path that nothing else serves is a screen of the app and gets its page. The page is
 * never cached. Files with a hash in their name are cached for a year.
 */
export async function registerWebApp(
  app: FastifyInstance,
  folder: string,
  { isKeptOnPhones = true, tenant = DEFAULT_TENANT, languages = [] }: WebAppOptions = {},
): Promise<void> {
  const told = toldByPage(tenant, languages);
  if (!existsSync(path.join(folder, PAGE))) {
    app.log.warn('the borrower app is not built');
    return;
  }
  // The parts of a page that was let in are let in before further pages.
  app.addHook('onRoute', (route) => {
    if (/^\/(face\/)?assets\//.test(route.url)) route.config = { ...route.config, requestClass: 'call' };
  });
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: false,
    globIgnore: [
      MANIFEST,
      ...(isKeptOnPhones && told === '' ? [] : [WORKER]),
      ...(told === '' ? [] : [PAGE]),
    ],
    cacheControl: false,
    setHeaders(reply, file) {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      if (OF_FACE.test(file.slice(folder.length))) allowWebAssembly(reply);
      // Google's page leads to this one. It can answer the page that opened the window only while it shares its group.
      if (path.basename(file).startsWith(GOOGLE_RETURN)) {
        reply.header('cross-origin-opener-policy', 'unsafe-none');
      }
    },
  });
  if (!isKeptOnPhones) {
    app.get(`/${WORKER}`, (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/javascript').send(WORKER_REMOVAL),
    );
  }
  await serveManifest(app, path.join(folder, MANIFEST));
  const sendPage = await pageSender(app, folder, told, isKeptOnPhones);
  app.get('/*', { config: { isScreen: true } }, (request, reply) => {
    const wantsPage = request.headers.accept?.includes('text/html') ?? false;
    if (!wantsPage || /^\/(api|sim|callback|console|docs|metrics)([/?]|$)/.test(request.url))
      return reply.callNotFound();
    if (OF_FACE.test(request.url)) allowWebAssembly(reply);
    return sendPage(request, reply);
  });
}

/** A worker has the policy of its own response, also on a page that was loaded as another screen. */
function allowWebAssembly(reply: Pick<FastifyReply, 'getHeader' | 'header'>): void {
  const policy = String(reply.getHeader(POLICY));
  reply.header(POLICY, policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"));
}

async function serveManifest(app: FastifyInstance, file: string): Promise<void> {
  if (!existsSync(file)) return;
  const manifest = await readFile(file, 'utf8');
  app.get<{ Querystring: { appChannelCode?: unknown } }>(`/${MANIFEST}`, (request, reply) =>
    manifestOfChannel(manifest, request.query.appChannelCode).send(request, reply),
  );
}

type Send = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** What the page tells the app of this server. Nothing for the default tenant in English alone. */
function toldByPage(tenant: string, languages: readonly OfferedLanguage[]): string {
  const metas: [name: string, content: string][] = [];
  if (tenant !== DEFAULT_TENANT) metas.push(['tenant', tenant]);
  if (languages.length > 0) metas.push(['languages', JSON.stringify(languages)]);
  return metas
    .map(([name, content]) => `<meta name="${name}" content="${escapedAttribute(content)}">`)
    .join('');
}

/** Sends the page of the build, with what it tells the app. */
async function pageSender(
  app: FastifyInstance,
  folder: string,
  told: string,
  isKeptOnPhones: boolean,
): Promise<Send> {
  if (told === '') return (_request, reply) => reply.sendFile(PAGE);
  const built = await readFile(path.join(folder, PAGE), 'utf8');
  const text = built.replace(/(?=<title>)/, () => told);
  const page = makeFile(text, 'text/html; charset=utf-8');
  for (const url of ['/', `/${PAGE}`]) app.get(url, (request, reply) => page.send(request, reply));
  if (isKeptOnPhones) await serveWorkerOf(app, path.join(folder, WORKER), text);
  return page.send;
}

/** The worker keeps the page by its revision, so a page with other content has another one. */
async function serveWorkerOf(app: FastifyInstance, file: string, page: string): Promise<void> {
  if (!existsSync(file)) return;
  const revision = createHash('sha256').update(page).digest('hex').slice(0, 16);
  const built = await readFile(file, 'utf8');
  const worker = makeFile(
    built.replace(
      /(["'`]\/index\.html["'`],\s*"?revision"?:\s*["'`])[^"'`]*/,
      (_, before) => before + revision,
    ),
    'text/javascript; charset=utf-8',
  );
  app.get(`/${WORKER}`, (request, reply) => worker.send(request, reply));
}

function escapedAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
