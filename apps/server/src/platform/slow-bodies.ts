import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * Ends a request whose body does not arrive in time, so that half-sent bodies hold neither memory nor connections. The
 * answer is 408 if none was sent yet. Requests that are refused before the framework sees them are looked at too.
 */
export function dropSlowBodies({ server }: FastifyInstance, timeoutMs: number): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    const look = setInterval(() => {
      if (response.headersSent) {
        // The answer came before the body: a refusal. The rest of the body is not waited for.
        request.destroy();
      } else if (request.listenerCount('error') > 0) {
        // The framework reads the body and answers this error as any other. It closes the connection after the answer.
        request.emit('error', new BodyTimeout());
      }
    }, timeoutMs);
    const stop = () => clearInterval(look);
    request.once('end', stop).once('close', stop);
  });
}

class BodyTimeout extends Error {
  readonly statusCode = 408;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
