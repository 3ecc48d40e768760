import { useEffect } from 'react';

const said = new Set<symbol>();

/** `isHalfDone`: a reload would lose something that no field, dialog or busy button shows. */
export function useHalfDone(isHalfDone: boolean): void {
  useEffect(() => {
    if (!isHalfDone) return;
    const begun = Symbol();
    said.add(begun);
    return () => void said.delete(begun);
  }, [isHalfDone]);
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const touched = new Set<Field>();

/** From now on the fields of every screen are watched. */
export function watchFields(): void {
  const remember = ({ target }: Event) => touched.add(target as Field);
  document.addEventListener('input', remember, true);
  document.addEventListener('change', remember, true);
}

/**
 * Whether a reload would lose something: an open overlay, a call in progress, typed text, or a use of `useHalfDone`.
 */
export function isAnythingHalfDone(): boolean {
  for (const field of touched) if (!field.isConnected) touched.delete(field);
  const isOpenOrBusy = document.querySelector('dialog[open], [aria-busy="true"]') !== null;
  return said.size > 0 || isOpenOrBusy || [...touched].some(holdsSomething);
}

function holdsSomething(field: Field): boolean {
  // A slider always has a value, and so does a group of choices.
  if (field.type === 'range' || field.type === 'radio') return false;
  // A switch is saved as soon as it is tapped.
  if (field.role === 'switch') return false;
  if (field instanceof HTMLInputElement && field.type === 'checkbox') return field.checked;
  return field.value !== '';
}
