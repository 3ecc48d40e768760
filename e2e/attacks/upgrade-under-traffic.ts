import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { keysOf, newKeys } from '../../apps/server/src/book/settings/key-settings.ts';
import { callbackPath } from '../../apps/server/src/money/payment/callback-routes.ts';
import { freePort } from '../../apps/server/src/platform/ports.ts';
import { ensurePostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { createSealing } from '../../apps/server/src/platform/sealing.ts';
import { WITHOUT_IDENTITY_CHECKS } from '../../apps/server/test/identity-settings.ts';
import { checkBooks, untilQuiet } from '../support/book-check.ts';
import { liveLoansUntil, registerBorrowers } from '../support/borrower-story.ts';
import { serverProcess, startSimulator, stopPostgres, untilEnded } from '../support/processes.ts';
import { operatorTimes, simulatorTimes } from '../support/simulated-operators.ts';
import { type ReadyProxy, startReadyProxy } from './ready-proxy.ts';

/** The newest version before open attempts knew their routes. */
const EARLIER_COMMIT = '51846e9';
const BORROWERS = 8;
/** How long the borrowers pay before the new version starts, beside both, and after the earlier one has ended. */
const BEFORE_MS = 8_000;
const BESIDE_MS = 3_000;
const AFTER_MS = 15_000;
const AT_REST_WITHIN_MS = 180_000;

const root = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);

/**
 * Starts an earlier version, and the present one beside it on the same database while borrowers borrow and repay. A
 * proxy sends them to what is ready. Answers the problems that were found, as sentences.
 */
export async function upgradeUnderTraffic(seed: number): Promise<string[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'thumba-upgrade-'));
  // PostgreSQL runs as another user where this is root, and must get through to its folder.
  await chmod(dataDir, 0o711);
  try {
    return await withEarlierVersion((earlier) => upgrade(seed, earlier, dataDir));
  } finally {
    await stopPostgres(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Gives the work a folder with the earlier version. */
export async function withEarlierVersion<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'thumba-earlier-'));
  // PostgreSQL runs as another user where this is root, and must get through to its program.
  await chmod(folder, 0o711);
  try {
    await copyEarlierVersion(folder);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function copyEarlierVersion(folder: string): Promise<void> {
  const archive = path.join(folder, 'earlier.tar');
  await run('git', ['archive', '--output', archive, EARLIER_COMMIT], { cwd: root });
  await run('tar', ['-xf', archive], { cwd: folder });
  // Its own packages are relative links in there, and so must not be those of the present version.
  await cp(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
}

async function upgrade(seed: number, earlierSources: string, dataDir: string): Promise<string[]> {
  const { ownerUrl, programUrl } = await ensurePostgres({ dataDir, log: () => undefined });
  const keys = newKeys();
  const [earlierPort, presentPort, simulatorPort] = [await freePort(), await freePort(), await freePort()];
  const [earlierUrl, presentUrl] = [earlierPort, presentPort].map((port) => `http://127.0.0.1:${port}`);
  const simulatorUrl = `http://127.0.0.1:${simulatorPort}/sim`;
  const proxy = await startReadyProxy([earlierUrl!, presentUrl!]);
  const simulator = await startSimulator(simulatorUrl, ownerUrl, {
    ...simulatorTimes,
    airtelCallbackUrl: proxy.url + callbackPath('airtel', keysOf(keys).callbackSecret),
  });
  const settingsOn = (port: number) => () => ({
    ...operatorTimes,
    ...keys,
    ...WITHOUT_IDENTITY_CHECKS,
    HOST: '127.0.0.1',
    NOTICES: 'false',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: programUrl,
    DATABASE_OWNER_URL: ownerUrl,
    PUBLIC_URL: proxy.url,
    SIMULATOR_URL: simulatorUrl,
  });
  const earlier = serverProcess(earlierUrl!, settingsOn(earlierPort), () => earlierSources);
  const present = serverProcess(presentUrl!, settingsOn(presentPort));
  try {
    await earlier.start();
    const borrowers = await registerBorrowers({ url: proxy.url, simulatorUrl }, BORROWERS);
    let isOver = false;
    const upgraded = async () => {
      await sleep(BEFORE_MS);
      await present.start();
      await sleep(BESIDE_MS);
      await earlier.end('SIGTERM');
      await sleep(AFTER_MS);
    };
    const [loans] = await Promise.all([
      liveLoansUntil(borrowers, seed, () => isOver),
      upgraded().finally(() => {
        isOver = true;
      }),
    ]);
    const books = { databaseUrl: ownerUrl, simulatorUrl, sealing: createSealing(keysOf(keys)) };
    await untilQuiet(books, AT_REST_WITHIN_MS);
    const report = await checkBooks(books);
    console.log(JSON.stringify({ loans, answers: proxy.answers(), attempts: report.attempts }));
    const outputs = { earlier: earlier.output(), present: present.output() };
    return [...problemsOf(report), ...problemsOfAnswers(proxy), ...problemsOfLogs(outputs)];
  } finally {
    await Promise.all([earlier.end('SIGTERM'), present.end('SIGTERM')]);
    await untilEnded(simulator, 'SIGTERM');
    proxy.close();
  }
}

function problemsOf(report: Awaited<ReturnType<typeof checkBooks>>): string[] {
  return [
    ...report.problems,
    ...report.unknown.map((id) => `the outcome of ${id} is unknown`),
    ...Object.keys(report.loans).flatMap((state) => (state === 'settled' ? [] : [`a loan is ${state}`])),
  ];
}

function problemsOfAnswers(proxy: ReadyProxy): string[] {
  return proxy.failures().map((failure) => `a request failed: ${failure}`);
}

function problemsOfLogs(outputs: Record<string, string>): string[] {
  return Object.entries(outputs).flatMap(([version, output]) =>
    output
      .split('\n')
      .filter((line) => /"level":[56]0/.test(line))
      .map((line) => `${version}: ${line}`),
  );
}
