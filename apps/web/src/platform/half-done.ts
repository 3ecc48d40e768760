import { useEffect } from 'react';

const said = new Set<symbol>();

/** While `isHalfDone`, a reload would lose what is on the screen although no field, dialog or busy button shows it. */
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

/** From now on every field of every screen counts by itself. */
export function watchFields(): void {
  const remember = ({ target }: Event) => touched.add(target as Field);
  document.addEventListener('input', remember, true);
  document.addEventListener('change', remember, true);
}

/** Whether a reload would lose something: an open overlay, a call that a button sends, typed fields, or what said so. */
export function isAnythingHalfDone(): boolean {
  for (const field of touched) if (!field.isConnected) touched.delete(field);
  const isOpenOrBusy = document.querySelector('dialog[open], [aria-busy="true"]') !== null;
  return said.size > 0 || isOpenOrBusy || [...touched].some(holdsSomething);
}

function holdsSomething(field: Field): boolean {
  // A slider always stands somewhere, and so does one of several choices.
  if (field.type === 'range' || field.type === 'radio') return false;
  // What a switch says is kept as soon as it is switched.
  if (field.role === 'switch') return false;
  if (field instanceof HTMLInputElement && field.type === 'checkbox') return field.checked;
  return field.value !== '';
}
