try {
  const theme = localStorage.getItem('theme');
  if (theme) {
    document.documentElement.dataset.theme = theme;
    for (const bar of document.querySelectorAll('[name=theme-color]')) {
      bar.media = bar.id === theme ? '' : 'not all';
    }
  }
} catch {}
