/*
 * Most browsers make the page smaller for the keyboard on the screen, as the viewport of `index.html` asks. Those that
 * lay it over the page instead say how much they show: the rest becomes `--keyboard`, and what stands at the foot of a
 * page or an overlay keeps above it.
 */

const view = typeof window === 'undefined' ? null : window.visualViewport;

function follow(): void {
  if (view === null) return;
  // Somebody who has zoomed in sees less too, and wants nothing moved.
  const covered = view.scale === 1 ? Math.max(0, window.innerHeight - view.height - view.offsetTop) : 0;
  document.documentElement.style.setProperty('--keyboard', `${Math.round(covered)}px`);
}

view?.addEventListener('resize', follow);
view?.addEventListener('scroll', follow);
