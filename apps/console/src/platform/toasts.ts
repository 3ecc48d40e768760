import { createStore } from './store.ts';

type Toast = { toastId: number; text: string };

const SHOWN_MS = 6000;
let lastId = 0;

export const toasts = createStore<readonly Toast[]>([]);

/** Says that something was done. A failure is said where it happened, and stays. */
export function showToast(text: string): void {
  lastId += 1;
  const toast = { toastId: lastId, text };
  toasts.set([...toasts.get(), toast]);
  setTimeout(() => dismissToast(toast.toastId), SHOWN_MS);
}

export function dismissToast(toastId: number): void {
  toasts.set(toasts.get().filter((toast) => toast.toastId !== toastId));
}
