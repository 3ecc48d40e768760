import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { openApiDocument } from '@thumba/contract/openapi';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** `/docs`: a page on which people read and try the calls of the contract. */
export async function registerApiPage(
  app: FastifyInstance,
  mayRead: ((request: FastifyRequest) => boolean) | undefined,
): Promise<void> {
  if (!mayRead) return;
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (!mayRead(request)) return reply.callNotFound();
    });
    await scope.register(fastifySwagger, {
      mode: 'static',
      specification: { document: openApiDocument() as never },
    });
    await scope.register(fastifySwaggerUi, {
      routePrefix: '/docs',
      // The page has inline styles. No other page may have them.
      staticCSP:
        "default-src 'self'; base-uri 'none'; object-src 'none'; img-src 'self' data:; script-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
      uiConfig: { docExpansion: 'none', defaultModelsExpandDepth: -1 },
    });
  });
}
