import { useEffect, useRef } from 'react';
import { createStore, useStore } from './store.ts';

/** A key of the page. `keys` are pressed one after the other, as in `g r`. */
export type PageKey = {
  keys: string;
  does: string;
  run: () => void;
  /** It moves within a list, so that it means something only where the focus is. */
  isMove?: boolean;
};

type KeyGroup = { title: string; keys: readonly PageKey[] };

const groups = createStore<readonly KeyGroup[]>([]);

/** The keys that work now, for the list of keys. */
export function useKeyGroups(): readonly KeyGroup[] {
  return useStore(groups);
}

/** Offers keys while the part of the page is shown. They do nothing while a person types or a dialog is open. */
export function useKeys(title: string, keys: readonly PageKey[]): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  const names = keys.map((key) => key.keys).join(',');
  useEffect(() => {
    if (names === '') return;
    const group: KeyGroup = {
      title,
      get keys() {
        return latest.current;
      },
    };
    groups.set([...groups.get(), group]);
    return () => groups.set(groups.get().filter((other) => other !== group));
  }, [title, names]);
}

const PAUSE_MS = 1000;
let pending = '';
let pendingAtMs = 0;

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}

/** What a key means for the page: a letter is small with Caps Lock too, and large with Shift alone. */
export function letterOf({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): string {
  if (!/^[a-z]$/i.test(key)) return key;
  return shiftKey ? key.toUpperCase() : key.toLowerCase();
}

function onKeyDown(event: KeyboardEvent): void {
  const isCommand = event.ctrlKey || event.metaKey;
  if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open]')) return;
  if (!isCommand && isTyping(event.target)) return;
  const pressed = isCommand ? `Ctrl ${event.key.toUpperCase()}` : letterOf(event);
  const isSoon = event.timeStamp - pendingAtMs < PAUSE_MS;
  const typed = isSoon && pending !== '' && !isCommand ? `${pending} ${pressed}` : pressed;
  // The part that was shown last is above the others.
  const keys = groups
    .get()
    .toReversed()
    .flatMap((group) => group.keys);
  const found = keys.find((key) => key.keys === typed) ?? keys.find((key) => key.keys === pressed);
  pending = found || !keys.some((key) => key.keys.startsWith(`${pressed} `)) ? '' : pressed;
  pendingAtMs = event.timeStamp;
  if (!found) return;
  event.preventDefault();
  found.run();
}

export function listenToKeys(): void {
  addEventListener('keydown', onKeyDown);
}
