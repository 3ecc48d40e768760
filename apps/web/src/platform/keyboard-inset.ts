/*
 * Most browsers shrink the page for the on-screen keyboard, as the viewport of `index.html` asks. The others lay the
 * keyboard over the page. For them its height becomes `--keyboard`, and the foot of a page or an overlay stays above
 * it.
 */

const view = typeof window === 'undefined' ? null : window.visualViewport;

function follow(): void {
  if (view === null) return;
  // A zoomed page is also smaller, but nothing must move then.
  const covered = view.scale === 1 ? Math.max(0, window.innerHeight - view.height - view.offsetTop) : 0;
  document.documentElement.style.setProperty('--keyboard', `${Math.round(covered)}px`);
}

view?.addEventListener('resize', follow);
view?.addEventListener('scroll', follow);
