const SHORT_MS = 30;

/** A short vibration after a success. There is none for a person who asked their phone for less motion. */
export function vibrateOnSuccess(): void {
  if (typeof navigator.vibrate !== 'function') return;
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  // Before the first tap a browser refuses it, and says so on its console.
  if (navigator.userActivation?.hasBeenActive === false) return;
  navigator.vibrate(SHORT_MS);
}
