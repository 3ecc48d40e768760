import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const LOOK_EVERY_MS = 50;
const MAX_WAIT_MS = 20_000;

/**
 * Lets a closing server wait for requests and for nothing else: not for connections that are kept alive after their
 * answer or were opened ahead and never used, and not for ever for a request of which the rest never comes.
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
