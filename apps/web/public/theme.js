// A script of its own, because the first paint has the chosen colours and no script may stand in the page itself.
{
  const root = document.documentElement;
  const apply = () => {
    try {
      root.dataset.theme = localStorage.getItem('theme') ?? 'system';
    } catch {
      root.dataset.theme = 'system';
    }
    for (const bar of document.querySelectorAll('meta[name="theme-color"]')) {
      const { theme } = root.dataset;
      bar.media =
        theme === 'system' ? `(prefers-color-scheme: ${bar.id})` : theme === bar.id ? '' : 'not all';
    }
  };
  apply();
  addEventListener('themechosen', apply);
  addEventListener('storage', apply);
}
