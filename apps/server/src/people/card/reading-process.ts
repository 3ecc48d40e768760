import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Log } from '../../platform/log.ts';
import { inTurn, startProgram } from '../../platform/program-process.ts';
import type { CardReader, CardReading, ReadingOutcome } from './card-reader.ts';

const PROGRAM = path.join(import.meta.dirname, 'reading-program.ts');

export type ReadingRequest = { front: Uint8Array; back: Uint8Array | undefined };
export type ReadingAnswer = { reading: CardReading } | 'failed';

type ReadingLimits = {
  /** How many cards may wait or be read. A further one is told that the reader is busy. */
  atOnce?: number;
  timeoutMs?: number;
  idleMs?: number;
};

/** Reads cards in a process of its own, which can be ended in the middle of a computation. */
export function createCardReader(
  log: Log,
  limits: ReadingLimits = {},
  start = startReadingProgram,
): CardReader {
  const { atOnce = 8, timeoutMs = 90_000, idleMs = 60_000 } = limits;
  const named = { work: 'reading', object: 'a card' };
  const ask = inTurn<ReadingRequest, ReadingAnswer>({ ...named, log, timeoutMs, idleMs, start });
  let waiting = 0;

  return {
    async read(open): Promise<ReadingOutcome> {
      if (waiting >= atOnce) return { kind: 'busy' };
      waiting += 1;
      try {
        const outcome = await ask(await open());
        if (outcome.kind !== 'answered') return { kind: 'ended' };
        if (outcome.answer === 'failed') return { kind: 'failed' };
        return { kind: 'read', reading: outcome.answer.reading };
      } finally {
        waiting -= 1;
      }
    },
  };
}

export function startReadingProgram(whenEnded: () => void): ChildProcess {
  return startProgram(PROGRAM, whenEnded);
}
