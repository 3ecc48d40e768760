import { createStore } from 'zustand/vanilla';

export type Toast = { id: number; kind: 'failure' | 'success' | 'loading'; text: string };

const FAILURE_TOAST_MS = 3000;
const SUCCESS_TOAST_MS = 2000;
/** A call that is faster than this shows no loading toast, because a flash would disturb. */
const LOADING_TOAST_DELAY_MS = 400;

export const toasts = createStore<{ toast: Toast | null }>(() => ({ toast: null }));

let lastId = 0;

function show(kind: Toast['kind'], text: string): number {
  lastId += 1;
  toasts.setState({ toast: { id: lastId, kind, text } });
  return lastId;
}

function hide(id: number): void {
  if (toasts.getState().toast?.id === id) toasts.setState({ toast: null });
}

/** Resolves when the toast is gone. */
export function showFailure(text: string): Promise<void> {
  const id = show('failure', text);
  return new Promise((resolve) => {
    setTimeout(() => resolve(hide(id)), FAILURE_TOAST_MS);
  });
}

export function showSuccess(text: string): void {
  const id = show('success', text);
  setTimeout(() => hide(id), SUCCESS_TOAST_MS);
}

/** Shows that the app waits, until it is stopped. */
export function showWaiting(text: string): () => void {
  const id = show('loading', text);
  return () => hide(id);
}

/** Shows a loading toast unless it is stopped first. */
export function startLoading(text: string): () => void {
  let id: number | undefined;
  const timer = setTimeout(() => {
    id = show('loading', text);
  }, LOADING_TOAST_DELAY_MS);
  return () => {
    clearTimeout(timer);
    if (id !== undefined) hide(id);
  };
}
