/**
 * The row by which a person left a list stands in the entry of the browser's history. So the way back leads to that row.
 * It is the number of a record, and never what a row says.
 */
type Kept = { list: string; row: string };

/** Called before the next page is opened. */
export function keepPlace(kept: Kept): void {
  history.replaceState({ ...history.state, kept }, '');
}

function keptRow(list: string): string | undefined {
  const kept = (history.state as { kept?: Kept } | null)?.kept;
  return kept?.list === list ? kept.row : undefined;
}

/** Whether the focus is on a row of a list. */
export function isOnRow(): boolean {
  return document.activeElement?.hasAttribute('data-row') ?? false;
}

/** Gives the focus back to the row, unless the person is at something else by now. */
export function returnToRow(body: HTMLElement | null, list: string): void {
  const row = keptRow(list);
  const isFree = document.activeElement === document.body || document.activeElement?.tagName === 'H1';
  if (row === undefined || !isFree) return;
  const links = [...(body?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const link = links.find(({ dataset }) => dataset.row === row);
  link?.focus({ preventScroll: true });
  link?.scrollIntoView({ block: 'center' });
}
