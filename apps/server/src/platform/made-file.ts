import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A small file of the app that the server writes itself, with a compressed copy. */
export function makeFile(text: string, type: string) {
  const compressed = brotliCompressSync(text);
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  return {
    send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
      reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag }).type(type);
      if (request.headers['if-none-match'] === etag) return reply.status(304).send();
      if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(text);
      return reply.header('content-encoding', 'br').send(compressed);
    },
  };
}
