import type { Answer } from '@thumba/contract/wire';
import { browserStorage } from './session.ts';

export type PayMenu = Answer<'getLender'>['payMenus'][number];

const PAY_MENUS_KEY = 'payMenus';

/** How a bill is paid without the app, as last read from the server; it is needed when there is no network. */
export function payMenus(): PayMenu[] {
  try {
    return JSON.parse(browserStorage.getItem(PAY_MENUS_KEY) ?? '[]');
  } catch {
    return [];
  }
}

export function keepPayMenus(menus: readonly PayMenu[]): void {
  if (menus.length > 0) browserStorage.setItem(PAY_MENUS_KEY, JSON.stringify(menus));
  else browserStorage.removeItem(PAY_MENUS_KEY);
}
