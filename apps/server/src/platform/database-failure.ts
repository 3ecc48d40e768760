import { isDatabaseAway, isSilent } from './database.ts';
import { StartFailure } from './start-failure.ts';

/** Of the network, and of PostgreSQL where it refuses a connection: the role, the database, or because it is full. */
const UNUSABLE =
  /^(ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|28...|3D000|53300|08...)$/;

export const SILENT = 'it did not answer in time';

/** The failure in one line if it is the database that cannot be used. Any other failure as it is. */
export function databaseFailure(error: unknown, databaseUrl: string): unknown {
  if (error instanceof StartFailure || !isUnusable(error)) return error;
  return new StartFailure(
    `The database at ${placeOf(databaseUrl)} cannot be used: ${databaseMessageOf(error)}`,
    {
      cause: error,
    },
  );
}

function isUnusable(error: unknown): boolean {
  if (isSilent(error) || isDatabaseAway(error)) return true;
  if (!(error instanceof Error)) return false;
  if (error.message === 'Connection terminated unexpectedly') return true;
  return 'code' in error && UNUSABLE.test(String(error.code));
}

/** Names a database without its user and password. */
export function placeOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}

export function databaseMessageOf(error: unknown): string {
  if (isSilent(error)) return SILENT;
  // A refused connection to a name with two addresses is an AggregateError, whose own message is empty.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}
