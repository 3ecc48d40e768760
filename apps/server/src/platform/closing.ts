import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const LOOK_EVERY_MS = 50;
const MAX_WAIT_MS = 20_000;

/**
 * Makes a closing server wait only for requests in progress. Connections without a request are ended: those kept alive
 * after an answer, and those opened in advance. After a limit, a request that never arrived in full is cut off too.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  let look: NodeJS.Timeout | undefined;
  let patience: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    look = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, LOOK_EVERY_MS);
    patience = setTimeout(() => app.server.closeAllConnections(), MAX_WAIT_MS);
  });
  app.addHook('onClose', async () => {
    clearInterval(look);
    clearTimeout(patience);
  });
}
