import type { CallFailure } from './call-answer.ts';
import { toasts } from './toast.ts';

/**
 * Takes back the toast of a refusal that a form shows at its fields. The form learns of the refusal in the same task as
 * the toast, so the toast is never painted.
 */
export function shownAtFields({ message, fields }: CallFailure, shown: object): void {
  const names = Object.keys(fields);
  const areAllShown = names.length > 0 && names.every((name) => name in shown);
  if (areAllShown && toasts.getState().toast?.text === message) toasts.setState({ toast: null });
}
