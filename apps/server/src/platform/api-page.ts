import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { openApiDocument } from '@thumba/contract/openapi';
import type { FastifyInstance } from 'fastify';

/** The contract, for people to read and try: `/docs`. */
export async function registerApiPage(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(fastifySwagger, {
      mode: 'static',
      specification: { document: openApiDocument() as never },
    });
    await scope.register(fastifySwaggerUi, {
      routePrefix: '/docs',
      // The page brings inline styles of its own; nothing else in the product may.
      staticCSP:
        "default-src 'self'; base-uri 'none'; object-src 'none'; img-src 'self' data:; script-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
      uiConfig: { docExpansion: 'none', defaultModelsExpandDepth: -1 },
    });
  });
}
