import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeyValueStorage } from './storage.ts';

const VERSION = 1;

/**
 * A store whose values under `keys` outlive the page. The library's own way of doing so is for storages and migrations
 * that this app has not, and would cost the first load most of a kilobyte.
 */
export function createPersistedStore<State extends object>(
  storage: KeyValueStorage,
  name: string,
  initial: State,
  keys: readonly (keyof State)[],
): StoreApi<State> {
  const store = createStore<State>(() => ({ ...initial, ...readPersisted<State>(storage, name) }));
  store.subscribe((state) => {
    const kept = Object.fromEntries(keys.map((key) => [key, state[key]]));
    storage.setItem(name, JSON.stringify({ state: kept, version: VERSION }));
  });
  return store;
}

/** What was kept; nothing when that is unreadable or of another version. */
export function readPersisted<State>(storage: KeyValueStorage, name: string): Partial<State> {
  try {
    const { state, version } = JSON.parse(storage.getItem(name) ?? '{}');
    return version === VERSION ? state : {};
  } catch {
    return {};
  }
}
