/** Takes the focus to the first field that has something wrong, and shows it clear of the bars above and below. */
export function focusFirstProblem(form: HTMLElement | null): void {
  const field = form?.querySelector('[role="alert"]')?.parentElement;
  field?.querySelector<HTMLElement>('input:not([hidden]), select, button')?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}
