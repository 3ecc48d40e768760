import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { connectForReplication, replicate, replicationRows } from './replication.ts';
import { startReplicationPeer } from './replication-peer.test-support.ts';

async function brokenClient() {
  const peer = await startReplicationPeer(0n);
  onTestFinished(() => peer.close());
  const client = await connectForReplication(peer.url);
  const broken = once(client, 'error');
  (
    client as unknown as { connection: { stream: { destroy(error: Error): void } } }
  ).connection.stream.destroy(new Error('the network broke'));
  await broken;
  return client;
}

test('a command on a connection that broke before it fails, and the process goes on', async () => {
  const client = await brokenClient();
  await expect(replicationRows(client, 'IDENTIFY_SYSTEM')).rejects.toThrow('is not queryable');
});

test('the log of a connection that broke before it is not begun, and nothing is sent', async () => {
  const { begun, rows, reply, finish } = replicate(await brokenClient(), 'START_REPLICATION');
  await expect(begun).rejects.toThrow('is not queryable');
  await expect(rows).rejects.toThrow('is not queryable');
  reply(Buffer.alloc(1));
  finish();
});
