import { createStore } from 'zustand/vanilla';
import { isAnythingHalfDone, watchFields } from '../../platform/half-done.ts';
import { session } from '../../platform/session.ts';
import { tabStorage } from '../../platform/storage.ts';
import { partsToKeep } from './parts-to-keep.ts';

const CHECK_EVERY_MS = 30 * 60 * 1000;
const RELOAD_AFTER_MS = 1000;
/** A worker that has not taken over by then takes over during the reload. */
const LONGEST_ACTIVATION_MS = 10_000;
/** Limits reloads, in case every load finds another version. */
const CALM_MS = 60_000;
const LAST_UPDATE_KEY = 'lastUpdateAt';

/** `asking`: the borrower has something half-done and is asked before the new version starts. */
export const update = createStore<{ stage: 'none' | 'asking' | 'updating' }>(() => ({ stage: 'none' }));

let registration: ServiceWorkerRegistration | undefined;
let lastCheckAtMs = Date.now();
/** Another window has activated the new version while this page still runs the old one. */
let isBehind = false;

/** Registers the service worker, and follows its updates while the page is open. */
export async function keepUpToDate(): Promise<void> {
  watchFields();
  const { serviceWorker } = navigator;
  let isControlled = serviceWorker.controller !== null;
  tellStarted();
  serviceWorker.addEventListener('controllerchange', () => {
    tellStarted();
    if (isControlled) isBehind = true;
    isControlled = true;
    if (isBehind) bringNewVersion();
  });
  session.subscribe((state, before) => {
    if (state.token !== before.token) tellStarted();
  });
  try {
    registration = await serviceWorker.register('/sw.js', {
      scope: '/',
      type: 'classic',
      updateViaCache: 'none',
    });
    registration.addEventListener('updatefound', () => {
      const arriving = registration?.installing;
      arriving?.addEventListener('statechange', () => {
        if (arriving.state === 'installed' && isControlled) bringNewVersion();
      });
    });
    if (isControlled) void checkForUpdate();
  } catch (error) {
    console.warn(error);
  }
  setInterval(() => void checkForUpdate(), CHECK_EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    const isLongAgo = Date.now() - lastCheckAtMs >= CHECK_EVERY_MS;
    if (document.visibilityState === 'visible' && isLongAgo) void checkForUpdate();
  });
  // A part that is neither kept nor on the server belongs to an old version.
  window.addEventListener('vite:preloadError', () => void checkForUpdate());
}

/**
 * Asks the server for a newer version. A version that was put off before is offered again. False without a service
 * worker.
 */
export async function checkForUpdate(): Promise<boolean> {
  lastCheckAtMs = Date.now();
  try {
    await registration?.update();
  } catch (error) {
    console.warn(error);
  }
  if (registration?.waiting || isBehind) bringNewVersion();
  return registration !== undefined;
}

function bringNewVersion(): void {
  if (update.getState().stage !== 'none') return;
  if (isAnythingHalfDone()) update.setState({ stage: 'asking' });
  else if (!hasJustUpdated()) void activateUpdate();
}

export function putOffUpdate(): void {
  update.setState({ stage: 'none' });
}

/** Activates the waiting version and reloads the page, once. */
export async function activateUpdate(): Promise<void> {
  update.setState({ stage: 'updating' });
  const waiting = registration?.waiting;
  if (waiting) {
    const activated = new Promise<void>((resolve) => {
      waiting.addEventListener('statechange', () => waiting.state === 'activated' && resolve());
      setTimeout(resolve, LONGEST_ACTIVATION_MS);
    });
    waiting.postMessage({ type: 'SKIP_WAITING' });
    await activated;
  }
  setTimeout(() => {
    tabStorage.setItem(LAST_UPDATE_KEY, String(Date.now()));
    location.reload();
  }, RELOAD_AFTER_MS);
}

function hasJustUpdated(): boolean {
  return Date.now() - Number(tabStorage.getItem(LAST_UPDATE_KEY) ?? 0) < CALM_MS;
}

/** Reports to the worker that the page has started, and what to keep for use without a network. */
function tellStarted(): void {
  const isStanding = document.getElementById('root')?.querySelector('.shell-card') === null;
  if (isStanding) navigator.serviceWorker.controller?.postMessage({ type: 'STARTED', keep: partsToKeep() });
}
