import { words } from '@thumba/words/catalogue';

/** The words around the screens. */
export const appWords = words('app', {
  tabs: { label: 'Main', home: 'Home', me: 'Me' },
  offline: 'You are offline. What you see may be out of date.',
});
