import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

export async function registerHandsetPage(
  app: FastifyInstance,
  { folder }: { folder: string },
): Promise<void> {
  app.get('/', async (_request, reply) => sendPage(reply, await readBuilt(join(folder, 'index.html'))));
  app.get<{ Params: { file: string } }>('/assets/:file', async (request, reply) => {
    const { file } = request.params;
    const contentType = contentTypes[extname(file)];
    const bytes =
      /^[\w.-]+$/.test(file) && contentType ? await readBuilt(join(folder, 'assets', file)) : undefined;
    if (!bytes || !contentType) return reply.code(404).send({ error: 'There is no such file.' });
    return reply
      .header('content-type', contentType)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .send(bytes);
  });
}

function sendPage(reply: FastifyReply, page: Buffer | undefined): FastifyReply {
  if (!page) {
    return reply
      .code(503)
      .send({ error: 'The handset page is not built yet: npm run build -w @thumba/handset' });
  }
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('content-security-policy', pagePolicy)
    .header('x-content-type-options', 'nosniff')
    .send(page);
}

async function readBuilt(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
