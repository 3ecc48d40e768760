import { afterEach, expect, test, vi } from 'vitest';
import { holdInstallPrompt, installation } from '../../platform/install-prompt.ts';
import { offerInstallation } from './installation.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page that was handed no prompt within 1000 ms makes its own, which resolves as accepted', async () => {
  vi.useFakeTimers();
  const page = new EventTarget();
  vi.stubGlobal('window', Object.assign(page, { matchMedia: () => ({ matches: false }) }));
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('document', { querySelector: () => null });
  holdInstallPrompt();
  offerInstallation();
  vi.advanceTimersByTime(999);
  expect(installation.getState().prompt).toBeNull();
  vi.advanceTimersByTime(1);
  expect(await installation.getState().prompt?.userChoice).toEqual({ outcome: 'accepted' });
});
