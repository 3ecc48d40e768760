import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Serves `/metrics` in the format of Prometheus: the process, the calls, and what is added to the registry. */
export function serveMetrics(app: FastifyInstance, mayRead: (request: FastifyRequest) => boolean): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  watchRequests(app, registry);
  app.get('/metrics', { config: { requestClass: 'always' } }, async (request, reply) => {
    if (!mayRead(request)) return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return registry;
}

function watchRequests(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'thumba_request_seconds',
    help: 'Time to answer a request, by its route and the code of its answer',
    labelNames: ['route', 'code'],
    buckets: SECONDS,
    registers: [registry],
  });
  const known = new Map<string, { observe(value: number): void }>();

  app.addHook('onSend', (request, reply, payload, next) => {
    const route = request.routeOptions.url ?? '';
    const code = codeOf(payload) ?? String(reply.statusCode);
    const key = `${code} ${route}`;
    let series = known.get(key);
    if (!series) {
      // Pages and files are many and say little; every one of them would be a series of its own.
      series = seconds.labels({ route: /^\/(api|callback)\//.test(route) ? route : 'other', code });
      known.set(key, series);
    }
    series.observe(reply.elapsedTime / 1000);
    next(null, payload);
  });
}

/** The outcome stands first in an envelope, whose HTTP status is mostly 200. */
function codeOf(payload: unknown): string | undefined {
  return typeof payload === 'string' && payload.startsWith('{"code":') ? payload.slice(8, 11) : undefined;
}
