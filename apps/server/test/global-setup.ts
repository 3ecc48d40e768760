import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { ensurePostgres } from '../src/platform/postgres/embedded-postgres.ts';
import { loadSigningKey } from '../src/simulator/airtel-signing.ts';
import { applySchema, openPool } from '../src/simulator/store.ts';
import { migrateAndGrant } from '../src/upkeep/database-rights/prepare-database.ts';
import { databaseUrl, runOnServer } from './database.ts';
import { makeRunFolder } from './run-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServerUrl: string;
    /** The same server, as the role of the running program. */
    testProgramUrl: string;
    /** What the names of all databases of this run begin with. */
    testDatabasePrefix: string;
  }
}

/** One PostgreSQL for the whole run, with one migrated database that every test file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL
    ? { ownerUrl: process.env.TEST_DATABASE_URL, stop: async () => undefined }
    : await startOwnServer();
  const prefix = `thumba_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const programUrl = urlAs(server.ownerUrl, `${prefix}_program`);
  const tearDown = async () => {
    await dropDatabases(server.ownerUrl, prefix);
    await runOnServer(server.ownerUrl, `drop role if exists ${prefix}_program`);
    await server.stop();
  };
  try {
    const template = `${prefix}_template`;
    await runOnServer(server.ownerUrl, `create database ${template}`);
    await migrateAndGrant({
      ownerUrl: databaseUrl(server.ownerUrl, template),
      programUrl: databaseUrl(programUrl, template),
    });
    await prepareSimulator(databaseUrl(server.ownerUrl, template));
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('testServerUrl', server.ownerUrl);
  project.provide('testProgramUrl', programUrl);
  project.provide('testDatabasePrefix', prefix);
  return tearDown;
}

/** Each copy has the tables of the simulator and its key, which takes a quarter of a second to make. */
async function prepareSimulator(databaseUrl: string): Promise<void> {
  const pool = openPool(databaseUrl, () => undefined);
  try {
    await applySchema(pool);
    await loadSigningKey(pool);
  } finally {
    await pool.end();
  }
}

function urlAs(serverUrl: string, role: string): string {
  const url = new URL(serverUrl);
  url.username = role;
  url.password = randomBytes(16).toString('hex');
  return url.href;
}

async function startOwnServer(): Promise<{ ownerUrl: string; stop(): Promise<void> }> {
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
    ownerUrl: server.ownerUrl,
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
