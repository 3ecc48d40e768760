import { createServer } from 'node:net';
import { StartFailure } from './start-failure.ts';

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port could be had');
  return address.port;
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
