import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { StartFailure } from './start-failure.ts';

/** Systems take the ports of outgoing connections from numbers above these. */
const FIRST_PORT = 12_000;
const LAST_PORT = 31_999;
const ATTEMPTS = 50;

/** A free port of this machine, which no outgoing connection of another program can take before it is used. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (await isFree(port)) return port;
  }
  throw new Error(`none of ${ATTEMPTS} ports is free`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Run before anything is set up, so that a second copy of the program, started by mistake, leaves nothing behind. */
export async function refuseTakenPort(port: number, host: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    throw listenFailure(error, port);
  });
  await new Promise((resolve) => server.close(resolve));
}

/** Why the server cannot listen on a port: one line where the port is the reason, else the error itself. */
export function listenFailure(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartFailure(`Port ${port} is in use: choose another with PORT=…`);
  }
  if (error.code === 'EACCES') {
    return new StartFailure(`Port ${port} may not be used by this account: choose another with PORT=…`);
  }
  return error;
}
