import { createStore } from './store.ts';

export type Toast = { toastId: number; text: string };

let lastId = 0;

export const toasts = createStore<readonly Toast[]>([]);

/** Says that something was done. A failure is said where it happened, and stays. */
export function showToast(text: string): void {
  lastId += 1;
  toasts.set([...toasts.get(), { toastId: lastId, text }]);
}

export function dismissToast(toastId: number): void {
  toasts.set(toasts.get().filter((toast) => toast.toastId !== toastId));
}
