import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Until when a body may be on its way, in milliseconds of the process. */
const givenUntil = new WeakMap<IncomingMessage, number>();

/** Gives a body more time than others have. Only for a caller who is known. */
export function giveBodyTime(request: IncomingMessage, forMs: number): void {
  givenUntil.set(request, performance.now() + forMs);
}

/**
 * Ends a request whose body does not arrive in time, so that half-sent bodies hold neither memory nor connections. The
 * answer is 408 if none was sent yet. Requests that are refused before the framework sees them are looked at too.
 */
export function dropSlowBodies({ server }: FastifyInstance, timeoutMs: number): void {
  let arrivals: { request: IncomingMessage; response: ServerResponse }[] = [];
  // Most bodies arrive together with their heads and need no timer.
  const watchIncomplete = () => {
    const arrived = arrivals;
    arrivals = [];
    for (const { request, response } of arrived)
      if (!request.complete && !request.destroyed) watch(request, response);
  };
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    if (arrivals.length === 0) setImmediate(watchIncomplete);
    arrivals.push({ request, response });
  });

  function watch(request: IncomingMessage, response: ServerResponse): void {
    const look = setInterval(() => {
      if (performance.now() < (givenUntil.get(request) ?? 0)) return;
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
  }
}

class BodyTimeout extends Error {
  readonly statusCode = 408;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
