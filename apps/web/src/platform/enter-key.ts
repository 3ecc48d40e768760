/*
 * The Enter key leads from one field of a form to the next, and from the last one it sends the form. The keyboard of a
 * phone shows which of them it will do. A field with a hint of its own keeps what the browser does.
 */

const LINE = 'input:is([type="text"], [type="tel"], [type="email"], [type="search"], :not([type]))';
const FIELD = [
  `${LINE}:not([readonly])`,
  'select',
  'textarea',
  'input[type="radio"]',
  '[data-unanswered]',
].join();
/** The fields whose hint was set here. */
const hinted = new WeakSet<HTMLInputElement>();

export function leadWithEnterKey(): void {
  document.addEventListener('focusin', ({ target }) => hint(target));
  document.addEventListener('keydown', goToNextField);
  // A field may have the focus already when this part arrives.
  hint(document.activeElement);
}

function goToNextField(event: KeyboardEvent): void {
  const { target } = event;
  if (event.key !== 'Enter' || event.isComposing || event.defaultPrevented) return;
  const next = isLine(target) && hinted.has(target) ? nextField(target) : undefined;
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  if (isLine(next)) next.select();
}

function hint(target: EventTarget | null): void {
  if (!isLine(target) || (target.enterKeyHint !== '' && !hinted.has(target))) return;
  hinted.add(target);
  target.enterKeyHint = target.form === null ? 'done' : nextField(target) ? 'next' : 'go';
}

function isLine(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.matches(LINE);
}

/** The next field to fill in. Lists and choices that have a value already are passed by. */
function nextField(line: HTMLInputElement): HTMLElement | undefined {
  const elements = [...(line.form?.elements ?? [])] as HTMLElement[];
  return elements
    .slice(elements.indexOf(line) + 1)
    .find((element) => element.matches(FIELD) && !element.matches(':disabled') && !isChosen(element));
}

function isChosen(element: HTMLElement): boolean {
  if (element instanceof HTMLSelectElement) return element.value !== '';
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return false;
  const group = element.form?.elements.namedItem(element.name);
  return group instanceof RadioNodeList && group.value !== '';
}
