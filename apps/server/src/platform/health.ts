import type { FastifyInstance } from 'fastify';
import { type Database, statement } from './database.ts';

const pingStatement = statement<{ ok: number }>('health: pingStatement', 'select 1 as ok');

/** `/healthz`: the process is alive. `/readyz`: it may be sent traffic, the database answering. */
export function registerHealth(app: FastifyInstance, deps: { db: Database; isReady(): boolean }): void {
  app.get('/healthz', async () => ({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    if (!deps.isReady()) return reply.status(503).send({ status: 'starting' });
    try {
      await deps.db.row(pingStatement, {});
      return { status: 'ready' };
    } catch {
      return reply.status(503).send({ status: 'database unreachable' });
    }
  });
}
