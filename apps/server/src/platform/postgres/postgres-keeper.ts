import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { type EmbeddedPostgres, ensurePostgres, newStarter } from './embedded-postgres.ts';

export type PostgresFigures = {
  /** How often it was started again after it had ended, and how often that failed. */
  started: number;
  failed: number;
};

export type KeptPostgres = {
  figures(): PostgresFigures;
  /** It runs again, at an address that the program does not use. The program has to be started again. */
  moved: Promise<void>;
  /** Ends the watch, and PostgreSQL as `EmbeddedPostgres.stop` does. */
  stop(): Promise<void>;
};

const LOOK_EVERY_MS = 1_000;
const CONNECT_MS = 5_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** After this time without an end the pauses begin anew. */
const STABLE_AFTER_MS = 60_000;

/**
 * Starts PostgreSQL again when it has ended while the program runs: killed, out of memory, or by itself because its disk
 * was full. The first try is made at once, the next ones after growing pauses.
 */
export function keepPostgres(
  first: EmbeddedPostgres,
  options: {
    dataDir: string;
    log: Log;
  },
): KeptPostgres {
  const { dataDir, log } = options;
  const figures: PostgresFigures = { started: 0, failed: 0 };
  const stopping = new AbortController();
  const { promise: moved, resolve: move } = Promise.withResolvers<void>();
  let postgres = first;
  let pauseMs = 0;
  let runsSince = performance.now();

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (await isListening(postgres)) await pause(LOOK_EVERY_MS);
      else await startAgain();
    }
  }

  async function startAgain(): Promise<void> {
    const reference = randomUUID().slice(0, 8);
    log.error({ reference }, 'PostgreSQL has ended and is started again');
    if (performance.now() - runsSince > STABLE_AFTER_MS) pauseMs = 0;
    // A try can break off after PostgreSQL has started. The next one finds it running, and it was started here all the same.
    const starter = newStarter();
    for (let failed = 0; !stopping.signal.aborted; failed += 1) {
      await pause(pauseMs);
      pauseMs = Math.min(pauseMs * 2 || FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
      try {
        const say = (line: string) => log.info({ reference }, line);
        return useAgain(await ensurePostgres({ dataDir, log: say, starter }), reference);
      } catch (error) {
        figures.failed += 1;
        // The log of PostgreSQL has the reasons of the later tries.
        if (failed === 0) log.error({ err: error, reference }, 'PostgreSQL could not be started again');
      }
    }
  }

  function useAgain(again: EmbeddedPostgres, reference: string): void {
    const isMoved = again.programUrl !== postgres.programUrl;
    postgres = again;
    runsSince = performance.now();
    if (!again.adopted) figures.started += 1;
    log.warn({ reference, isMoved }, 'PostgreSQL runs again');
    if (isMoved) move();
  }

  async function pause(waitMs: number): Promise<void> {
    await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
  }

  const watching = watch();
  return {
    figures: () => ({ ...figures }),
    moved,
    async stop() {
      stopping.abort();
      await watching;
      await postgres.stop();
    },
  };
}

/** A killed process can stay in the list of processes for a while. Its port is free at once. */
async function isListening({ programUrl }: EmbeddedPostgres): Promise<boolean> {
  const { hostname, port } = new URL(programUrl);
  const socket = connect({ host: hostname, port: Number(port), timeout: CONNECT_MS });
  socket.on('timeout', () => socket.destroy());
  try {
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}
