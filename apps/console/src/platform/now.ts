import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

const TICK_MS = 15_000;
const now = createStore(Date.now());
let readers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** The time, which moves on four times a minute while something on the page says how long ago. */
export function useNowMs(): number {
  useEffect(() => {
    readers += 1;
    if (readers === 1) {
      now.set(Date.now());
      timer = setInterval(() => now.set(Date.now()), TICK_MS);
    }
    return () => {
      readers -= 1;
      if (readers === 0) clearInterval(timer);
    };
  }, []);
  return useStore(now);
}
