import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A migrated database of its own for one test file: a copy of the run's template, or of one without connections. */
export async function createTestDatabase(copyOf?: string): Promise<{
  /** As the owner. */
  url: string;
  /** As the role of the running program. */
  programUrl: string;
  runAsOwner(statement: string): Promise<unknown[][]>;
  drop(): Promise<void>;
}> {
  const serverUrl = inject('testServerUrl');
  const prefix = inject('testDatabasePrefix');
  const name = `${prefix}_${randomBytes(4).toString('hex')}`;
  const original = copyOf ? new URL(copyOf).pathname.slice(1) : `${prefix}_template`;
  await runOnServer(serverUrl, `create database ${name} template ${original} strategy file_copy`);
  // The rights on a database are not copied with it.
  await runOnServer(serverUrl, `revoke create, temporary on database ${name} from public`);
  const ownerUrl = databaseUrl(serverUrl, name);
  return {
    url: ownerUrl,
    programUrl: databaseUrl(inject('testProgramUrl'), name),
    runAsOwner: (statement) => runOnServer(ownerUrl, statement),
    async drop() {
      await runOnServer(serverUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

export async function runOnServer(serverUrl: string, statement: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return (await client.query({ text: statement, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
