import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FromDetector } from './messages.ts';
import { GuideFailure, startDetector } from './start-detector.ts';

/* The browser's worker, whose program may not arrive, not answer, or end. */

type Answers = { onReady: FromDetector | undefined; onLook: FromDetector | undefined };

let answers: Answers;
let started: number;
let running: number;

class BrowserWorker {
  onmessage: ((event: { data: FromDetector }) => void) | undefined;
  onerror: (() => void) | undefined;
  constructor() {
    started += 1;
    running += 1;
    queueMicrotask(() => answers.onReady && this.onmessage?.({ data: answers.onReady }));
  }
  postMessage(): void {
    queueMicrotask(() => answers.onLook && this.onmessage?.({ data: answers.onLook }));
  }
  terminate(): void {
    running -= 1;
  }
}

const seen = { state: 'seen', look: { faces: [], brightness: 200 } } as const;
const pixels = () => ({ data: new Uint8ClampedArray(4) }) as unknown as ImageData;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', BrowserWorker);
  started = 0;
  running = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a detector that is ready answers each look, and ends when it is stopped', async () => {
  answers = { onReady: { state: 'ready' }, onLook: seen };
  const detector = await startDetector(new AbortController().signal);
  expect(await detector.look(pixels())).toEqual(seen.look);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await detector.look(pixels())).toEqual(seen.look);
  detector.stop();
  expect(running).toBe(0);
});

test('a detector that never says that it is ready is given up', async () => {
  answers = { onReady: undefined, onLook: undefined };
  const given = expect(startDetector(new AbortController().signal)).rejects.toBeInstanceOf(GuideFailure);
  await vi.advanceTimersByTimeAsync(45_000);
  await given;
  expect(running).toBe(0);
});

test.each<[string, FromDetector | undefined]>([
  ['never answers', undefined],
  ['says that it failed', { state: 'failed' }],
])('a look that %s ends as an error', async (_name, onLook) => {
  answers = { onReady: { state: 'ready' }, onLook };
  const detector = await startDetector(new AbortController().signal);
  const looked = expect(detector.look(pixels())).rejects.toBeInstanceOf(GuideFailure);
  await vi.advanceTimersByTimeAsync(10_000);
  await looked;
  expect(running).toBe(0);
  await expect(detector.look(pixels())).rejects.toBeInstanceOf(GuideFailure);
});

test('a look that waits ends when the screen is left, so that the camera is switched off', async () => {
  answers = { onReady: { state: 'ready' }, onLook: undefined };
  const abort = new AbortController();
  const detector = await startDetector(abort.signal);
  const looked = expect(detector.look(pixels())).rejects.toBeInstanceOf(GuideFailure);
  abort.abort();
  await looked;
});

test('a screen that was left before starts no detector', async () => {
  answers = { onReady: { state: 'ready' }, onLook: seen };
  await expect(startDetector(AbortSignal.abort())).rejects.toBeInstanceOf(GuideFailure);
  expect(started).toBe(0);
});
