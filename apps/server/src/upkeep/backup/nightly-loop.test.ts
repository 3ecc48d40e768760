import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { startNightlyBackups } from './nightly-loop.ts';

/** Runs until the test says with which status it ends. */
const COMMAND = `
import { connect } from 'node:net';
console.log('what the command said');
const socket = connect(Number(process.env.BACKUP_KEY));
socket.once('data', (status) => process.exit(Number(status)));
`;

async function startWithCommand() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'thumba-loop-'));
  const commands = path.join(dataDir, 'command.mjs');
  await writeFile(commands, COMMAND);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const logged: string[] = [];
  const write = (level: string) => (fields: object, line: string) =>
    logged.push(`${level}: ${line} ${JSON.stringify(fields)}`);
  const loop = startNightlyBackups({
    config: {
      BACKUP_TO: 'anywhere',
      BACKUP_AT: '02:00',
      BACKUP_KEY: String((server.address() as AddressInfo).port),
      BACKUP_COUNTRY: 'ZM',
      DATA_DIR: dataDir,
    },
    clock: systemClock,
    log: { info: write('info'), warn: write('warn'), error: write('error') } as unknown as Log,
    commands,
  });
  onTestFinished(async () => {
    await loop.stop();
    server.close();
    await rm(dataDir, { recursive: true });
  });
  const [running] = (await once(server, 'connection')) as [Socket];
  const untilLogged = async () => {
    await expect.poll(() => logged).toHaveLength(1);
    return logged[0]!;
  };
  return { loop, logged, end: (status: number) => running.write(String(status)), running, untilLogged };
}

test.each([
  [0, 'info: the nightly backup was taken and restored as a test {"lines":"what the command said"}'],
  [2, 'error: the nightly backup failed {"lines":"what the command said","status":2,"signal":null}'],
  [3, 'info: another process takes the nightly backup {"lines":"what the command said"}'],
])('the log says what became of a nightly backup that ended with status %i', async (status, line) => {
  const { end, untilLogged } = await startWithCommand();
  end(status);
  expect(await untilLogged()).toBe(line);
});

test('a loop that begins no more lets the backup that is under way end, and a stop ends it', async () => {
  const left = await startWithCommand();
  await left.loop.beginNoMore();
  left.end(0);
  expect(await left.untilLogged()).toContain('info: the nightly backup was taken');
  const stopped = await startWithCommand();
  await stopped.loop.beginNoMore();
  await stopped.loop.stop();
  expect(stopped.logged[0]).toContain('"signal":"SIGTERM"');
});
