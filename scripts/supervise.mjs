import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './project.mjs';

/**
 * @typedef {object} Limits
 * @property {number} firstPauseMs Before the first restart. It doubles with each further one of the time.
 * @property {number} longestPauseMs
 * @property {number} mostRestarts
 * @property {number} withinMs The time in which restarts are counted.
 */

/** @type {Limits} */
const LIMITS = { firstPauseMs: 1_000, longestPauseMs: 30_000, mostRestarts: 10, withinMs: 15 * 60_000 };

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a server and starts it again if it ends by itself after it was ready. A server that was never ready has told the
 * person at the terminal why, and a server that ends with 0 or after a signal to this process was meant to. Answers the
 * last exit status.
 *
 * The server says that it is ready with the message `ready` over its channel.
 *
 * @param {string} command
 * @param {string[]} commandArguments
 * @param {import('node:child_process').SpawnOptions} options
 * @param {(line: string) => void} say
 * @param {Partial<Limits>} changedLimits
 * @returns {Promise<number>}
 */
export async function supervise(command, commandArguments, options, say, changedLimits = {}) {
  const limits = { ...LIMITS, ...changedLimits };
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of SIGNALS) process.on(signal, stop);
  let wasReady = false;
  /** @type {number[]} */
  let restartsAt = [];
  try {
    for (;;) {
      const status = await run(command, commandArguments, options, (child) => {
        child.on('message', (message) => {
          wasReady ||= message === 'ready';
        });
      });
      if (status === 0 || !wasReady || stopping.signal.aborted) return status;
      const now = performance.now();
      restartsAt = restartsAt.filter((at) => now - at < limits.withinMs);
      if (restartsAt.length >= limits.mostRestarts) {
        say(`The server ended ${restartsAt.length + 1} times in a short time and is not started again.`);
        return status;
      }
      const pauseMs = Math.min(limits.firstPauseMs * 2 ** restartsAt.length, limits.longestPauseMs);
      say(`The server ended with ${status} and is started again in ${pauseMs / 1000} s.`);
      restartsAt.push(now);
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return status;
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}
