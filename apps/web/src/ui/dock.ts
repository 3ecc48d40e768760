const CONTROLS = 'a,button,input,label,select,textarea';
const STEP_PX = 8;

/** Puts the toast at the lowest place where it covers nothing that can be tapped: above the tab bar and the keyboard. */
export function dock(box: HTMLElement): void {
  const controls = [...(box.parentElement ?? box).querySelectorAll(CONTROLS)].map((control) =>
    control.getBoundingClientRect(),
  );
  const view = window.visualViewport;
  const lowest = (view ? view.offsetTop + view.height : innerHeight) - box.offsetHeight - STEP_PX;
  const isFree = (top: number) =>
    controls.every((control) => control.bottom <= top || control.top >= top + box.offsetHeight);
  let top = lowest;
  while (top > 0 && !isFree(top)) top -= STEP_PX;
  box.style.bottom = 'auto';
  box.style.top = `${top > 0 ? top : lowest}px`;
}
