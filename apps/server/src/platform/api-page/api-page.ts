import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openApiDocument } from '@thumba/contract/openapi';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ApiDocument, apiPage } from './page-html.ts';

/** The page loads its own style and script, and calls this server. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type ApiPageOptions = {
  /** Undefined: the server has no such page. */
  mayRead: ((request: FastifyRequest) => boolean) | undefined;
  tenant: string;
  publicUrl: string;
};

/** `/docs`: a page on which people read the calls of the contract and try the first of them. */
export async function registerApiPage(
  app: FastifyInstance,
  { mayRead, tenant, publicUrl }: ApiPageOptions,
): Promise<void> {
  if (!mayRead) return;
  const read = (file: string) => readFile(path.join(import.meta.dirname, file), 'utf8');
  const [style, script, signedCall] = await Promise.all([
    read('page.css'),
    read('page.js'),
    read('signed-call.js'),
  ]);
  // It takes a tenth of a second to make, so a server that is never asked for it does not make it.
  let made: { document: object; page: string } | undefined;
  const make = () => {
    const document = openApiDocument();
    return { document, page: apiPage(document as ApiDocument, { tenant, publicUrl, signedCall }) };
  };
  const asked = () => {
    made ??= make();
    return made;
  };
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (!mayRead(request)) return reply.callNotFound();
    });
    const send = (reply: FastifyReply, type: string, body: string) =>
      reply
        .header('content-type', `${type}; charset=utf-8`)
        .header('content-security-policy', POLICY)
        .header('cache-control', 'no-cache')
        .send(body);
    scope.get('/docs', async (_request, reply) => send(reply, 'text/html', asked().page));
    scope.get('/docs/', async (_request, reply) => reply.redirect('/docs'));
    scope.get('/docs/json', async () => asked().document);
    scope.get('/docs/page.css', async (_request, reply) => send(reply, 'text/css', style));
    scope.get('/docs/page.js', async (_request, reply) => send(reply, 'text/javascript', script));
  });
}
