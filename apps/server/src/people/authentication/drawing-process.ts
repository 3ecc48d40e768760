import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Log } from '../../platform/log.ts';
import { inTurn, startProgram } from '../../platform/program-process.ts';

const PROGRAM = path.join(import.meta.dirname, 'drawing-program.ts');

export type DrawingRequest = { bytes: Uint8Array; maxPixels: number };
export type DrawingRefusal = 'too_many_pixels' | 'broken' | 'not_in_time';
export type Draw = (bytes: Buffer) => Promise<Outcome<Buffer, DrawingRefusal>>;

type DrawingLimits = { maxMegapixels: number; timeoutMs?: number | undefined; idleMs?: number };

/** Draws pictures in a process of its own, because an unpacked picture takes up to four bytes a pixel. */
export function createDraw(log: Log, limits: DrawingLimits, start = startDrawingProgram): Draw {
  const { maxMegapixels, timeoutMs = 15_000, idleMs = 5_000 } = limits;
  const named = { work: 'drawing', object: 'a picture' };
  const draw = inTurn<DrawingRequest, Uint8Array | DrawingRefusal>({
    ...named,
    log,
    timeoutMs,
    idleMs,
    start,
  });
  return async (bytes) => {
    const outcome = await draw({ bytes, maxPixels: maxMegapixels * 1_000_000 });
    if (outcome.kind !== 'answered') return refuse(outcome.kind === 'failed' ? 'broken' : 'not_in_time');
    const { answer } = outcome;
    return typeof answer === 'string' ? refuse(answer) : allow(Buffer.from(answer));
  };
}

export function startDrawingProgram(whenEnded: () => void): ChildProcess {
  return startProgram(PROGRAM, whenEnded);
}
