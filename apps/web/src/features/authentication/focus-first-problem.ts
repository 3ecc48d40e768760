/** Takes the focus to the first field that has something wrong, so that nobody has to look for it. */
export function focusFirstProblem(form: HTMLElement | null): void {
  const message = form?.querySelector('[role="alert"]');
  const field = message?.parentElement?.querySelector<HTMLElement>('input:not([hidden]), select, button');
  field?.focus();
}
