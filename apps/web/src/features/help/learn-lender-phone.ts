import { call } from '../../platform/call.ts';
import { keepLenderPhone } from '../../platform/lender-phone.ts';
import { keepPayMenus } from '../../platform/pay-menus.ts';
import { browserStorage } from '../../platform/session.ts';

const ASKED_ON_KEY = 'lenderPhoneAskedOn';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Runs once a day, so that the number is known when there is no network. */
export async function learnLenderPhone(): Promise<void> {
  const today = String(Math.floor(Date.now() / DAY_MS));
  if (browserStorage.getItem(ASKED_ON_KEY) === today) return;
  try {
    const { phone, payMenus } = await call('getLender', {}, { failureShownBy: 'background' });
    keepLenderPhone(phone);
    keepPayMenus(payMenus);
    browserStorage.setItem(ASKED_ON_KEY, today);
  } catch {
    // The next start asks again.
  }
}
