/** Moves the focus to the first field with a message, and scrolls it clear of the bars above and below. */
export function focusFirstProblem(form: HTMLElement | null): void {
  const field = form?.querySelector('[role="alert"]')?.parentElement;
  field?.querySelector<HTMLElement>('input:not([hidden]), select, button')?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}
