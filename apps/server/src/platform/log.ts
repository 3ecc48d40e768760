import { type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * Structured lines on stdout. Paths contain phone numbers and headers contain tokens, so of a request only the method,
 * the route and the id are logged.
 */
export function createLog(options: { level: string; service: string }): Log {
  return pino({
    level: options.level,
    base: { service: options.service },
    serializers: {
      req: (request: { id?: string; method?: string; routeOptions?: { url?: string } }) => ({
        id: request.id,
        method: request.method,
        route: request.routeOptions?.url ?? 'unknown',
      }),
      res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
      err: describeError,
    },
  });
}

/** PostgreSQL repeats the refused values in `detail` and `where`, so only these fields of an error are logged. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const fields = error as Error & { code?: string; constraint?: string; table?: string };
  const fromDatabase = 'severity' in error;
  return {
    type: error.name,
    message: fromDatabase ? 'the database refused a statement' : error.message,
    code: fields.code,
    constraint: fields.constraint,
    table: fields.table,
    stack: fromDatabase ? error.stack?.split('\n').slice(1).join('\n') : error.stack,
  };
}
