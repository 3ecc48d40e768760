import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { recordedLog } from '../../../test/call-server.ts';
import { createCardReader, startReadingProgram } from './reading-process.ts';
import { frontOf, inventedPerson } from './sample-pictures.test-support.ts';

const { log, lines } = recordedLog();
const person = inventedPerson();
const pictures = { front: await frontOf(person), back: undefined };
const card = async () => pictures;
const READ = {
  kind: 'read',
  reading: { picture: 'read', fields: { idNumber: { text: person.idNumber } }, holder: 'zambian' },
};

let started: ChildProcess[] = [];

const reader = (limits: Parameters<typeof createCardReader>[1] = {}) =>
  createCardReader(log, limits, (whenEnded) => {
    const child = startReadingProgram(whenEnded);
    started.push(child);
    return child;
  });

const running = () =>
  started
    .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
    .map(({ pid }) => pid!);

afterEach(async () => {
  for (const pid of running()) process.kill(pid, 'SIGKILL');
  await expect.poll(running).toEqual([]);
  started = [];
  lines.length = 0;
});

test('cards are read by one process, with a lower priority and none of the settings of the server', async () => {
  const cards = reader();
  expect(running()).toEqual([]);
  const read = await Promise.all([cards.read(card), cards.read(card)]);
  expect(read).toMatchObject([READ, READ]);
  const [pid, ...others] = running();
  expect(others).toEqual([]);
  expect(getPriority(pid)).toBe(10);
  const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
    .split('\0')
    .map((entry) => entry.split('=')[0]);
  expect(names.filter((name) => name && !name.startsWith('NODE_CHANNEL_'))).toEqual([]);
  expect(lines).toEqual([]);
});

test('when as many cards wait as may, the next one is told so before its pictures are opened', async () => {
  const cards = reader({ atOnce: 2 });
  const waiting = [cards.read(card), cards.read(card)];
  const unopened = vi.fn(card);
  expect(await cards.read(unopened)).toEqual({ kind: 'busy' });
  expect(unopened).not.toHaveBeenCalled();
  expect(await Promise.all(waiting)).toMatchObject([READ, READ]);
  expect(await cards.read(card)).toMatchObject(READ);
});

test('a reading process that is killed in the middle ends one reading and says nothing of it, and the next card is read', async () => {
  const cards = reader();
  await cards.read(card);
  process.kill(running()[0]!, 'SIGSTOP');
  const [killed, next] = [cards.read(card), cards.read(card)];
  process.kill(running()[0]!, 'SIGKILL');
  expect(await killed).toEqual({ kind: 'ended' });
  expect(await next).toMatchObject(READ);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('the reading process ended with SIGKILL');
  expect(lines[0]).not.toContain(person.idNumber);
});

test('the reading of a card that takes too long is ended with its process', async () => {
  expect(await reader({ timeoutMs: 1 }).read(card)).toEqual({ kind: 'ended' });
  await expect.poll(running).toEqual([]);
  expect(lines[0]).toContain('the reading of a card took too long');
});

test('the process ends when it has been idle, and the next card starts another', async () => {
  const cards = reader({ idleMs: 50 });
  await cards.read(card);
  await expect.poll(running).toEqual([]);
  expect(await cards.read(card)).toMatchObject(READ);
});

test('pictures that cannot be opened free their place', async () => {
  const cards = reader({ atOnce: 1 });
  const missing = async () => Promise.reject(new Error('no such file'));
  await expect(cards.read(missing)).rejects.toThrow('no such file');
  expect(await cards.read(card)).toMatchObject(READ);
});

test('bytes that are no picture fail, and the process goes on', async () => {
  const cards = reader();
  await cards.read(card);
  const [pid] = running();
  expect(await cards.read(async () => ({ front: Buffer.from('<svg/>'), back: undefined }))).toEqual({
    kind: 'failed',
  });
  expect(await cards.read(card)).toMatchObject(READ);
  expect(running()).toEqual([pid]);
});
