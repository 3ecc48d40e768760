/** Where the focus is, and what may take it once that part of the page is gone. */
type Place = { element: HTMLElement; around: readonly Element[]; rows: readonly Element[] };

let place: Place | undefined;

function onFocusIn({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement)) return;
  const around: Element[] = [];
  for (let outer = target.parentElement; outer; outer = outer.parentElement) around.push(outer);
  place = { element: target, around, rows: rowsFrom(target.closest('tbody > tr')) };
}

/** The row of the focus, the rows after it, and then the rows before it, the nearest first. */
function rowsFrom(row: Element | null): Element[] {
  const rows = [...(row?.parentElement?.children ?? [])];
  const at = row === null ? 0 : rows.indexOf(row);
  return [...rows.slice(at), ...rows.slice(0, at).toReversed()];
}

function onChange(): void {
  if (place === undefined || place.element.isConnected) return;
  const lost = place;
  place = undefined;
  if (document.activeElement === document.body) successorOf(lost)?.focus();
}

function successorOf({ around, rows }: Place): HTMLElement | null {
  const kept = around.filter(({ isConnected }) => isConnected);
  const dialog = kept.find((outer) => outer.matches('dialog[open]'));
  if (dialog) return dialog as HTMLElement;
  for (const row of rows) {
    const control = row.isConnected ? row.querySelector<HTMLElement>('a[href], button') : null;
    if (control) return control;
  }
  const headings = kept.map((outer) => outer.matches('section') && outer.querySelector<HTMLElement>('h2'));
  return headings.find((heading) => heading) || document.querySelector<HTMLElement>('h1');
}

/**
 * Keeps the focus on the page. When the element that has it is taken away, the browser drops the focus, and the next Tab
 * begins at the top. So the next row takes it, or the heading of the card, or the heading of the page.
 */
export function keepFocus(): void {
  addEventListener('focusin', onFocusIn);
  new MutationObserver(onChange).observe(document.body, { childList: true, subtree: true });
}
