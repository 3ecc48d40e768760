import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeyValueStorage } from './storage.ts';

const VERSION = 1;

/**
 * A store that keeps its values under `keys` beyond the page. The library's own way supports storages and migrations
 * that this app does not need, and adds almost a kilobyte to the first load.
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

/** The kept values; none when they are unreadable or of another version. */
export function readPersisted<State>(storage: KeyValueStorage, name: string): Partial<State> {
  try {
    const { state, version } = JSON.parse(storage.getItem(name) ?? '{}');
    return version === VERSION ? state : {};
  } catch {
    return {};
  }
}
