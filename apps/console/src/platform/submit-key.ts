import type { KeyboardEvent } from 'react';

/**
 * Ctrl Enter presses the button that sends, wherever the focus is in the form or dialog. A key that is held down does
 * not: it may have opened the dialog.
 */
export function pressSubmit(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
  event.preventDefault();
  if (event.repeat) return;
  event.currentTarget.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
}
