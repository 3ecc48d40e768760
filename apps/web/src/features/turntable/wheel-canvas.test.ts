import { LuckyWheel } from 'lucky-canvas';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Drawn = { defaultConfig: object; stoppedAt: (number | undefined)[] };
const drawn: Drawn[] = [];

// There is no canvas here. The library's own class is kept for the part of it that needs none.
vi.mock('lucky-canvas', async (original) => {
  const library = await original<typeof import('lucky-canvas')>();
  class DrawnWheel {
    defaultConfig = {};
    stoppedAt: (number | undefined)[] = [];
    readonly config: { end: () => void };
    constructor(_place: unknown, config: { end: () => void }) {
      this.config = config;
      drawn.push(this);
    }
    play() {}
    stop(place?: number) {
      this.stoppedAt.push(place);
      this.config.end();
    }
  }
  return { ...library, LuckyWheel: Object.assign(DrawnWheel, { ofLibrary: library.LuckyWheel }) };
});

beforeEach(() => {
  vi.stubGlobal('document', { createElement: () => ({}), documentElement: {} });
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '#123456' }));
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => queueMicrotask(frame));
});
afterEach(() => vi.unstubAllGlobals());

const FIGURES = { speed: 20, accelerationTime: 2500, decelerationTime: 2500 };
const { theWheel } = await import('./wheel-canvas.ts');

test('the wheel turns at speed 20, takes 2500 ms to speed up and 2500 ms to slow down', () => {
  theWheel().show(['K5 off', 'Nothing', 'K10 off']);
  expect(drawn.at(-1)?.defaultConfig).toMatchObject(FIGURES);
  theWheel().show(['K5 off', 'Nothing', 'K10 off'], 2);
  expect(drawn.at(-1)?.defaultConfig).toMatchObject({ ...FIGURES, offsetDegree: -300 });
});

test('these are also the figures of its library', () => {
  const completed: Record<string, () => unknown> = {};
  const { ofLibrary } = LuckyWheel as unknown as { ofLibrary: typeof LuckyWheel };
  const { initComputed } = ofLibrary.prototype as unknown as { initComputed(): void };
  initComputed.call({
    $computed: (_wheel: unknown, name: string, complete: () => unknown) => {
      completed[name] = complete;
    },
  } as never);
  const wheel = { defaultConfig: { offsetDegree: 0 } };
  expect(completed._defaultConfig?.call(wheel)).toMatchObject(FIGURES);
});

test('it stops at the place of the prize, and says so when it has stopped', async () => {
  theWheel().start();
  await theWheel().stopAt(2);
  expect(drawn.at(-1)?.stoppedAt).toEqual([2]);
});
