import { browserStorage } from './session.ts';

export type Theme = 'system' | 'light' | 'dark';

const THEME_KEY = 'theme';

/** The theme that was chosen on this phone; `system` follows the phone. */
export function chosenTheme(): Theme {
  const kept = browserStorage.getItem(THEME_KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Keeps the choice on the phone and shows it. From the next start on, `public/theme.js` applies it. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') browserStorage.removeItem(THEME_KEY);
  else browserStorage.setItem(THEME_KEY, theme);
  document.documentElement.dataset.theme = theme;
  for (const bar of document.querySelectorAll<HTMLMetaElement>('[name=theme-color]')) {
    if (theme === 'system') bar.media = `(prefers-color-scheme: ${bar.id})`;
    else bar.media = bar.id === theme ? '' : 'not all';
  }
}
