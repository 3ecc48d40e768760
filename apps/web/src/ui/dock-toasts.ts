import { toasts } from '../platform/toast.ts';

const CONTROLS = 'a,button,input,label,select,summary,textarea';
const STEP_PX = 8;
const LOOK_AGAIN_MS = 100;

/** Puts each toast at the lowest place where it covers no control: above the tab bar, a footer and the keyboard. */
export function dockToasts(): void {
  const dockShown = () => {
    for (const box of document.querySelectorAll<HTMLElement>('[popover]')) keepDocked(box);
  };
  toasts.subscribe(({ toast }) => {
    if (toast !== null) requestAnimationFrame(dockShown);
  });
  // This begins some time after the load of the page.
  dockShown();
}

/** The keyboard, or a message at a field, may move the controls while the toast is shown. */
function keepDocked(box: HTMLElement): void {
  if (!box.isConnected) return;
  dock(box);
  setTimeout(() => keepDocked(box), LOOK_AGAIN_MS);
}

function dock(box: HTMLElement): void {
  const height = Math.ceil(box.getBoundingClientRect().height);
  const controls = [...(box.parentElement ?? box).querySelectorAll(CONTROLS)]
    .map((control) => control.getBoundingClientRect())
    .filter((control) => control.height > 0);
  const view = window.visualViewport;
  const lowest = (view ? view.offsetTop + view.height : innerHeight) - height - STEP_PX;
  const isFree = (top: number) =>
    top <= lowest && controls.every((control) => control.bottom < top || control.top > top + height);
  if (box.style.top !== '' && isFree(box.getBoundingClientRect().top)) return;
  let top = lowest;
  while (top > 0 && !isFree(top)) top -= STEP_PX;
  box.style.bottom = 'auto';
  box.style.top = `${top > 0 ? top : lowest}px`;
}
