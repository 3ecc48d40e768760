import { useStore } from 'zustand';
import { type InstallPrompt, installation } from '../../platform/install-prompt.ts';
import { navigate } from '../../platform/navigation.ts';
import { browserStorage, session } from '../../platform/session.ts';
import { type Browser, type InstallWay, installWay } from './install-way.ts';

const PROMPT_WAIT_MS = 1000;
const VISITS_KEY = 'visits';

/** Our own prompt, for a browser that gave none. Accepting it installs nothing: the borrower installs by hand. */
class OwnInstallPrompt extends Event implements InstallPrompt {
  readonly userChoice = Promise.resolve({ outcome: 'accepted' });
  readonly prompt = () => Promise.resolve();
}

/** A second after the load without a prompt of the browser, our own is used, unless the app is installed. */
export function offerInstallation(): void {
  browserStorage.setItem(VISITS_KEY, String(visits() + 1));
  window.addEventListener('appinstalled', () => installation.setState({ prompt: null }));
  setTimeout(() => {
    const { prompt } = installation.getState();
    if (prompt !== null || thisBrowser().isInstalled) return;
    window.dispatchEvent(new OwnInstallPrompt('beforeinstallprompt', { cancelable: true }));
  }, PROMPT_WAIT_MS - sinceLoadMs());
}

/** This file arrives some time after the load of the page. */
function sinceLoadMs(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page ? performance.now() - page.loadEventStart : 0;
}

/** How often the app was opened on this phone. The first time, installing is not offered. */
export function visits(): number {
  return Number(browserStorage.getItem(VISITS_KEY) ?? 0);
}

/** How this phone can install the app, and whether it is doing so. */
export function useInstallation(): { way: InstallWay | undefined; isInstalling: boolean } {
  const { prompt, isInstalling } = useStore(installation);
  return { way: wayWith(prompt), isInstalling };
}

/**
 * Shows the prompt, and goes to the root of the site when the borrower accepts, where the installed app opens too.
 * Only the browser's own prompt confirms an installation.
 */
export async function install(): Promise<boolean> {
  const { prompt } = installation.getState();
  const way = wayWith(prompt);
  if (prompt === null || (way !== 'prompt' && way !== 'menu')) return false;
  installation.setState({ isInstalling: true });
  try {
    await prompt.prompt();
    const { outcome } = await prompt.userChoice;
    if (outcome !== 'accepted') return false;
    if (way === 'prompt') window.dispatchEvent(new Event('pwa-installed'));
    navigate(
      `/?${new URLSearchParams({ source: 'pwa', appChannelCode: session.getState().appChannelCode })}`,
    );
    return true;
  } catch (error) {
    console.warn(error);
    return false;
  } finally {
    installation.setState({ prompt: null, isInstalling: false });
  }
}

function wayWith(prompt: InstallPrompt | null): InstallWay | undefined {
  if (prompt === null) return installWay(thisBrowser(), 'none');
  return installWay(thisBrowser(), prompt instanceof OwnInstallPrompt ? 'own' : 'browser');
}

function thisBrowser(): Browser {
  const isStandalone =
    window.matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true);
  return {
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    isCapable:
      'onbeforeinstallprompt' in window &&
      'serviceWorker' in navigator &&
      document.querySelector('link[rel="manifest"]') !== null,
    isInstalled: isStandalone || session.getState().device === 'Android',
  };
}
