import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a program and PostgreSQL, and can stop passing bytes as a network does that drops packets. */
export type SilentProxy = {
  /** The same database through the proxy. */
  through(databaseUrl: string): string;
  /** The open connections pass no more bytes and stay open. New ones are served. */
  fallSilent(): void;
  /** New connections pass no bytes either, until `wake`. */
  staySilent(): void;
  wake(): void;
  close(): void;
};

/** `databaseUrl` is read at each connection, because a database that starts again may have another port. */
export async function startSilentProxy(databaseUrl: () => string): Promise<SilentProxy> {
  const open = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const target = new URL(databaseUrl());
    keep(near);
    if (isSilent) {
      near.pause();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    keep(far);
    near.pipe(far).pipe(near);
    // A database that ends its side ends the program's side too, unless the connection fell silent before.
    far.on('close', () => !isSilenced.has(near) && near.destroy());
    near.on('close', () => !isSilenced.has(far) && far.destroy());
  });
  const isSilenced = new WeakSet<Socket>();
  function keep(socket: Socket): void {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
  }
  function fallSilent(): void {
    for (const socket of open) {
      isSilenced.add(socket);
      socket.unpipe().pause();
    }
  }
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    through(url) {
      const changed = new URL(url);
      changed.host = `127.0.0.1:${port}`;
      return changed.href;
    },
    fallSilent,
    staySilent() {
      isSilent = true;
      fallSilent();
    },
    wake() {
      isSilent = false;
    },
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
