import type pg from 'pg';
import { ownPostgresMajor } from '../../platform/postgres/programs.ts';
import { connectForBackup, endConnection } from './backup-connection.ts';
import { connectForReplication, replicationRows } from './replication.ts';
import type { BackupSource } from './take-backup.ts';

/** How a PostgreSQL of the lender's own is backed up, and why, as a part of a sentence. */
export type BackupWay = { way: Exclude<BackupSource['way'], 'cluster'>; why: string };

type Server = {
  role: string;
  may_replicate: boolean;
  major: number;
  has_tablespaces: boolean;
  is_standby: boolean;
  has_usual_segments: boolean;
};

const SERVER = `
  select rolname as role, rolreplication as may_replicate,
    current_setting('server_version_num')::integer / 10000 as major,
    exists (select from pg_tablespace where spcname not in ('pg_default', 'pg_global')) as has_tablespaces,
    pg_is_in_recovery() as is_standby,
    (current_setting('wal_segment_size'), current_setting('block_size')) = ('16MB', '8192') as has_usual_segments
  from pg_roles where rolname = current_user`;

/** The whole cluster where this program can take and restore it. A copy of the tables where it cannot. */
export async function wayOf(url: string): Promise<BackupWay> {
  const ownMajor = await ownPostgresMajor().catch(() => undefined);
  const server = await readServer(url);
  const obstacle = obstacleOf(server, ownMajor) ?? (await replicationFailure(url));
  if (obstacle !== undefined) return { way: 'copy', why: obstacle };
  const why = `the role ${server.role} may replicate, and the server is PostgreSQL ${server.major} as the program's own`;
  return { way: 'lenders-cluster', why };
}

async function readServer(url: string): Promise<Server> {
  const client: pg.Client = await connectForBackup(url);
  try {
    return (await client.query<Server>(SERVER)).rows[0]!;
  } finally {
    await endConnection(client);
  }
}

function obstacleOf(server: Server, ownMajor: number | undefined): string | undefined {
  if (!server.may_replicate) return `the role ${server.role} may not replicate`;
  if (ownMajor === undefined)
    return 'this machine lacks the PostgreSQL of the program, which would restore it';
  if (server.major !== ownMajor)
    return `the server is PostgreSQL ${server.major}, and the program would restore it with ${ownMajor}`;
  if (server.has_tablespaces) return 'the server has tablespaces';
  if (server.is_standby) return 'the server is a standby';
  return server.has_usual_segments ? undefined : 'the files of the server have another size than the usual';
}

/** The server says in a file of its own who may open a connection for replication. */
async function replicationFailure(url: string): Promise<string | undefined> {
  try {
    const client = await connectForReplication(url);
    await replicationRows(client, 'IDENTIFY_SYSTEM').finally(() => endConnection(client));
    return undefined;
  } catch (error) {
    return `the server opens no connection for replication (${(error as Error).message})`;
  }
}
