import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';

const ENDS = `process.send('ready', () => process.exit(3));`;
const SHORT_PAUSES = { firstPauseMs: 1, longestPauseMs: 4 };

type Supervisor = { process: ChildProcess; ended: Promise<number | null>; said(): string[] };

/** Another process that supervises a program of one line. */
function startSupervisor(program: string, limits: object): Supervisor {
  const supervise = new URL('supervise.mjs', import.meta.url).href;
  const own = `import { supervise } from ${JSON.stringify(supervise)};
    process.exitCode = await supervise(process.execPath, ['--eval', ${JSON.stringify(program)}],
      { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }, console.log, ${JSON.stringify(limits)});`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', own], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  return {
    process: child,
    ended: once(child, 'close').then(([status]) => status),
    said: () => printed.split('\n').filter(Boolean),
  };
}

test('a server that ends again and again is started again after growing pauses, up to a limit', async () => {
  const supervisor = startSupervisor(ENDS, { ...SHORT_PAUSES, mostRestarts: 4 });
  expect(await supervisor.ended).toBe(3);
  expect(supervisor.said()).toEqual([
    'The server ended with 3 and is started again in 0.001 s.',
    'The server ended with 3 and is started again in 0.002 s.',
    'The server ended with 3 and is started again in 0.004 s.',
    'The server ended with 3 and is started again in 0.004 s.',
    'The server ended 5 times in a short time and is not started again.',
  ]);
});

test('restarts that are long ago count neither for the limit nor for the pause', async () => {
  const supervisor = startSupervisor(ENDS, { ...SHORT_PAUSES, mostRestarts: 1, withinMs: 1 });
  await expect.poll(() => supervisor.said().length).toBeGreaterThan(3);
  supervisor.process.kill('SIGTERM');
  await supervisor.ended;
  expect(new Set(supervisor.said())).toEqual(
    new Set(['The server ended with 3 and is started again in 0.001 s.']),
  );
});

test.each([
  ['was never ready', 'process.exit(1)', 1],
  ['ends with 0', `process.send('ready', () => process.exit(0))`, 0],
])('a server that %s is not started again, and nothing is said after it', async (_title, program, status) => {
  const supervisor = startSupervisor(program, SHORT_PAUSES);
  expect(await supervisor.ended).toBe(status);
  expect(supervisor.said()).toEqual([]);
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends a pause', async (signal) => {
  const supervisor = startSupervisor(ENDS, { firstPauseMs: 600_000, longestPauseMs: 600_000 });
  await expect.poll(() => supervisor.said()).toHaveLength(1);
  supervisor.process.kill(signal);
  expect(await supervisor.ended).toBe(3);
  expect(supervisor.said()).toHaveLength(1);
});

test('a signal ends the server, which is not started again', async () => {
  const supervisor = startSupervisor(
    `process.on('SIGTERM', () => { console.log('stopped'); process.exit(9); });
     setInterval(() => undefined, 1000);
     process.send('ready', () => console.log('ready'));`,
    SHORT_PAUSES,
  );
  await expect.poll(() => supervisor.said()).toEqual(['ready']);
  supervisor.process.kill('SIGTERM');
  expect(await supervisor.ended).toBe(9);
  expect(supervisor.said()).toEqual(['ready', 'stopped']);
});
