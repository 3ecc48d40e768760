import { browserStorage } from './session.ts';

export type Theme = 'system' | 'light' | 'dark';

const THEME_KEY = 'theme';

/** The theme that was chosen on this phone; `system` follows the phone. */
export function chosenTheme(): Theme {
  const kept = browserStorage.getItem(THEME_KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Keeps the choice on the phone. `public/theme.js` applies it, now and before the first paint of every later start. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') browserStorage.removeItem(THEME_KEY);
  else browserStorage.setItem(THEME_KEY, theme);
  window.dispatchEvent(new Event('themechosen'));
}
