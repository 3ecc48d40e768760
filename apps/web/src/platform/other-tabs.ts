import { useEffect } from 'react';

/** Old browsers have no such channel. Their tabs learn it when they are looked at again. */
const open = () =>
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('application');

/** Tells the other tabs of this browser that the borrower has applied for a loan. */
export function tellOtherTabs(): void {
  const channel = open();
  channel?.postMessage(null);
  channel?.close();
}

/** Calls `onApplied` when the borrower has applied for a loan in another tab. */
export function useAppliedInOtherTab(onApplied: () => unknown): void {
  useEffect(() => {
    const channel = open();
    channel?.addEventListener('message', () => onApplied());
    return () => channel?.close();
  }, [onApplied]);
}
