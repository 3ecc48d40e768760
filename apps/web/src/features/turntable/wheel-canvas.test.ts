import { LuckyWheel } from 'lucky-canvas';
import { expect, test } from 'vitest';

test('the wheel turns by the figures of its library: speed 20, 2500 ms to speed up and 2500 ms to slow down', () => {
  // Without a page there is no canvas, so only the part that completes its settings is tested.
  const wheel = { defaultConfig: { offsetDegree: 0 } };
  const completed: Record<string, () => unknown> = {};
  const { initComputed } = LuckyWheel.prototype as unknown as { initComputed(): void };
  initComputed.call({
    $computed: (_wheel: unknown, name: string, complete: () => unknown) => {
      completed[name] = complete;
    },
  } as never);
  expect(completed._defaultConfig?.call(wheel)).toMatchObject({
    speed: 20,
    accelerationTime: 2500,
    decelerationTime: 2500,
  });
});
