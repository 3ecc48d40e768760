import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/platform/migrate.ts';
import { ensurePostgres } from '../src/platform/postgres/embedded-postgres.ts';
import { databaseUrl, runOnServer } from './database.ts';
import { makeRunFolder } from './run-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServerUrl: string;
    /** What the names of all databases of this run begin with. */
    testDatabasePrefix: string;
  }
}

const migrationsFolder = join(import.meta.dirname, '../migrations');

/** One PostgreSQL for the whole run, with one migrated database that every test file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL
    ? { url: process.env.TEST_DATABASE_URL, stop: async () => undefined }
    : await startOwnServer();
  const prefix = `thumba_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const tearDown = async () => {
    await dropDatabases(server.url, prefix);
    await server.stop();
  };
  try {
    const template = `${prefix}_template`;
    await runOnServer(server.url, `create database ${template}`);
    await migrate(databaseUrl(server.url, template), migrationsFolder);
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('testServerUrl', server.url);
  project.provide('testDatabasePrefix', prefix);
  return tearDown;
}

async function startOwnServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await makeRunFolder('thumba-test-postgres-');
  const server = await ensurePostgres({
    dataDir,
    log: () => undefined,
    extraSettings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // Nothing reads the log of changes here, so it stays short.
      wal_level: 'minimal',
      max_wal_senders: '0',
      max_wal_size: '256MB',
    },
  });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function dropDatabases(serverUrl: string, prefix: string): Promise<void> {
  const rows = await runOnServer(
    serverUrl,
    `select datname from pg_database where starts_with(datname, '${prefix}')`,
  );
  for (const [name] of rows) await runOnServer(serverUrl, `drop database if exists ${name} with (force)`);
}
