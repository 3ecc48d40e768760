import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../apps/server/src/platform/ports.ts';
import { ensurePostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { demoSettings } from '../../apps/server/src/simulator/settings.ts';
import { startSimulator, untilEnded } from '../support/processes.ts';

/*
 * npm run clients: published Python clients of the operators, unchanged, against the simulator. Each makes payments, and
 * afterwards the simulator's book must hold exactly those that the client reports. It ends with the status 1 if a client
 * finds an answer that it does not expect. Without Python or the package index it says so and ends with 0.
 */
const CLIENTS = {
  'momo-openapi': 'momo_openapi_client.py',
  'mtn-momo-client': 'mtn_momo_client.py',
  'mtnmomo-py': 'mtnmomo_py_client.py',
  'airtelmoney-py': 'airtelmoney_py_client.py',
};
const CACHE_FOLDER = path.join(import.meta.dirname, '../../node_modules/.cache/thumba');
const REQUIREMENTS = path.join(import.meta.dirname, 'requirements.txt');

type Finished = { status: number | null; stdout: string; stderr: string };

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: import.meta.dirname, env: { ...process.env, ...env } });
    const finished: Finished = { status: null, stdout: '', stderr: '' };
    child.stdout.on('data', (text) => {
      finished.stdout += text;
    });
    child.stderr.on('data', (text) => {
      finished.stderr += text;
    });
    child.on('error', (error) => resolve({ ...finished, stderr: error.message }));
    child.on('close', (status) => resolve({ ...finished, status }));
  });
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

/** A Python with the clients, or the reason why there is none. */
async function preparePython(): Promise<{ python: string } | { missing: string }> {
  const hash = createHash('sha256')
    .update(await readFile(REQUIREMENTS))
    .digest('hex');
  const folder = path.join(CACHE_FOLDER, `clients-${hash.slice(0, 12)}`);
  const python = path.join(folder, 'bin/python');
  const installed = await run(python, ['-c', 'import airtelmoney, momo_api, momo_openapi, mtnmomo']);
  if (installed.status === 0) return { python };
  const made = await run('python3', ['-m', 'venv', '--clear', folder]);
  if (made.status !== 0) return { missing: `Python 3 with venv is not here (${lastLine(made.stderr)})` };
  const install = await run(python, ['-m', 'pip', 'install', '--quiet', '--no-deps', '-r', REQUIREMENTS]);
  if (install.status !== 0) return { missing: `the packages cannot be had (${lastLine(install.stderr)})` };
  return { python };
}

type Payment = { id: string; outcome: string };

async function succeeded(url: string): Promise<Payment[]> {
  const book = await fetch(`${url}/api/book`);
  const { instructions } = (await book.json()) as { instructions: (Payment & { at: string })[] };
  return instructions
    .filter(({ outcome }) => outcome === 'succeeded')
    .map(({ at: _, ...payment }) => payment);
}

function inOneOrder(payments: Payment[]): string {
  const lines = payments.map((payment) => JSON.stringify(Object.entries(payment).sort()));
  return lines.sort().join('\n');
}

/** Undefined if the client and the simulator agree. */
async function problemWith(
  python: string,
  script: string,
  { url, signedUrl }: { url: string; signedUrl: string },
): Promise<string | undefined> {
  const before = new Set((await succeeded(url)).map(({ id }) => id));
  const given = { url, signedUrl, settings: demoSettings };
  const finished = await run(python, [script], {
    SIMULATOR: JSON.stringify(given),
    PYTHONDONTWRITEBYTECODE: '1',
  });
  if (finished.status !== 0) return finished.stderr.trim();
  const reported = JSON.parse(lastLine(finished.stdout)) as Payment[];
  const booked = (await succeeded(url)).filter(({ id }) => !before.has(id));
  if (reported.length > 0 && inOneOrder(reported) === inOneOrder(booked)) return undefined;
  return `the client reports\n${inOneOrder(reported)}\nand the book holds\n${inOneOrder(booked)}`;
}

async function tryClients(python: string): Promise<number> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'thumba-clients-'));
  // Started by root, PostgreSQL runs as another user, which must be able to reach its folder.
  await chmod(dataDir, 0o711);
  const postgres = await ensurePostgres({ dataDir, log: () => undefined });
  const address = async () => `http://127.0.0.1:${await freePort()}/sim`;
  const [url, signedUrl] = [await address(), await address()];
  const databaseUrl = postgres.urlOf('postgres');
  const simulators = [
    await startSimulator(url, databaseUrl, {}, 'plain'),
    await startSimulator(signedUrl, databaseUrl, { airtelMessageSigning: true }, 'signed'),
  ];
  let failures = 0;
  for (const [name, script] of Object.entries(CLIENTS)) {
    const problem = await problemWith(python, script, { url, signedUrl });
    console.log(`${problem === undefined ? 'PASSED ' : 'FAILED '} ${name}`);
    if (problem !== undefined) console.error(problem);
    failures += problem === undefined ? 0 : 1;
  }
  for (const simulator of simulators) await untilEnded(simulator, 'SIGTERM');
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
  return failures;
}

const prepared = await preparePython();
if ('missing' in prepared) {
  console.log(`NOT RUN: ${prepared.missing}. The clients ${Object.keys(CLIENTS).join(', ')} were not tried.`);
} else {
  process.exitCode = (await tryClients(prepared.python)) === 0 ? 0 : 1;
}
