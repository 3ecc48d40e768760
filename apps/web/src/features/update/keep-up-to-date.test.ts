import { afterEach, expect, test, vi } from 'vitest';
import { activateUpdate, update } from './keep-up-to-date.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the page loads again, once, 1000 ms after a new version took over', async () => {
  vi.useFakeTimers();
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  await activateUpdate();
  expect(update.getState().stage).toBe('updating');
  vi.advanceTimersByTime(999);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(reload).toHaveBeenCalledOnce();
});
