import { createStore } from './store.ts';

/** Whether the search box is open. */
export const isSearchOpen = createStore(false);

export function openSearch(): void {
  isSearchOpen.set(true);
}
