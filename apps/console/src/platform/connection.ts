import { createStore } from './store.ts';

/** Whether the last call was answered. */
export const connection = createStore<'connected' | 'offline' | 'server_away'>(
  typeof navigator === 'undefined' || navigator.onLine ? 'connected' : 'offline',
);

/** Follows what the browser knows of its network. */
export function watchNetwork(onBack: () => void): void {
  addEventListener('offline', () => connection.set('offline'));
  addEventListener('online', onBack);
}
