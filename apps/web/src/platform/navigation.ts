import { type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import type { BaseLocationHook } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';

/**
 * Only this file writes to the browser's history. An entry's state is `page` for a page this app added, or `overlay`
 * for an open overlay, so that the back button closes the overlay.
 */
type EntryState = { page?: true; overlay?: string } | null;

const entry = (): EntryState => history.state as EntryState;

type NavigateOptions = { replace?: boolean };

/** Goes to a page. An overlay's entry is replaced, so that going back does not lead to a closed overlay. */
export function navigate(to: string | URL, { replace = false }: NavigateOptions = {}): void {
  isFocusDue = true;
  const isOverlay = entry()?.overlay !== undefined;
  const method = replace || isOverlay ? 'replaceState' : 'pushState';
  history[method]({ page: true } satisfies EntryState, '', to);
}

export const useAppLocation: BaseLocationHook = () => [useBrowserLocation()[0], navigate];

/** Back to where the borrower came from, or to `parent` when the page was opened from outside. */
export function goBack(parent: string): void {
  isFocusDue = true;
  if (entry()?.page) history.back();
  else navigate(parent, { replace: true });
}

let isFocusDue = false;

/** For a page that comes without a navigation. */
export function focusNextHeading(): void {
  isFocusDue = true;
}

/** After a navigation the new page's heading takes the focus, so that a screen reader starts there. */
export function useHeadingFocus(isWanted = true): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (!isWanted || !isFocusDue || document.querySelector('dialog[open]')) return;
    isFocusDue = false;
    heading.current?.focus({ preventScroll: true });
  }, [isWanted]);
  return heading;
}

type OpenOverlay = { key: string; close: () => void };

const openOverlays: OpenOverlay[] = [];
const loadKey = Math.random().toString(36).slice(2);

const isOpen = (key: string) => openOverlays.some((overlay) => overlay.key === key);

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    isFocusDue = true;
    const key = entry()?.overlay;
    if (key !== undefined && !isOpen(key)) {
      // This overlay closed together with the one above it, so its entry is skipped.
      history.back();
      return;
    }
    const stillOpen = openOverlays.findIndex((overlay) => overlay.key === key);
    for (const overlay of openOverlays.slice(stillOpen + 1).reverse()) overlay.close();
  });
}

/** Gives an overlay its own history entry while it is mounted. */
export function useOverlayEntry(onClose: () => void): void {
  const key = loadKey + useId();
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    openOverlays.push({ key, close: () => close.current() });
    const current = entry()?.overlay;
    if (current === undefined) history.pushState({ overlay: key } satisfies EntryState, '');
    else if (isOpen(current) && current !== key) history.pushState({ overlay: key } satisfies EntryState, '');
    else history.replaceState({ overlay: key } satisfies EntryState, '');
    return () => {
      openOverlays.splice(
        openOverlays.findIndex((overlay) => overlay.key === key),
        1,
      );
      // Deferred, because an overlay that replaces this one reuses its entry.
      setTimeout(() => {
        if (entry()?.overlay === key && !isOpen(key)) history.back();
      });
    };
  }, [key]);
}
