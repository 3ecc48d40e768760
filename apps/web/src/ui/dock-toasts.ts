import { toasts } from '../platform/toast.ts';

const CONTROLS = 'a,button,input,label,select,summary,textarea';
/** A link or a button that is covered for some seconds is the smaller evil than the edge of a field or of a choice. */
const FIELDS = 'input,label:has(input),select,textarea';
const FIELD_WEIGHT = 1000;
const STEP_PX = 4;
/** Between the toast and the bottom of what is in sight. */
const GAP_PX = 8;
const LOOK_AGAIN_MS = 100;

/**
 * Puts each toast at the lowest place where it covers no control: above the tab bar, a footer and the keyboard. Where a
 * screen is too full for that, it covers as little as possible, and rather a button than a field or a choice.
 */
export function dockToasts(): void {
  const dockShown = () => {
    for (const box of document.querySelectorAll<HTMLElement>('[popover]')) keepDocked(box);
  };
  toasts.subscribe(() => requestAnimationFrame(dockShown));
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
  const { top: now, height } = box.getBoundingClientRect();
  const controls = [...(box.parentElement ?? box).querySelectorAll(CONTROLS)].map((control) => ({
    at: control.getBoundingClientRect(),
    weight: control.matches(FIELDS) ? FIELD_WEIGHT : 1,
  }));
  const view = visualViewport!;
  const lowest = view.offsetTop + view.height - height - GAP_PX;
  const coveredAt = (top: number) =>
    controls.reduce(
      (covered, { at, weight }) =>
        covered + weight * Math.max(0, Math.min(at.bottom, top + height) - Math.max(at.top, top)),
      0,
    );
  if (box.style.top !== '' && now <= lowest && coveredAt(now) === 0) return;
  let best = lowest;
  for (let top = lowest; top > 0; top -= STEP_PX) {
    if (coveredAt(top) < coveredAt(best)) best = top;
  }
  box.style.bottom = 'auto';
  box.style.top = `${best}px`;
}
