import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * Ends a request whose body does not arrive in time, so that half-sent bodies hold neither memory nor connections. The
 * answer is 408 if none was sent yet.
 */
export function dropSlowBodies(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (!hasBody(raw)) return done();
    const look = setInterval(() => {
      if (reply.raw.headersSent) {
        // The answer came before the body: a refusal. The rest of the body is not waited for.
        raw.destroy();
      } else if (raw.listenerCount('error') > 0) {
        // The framework reads the body and answers this error as any other. It closes the connection after the answer.
        raw.emit('error', new BodyTimeout());
      }
    }, timeoutMs);
    const stop = () => clearInterval(look);
    raw.once('end', stop).once('close', stop);
    done();
  });
}

class BodyTimeout extends Error {
  readonly statusCode = 408;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
