import { afterEach, expect, test, vi } from 'vitest';
import { activateUpdate, keepUpToDate, update } from './keep-up-to-date.ts';

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
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  expect(reload).toHaveBeenCalledOnce();
});

const HALF_AN_HOUR_MS = 1_800_000;

/** A page that a service worker already controls, and what it asked the browser for. */
async function startControlledPage() {
  vi.useFakeTimers();
  const registration = Object.assign(new EventTarget(), { update: vi.fn(async () => undefined) });
  const register = vi.fn(async () => registration);
  const controller = { postMessage: vi.fn() };
  vi.stubGlobal('navigator', { serviceWorker: Object.assign(new EventTarget(), { controller, register }) });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { getElementById: () => null }));
  vi.stubGlobal('window', new EventTarget());
  await keepUpToDate();
  return { register, checks: registration.update };
}

test('the service worker is registered at /sw.js, for the whole site, as a classic script', async () => {
  const { register } = await startControlledPage();
  expect(register.mock.calls).toEqual([['/sw.js', { scope: '/', type: 'classic', updateViaCache: 'none' }]]);
});

test('a new version is looked for at the start and then every 30 minutes exactly', async () => {
  const { checks } = await startControlledPage();
  expect(checks).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(HALF_AN_HOUR_MS - 1);
  expect(checks).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(checks).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(HALF_AN_HOUR_MS);
  expect(checks).toHaveBeenCalledTimes(3);
});
