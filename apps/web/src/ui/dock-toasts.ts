import { toasts } from '../platform/toast.ts';

const CONTROLS = 'a,button,input,label,select,summary,textarea';
const STEP_PX = 8;

/** Puts each toast at the lowest place where it covers no control: above the tab bar, a footer and the keyboard. */
export function dockToasts(): void {
  toasts.subscribe(({ toast }) => {
    if (toast !== null) requestAnimationFrame(() => document.querySelectorAll('[popover]').forEach(dock));
  });
}

function dock(box: Element): void {
  if (!(box instanceof HTMLElement) || box.parentElement === null) return;
  const height = box.offsetHeight;
  const controls = [...box.parentElement.querySelectorAll(CONTROLS)]
    .map((control) => control.getBoundingClientRect())
    .filter((control) => control.height > 0);
  const view = window.visualViewport;
  const lowest = (view ? view.offsetTop + view.height : innerHeight) - height - STEP_PX;
  const isFree = (top: number) =>
    controls.every((control) => control.bottom <= top || control.top >= top + height);
  let top = lowest;
  while (top > 0 && !isFree(top)) top -= STEP_PX;
  box.style.bottom = 'auto';
  box.style.top = `${top > 0 ? top : lowest}px`;
}
