import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdInstallPrompt, type InstallPrompt, installation } from '../../platform/install-prompt.ts';
import { install } from './installation.ts';

const CHROME =
  'Mozilla/5.0 (Linux; Android 14; Infinix X6525) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

beforeEach(() => {
  const page = new EventTarget();
  const phone = { matchMedia: () => ({ matches: false }), onbeforeinstallprompt: null };
  vi.stubGlobal('window', Object.assign(page, phone));
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('document', { querySelector: () => ({}) });
  vi.stubGlobal('navigator', { userAgent: CHROME, maxTouchPoints: 5, serviceWorker: {} });
  vi.stubGlobal('location', { href: 'https://app.example.zm/home', pathname: '/home', search: '' });
  vi.stubGlobal('history', { pushState: () => undefined, state: null });
  holdInstallPrompt();
});
afterEach(() => {
  installation.setState(installation.getInitialState());
  vi.unstubAllGlobals();
});

/** The browser offers to install the app, and its person answers later. */
function offer() {
  let choose = (_outcome: string) => {};
  let fail = (_error: Error) => {};
  const userChoice = new Promise<{ outcome: string }>((resolve, reject) => {
    choose = (outcome) => resolve({ outcome });
    fail = reject;
  });
  const event: InstallPrompt = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: async () => undefined,
    userChoice,
  });
  window.dispatchEvent(event);
  return { event, choose, fail };
}

test('the app can be installed from the prompt of the browser until the person has answered it', async () => {
  expect(installation.getState().prompt).toBeNull();
  const { event, choose } = offer();
  expect(event.defaultPrevented).toBe(true);
  expect(installation.getState().prompt).toBe(event);
  const done = install();
  choose('dismissed');
  expect(await done).toBe(false);
  expect(installation.getState().prompt).toBeNull();
});

test('it is installing from the tap to the answer', async () => {
  const { choose } = offer();
  expect(installation.getState().isInstalling).toBe(false);
  const done = install();
  expect(installation.getState().isInstalling).toBe(true);
  choose('dismissed');
  await done;
  expect(installation.getState().isInstalling).toBe(false);
});

test('it is not installing any more after a prompt that failed', async () => {
  const warning = vi.spyOn(console, 'warn').mockReturnValue();
  const { fail } = offer();
  const done = install();
  fail(new Error('the prompt broke'));
  expect(await done).toBe(false);
  expect(warning).toHaveBeenCalledOnce();
  warning.mockRestore();
  expect(installation.getState()).toEqual({ prompt: null, isInstalling: false });
});

test('without a prompt there is nothing to install', async () => {
  expect(await install()).toBe(false);
  expect(installation.getState().isInstalling).toBe(false);
});
