import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAlive } from '../../apps/server/src/platform/postgres/cluster.ts';
import { liveLoans, registerBorrowers } from '../support/borrower-story.ts';
import { untilLoansLive } from '../support/living-loans.ts';
import type { Program } from '../support/program.ts';
import { watchReadiness } from '../support/readiness.ts';
import { seedOfRun } from '../support/seeded-random.ts';
import { booksAtRest, startWithOperators } from '../support/simulated-operators.ts';

const LOANS = 8;
const START_SERVER = `
  import { runServer } from ${JSON.stringify(new URL('../../scripts/server.mjs', import.meta.url).href)};
  process.exitCode = await runServer([]);`;

let program: Program;
let supervisor: ChildProcess;
let printed = '';

/** As `npm start` runs the server after the build. */
function startSupervised(moreSettings: Record<string, string> = {}): ChildProcess {
  printed = '';
  const env = { ...process.env, HOST: '127.0.0.1', NOTICES: 'false', ...program.settings, ...moreSettings };
  const child = spawn(process.execPath, ['--input-type=module', '--eval', START_SERVER], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const collect = (text: string) => {
    printed += text;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return child;
}

/** The server is the only child of its supervisor. */
async function serverId(): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  const processes = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return processes.find(([, parentId]) => parentId === supervisor.pid)![0]!;
}

const isReady = () =>
  fetch(`${program.url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

beforeAll(async () => {
  program = await startWithOperators();
  await program.kill();
});
afterAll(async () => {
  if (supervisor?.exitCode === null) {
    supervisor.kill('SIGTERM');
    await once(supervisor, 'exit');
  }
  await program.stop();
});

test('a start that a setting makes impossible is not repeated, and its line is the last one', async () => {
  supervisor = startSupervised({ DATABASE_CONNECTIONS: '0' });
  const [status] = await once(supervisor, 'close');
  expect(status).toBe(1);
  expect(printed.trim().split('\n').at(-1)).toContain('DATABASE_CONNECTIONS');
  expect(printed.match(/DATABASE_CONNECTIONS/g)).toHaveLength(1);
  expect(printed).not.toContain('started again');
});

test('a server that is killed while loans live is started again by its supervisor, and a signal ends both', async () => {
  const seed = seedOfRun();
  supervisor = startSupervised();
  await expect.poll(isReady).toBe(true);
  const borrowers = await registerBorrowers(program, LOANS);
  const readiness = watchReadiness(program.url);
  const killed = await serverId();
  const [lives] = await Promise.all([
    liveLoans(borrowers, seed),
    (async () => {
      await untilLoansLive(program, LOANS / 4);
      process.kill(killed, 'SIGKILL');
    })(),
  ]);
  const { statuses } = await readiness();
  const report = await booksAtRest(program);
  console.log(`SEED=${seed}:`, JSON.stringify({ lives: lives.length, statuses, ...report }));
  expect(report.problems).toEqual([]);
  expect(report.unknown).toEqual([]);
  expect(report.loans).toEqual({ settled: LOANS });
  expect(statuses).toContain(0);
  expect(statuses.at(-1)).toBe(200);
  expect(printed).toContain('The server ended with 137 and is started again in 1 s.');
  const started = await serverId();
  expect(started).not.toBe(killed);
  supervisor.kill('SIGTERM');
  expect(await once(supervisor, 'exit')).toEqual([0, null]);
  expect(isAlive(started)).toBe(false);
});
