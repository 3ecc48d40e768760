import { isMainThread } from 'node:worker_threads';

// Loaded into the server by server.mjs. The channel to that script closes however the script ends, kill -9 included, and
// the server then stops as if it got SIGTERM. Unreferenced, the channel does not keep a finished server alive.
if (isMainThread && process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
