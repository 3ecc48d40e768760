import { type HostMode, runInWrapper } from '../support/android-host.ts';
import { demoMobile, logIn, logInOnPanel } from '../support/borrower-screens.ts';
import { openScreen, PHONE } from '../support/browser.ts';
import { openHandsetPage } from '../support/handset-page.ts';
import { subscribeHere } from '../support/subscribed-page.ts';
import { signedIn, type Tour } from './pictured-screens.ts';

/** The consents for data of the phone, with an application and in the settings, in a browser and in the wrapper. */
export async function picturePhone(tour: Tour): Promise<void> {
  const { book, program } = tour;
  book.chapter('What the phone may be asked');
  const { page, close } = await signedIn(tour, demoMobile('authenticated'));
  await page.goto(`${program.url}/borrow-plan?productId=1&amount=1000&termId=1`);
  await page.getByRole('button', { name: 'Choose what to allow' }).scrollIntoViewIfNeeded();
  await book.take(page, 'phone-question');
  await page.getByRole('button', { name: 'Choose what to allow' }).click();
  const sheet = page.getByRole('dialog', { name: 'What you allow' });
  await sheet.waitFor();
  await book.take(page, 'phone-choices');
  for (const choice of await sheet.getByRole('switch').all()) await choice.click();
  await sheet
    .getByText(/^Allowed on/)
    .nth(1)
    .waitFor();
  await book.take(page, 'phone-choices-made');
  await close();

  const wrapped = await openWrapped(tour, 'granted');
  await wrapped.page.goto(`${program.url}/borrow-plan?productId=1&amount=1000&termId=1`);
  await wrapped.page.getByRole('button', { name: 'Choose what to allow' }).click();
  await wrapped.page.getByRole('dialog', { name: 'What you allow' }).waitFor();
  await book.take(wrapped.page, 'wrapper-choices');
  await wrapped.page.goto(`${program.url}/set`);
  await wrapped.page.getByText('You change these in the settings of Android').waitFor();
  await book.take(wrapped.page, 'wrapper-settings');
  await wrapped.close();

  const active = await openWrapped(tour, 'granted', demoMobile('active'));
  await active.page.getByRole('button', { name: 'Add to calendar' }).click();
  await active.page.getByText(/ is in your calendar\.$/).waitFor();
  await book.take(active.page, 'wrapper-calendar');
  await active.close();

  const refusing = await openWrapped(tour, 'refused', demoMobile('active'));
  await refusing.page.getByRole('button', { name: 'Add to calendar' }).click();
  await refusing.page.getByRole('alert').waitFor();
  await book.take(refusing.page, 'wrapper-calendar-refused');
  await refusing.page.goto(`${program.url}/me/help`);
  await refusing.page.getByRole('link', { name: /^Call/ }).click();
  await refusing.page.getByRole('alert').waitFor();
  await book.take(refusing.page, 'wrapper-call-refused');
  await refusing.close();
}

/** The consent to notifications, by what the browser supports and allows. */
export async function pictureNotifications(tour: Tour): Promise<void> {
  const { book, browser, program, pushService } = tour;
  book.chapter('Notifications');
  const mobile = demoMobile('active');
  const handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
  const { page, context } = await openScreen(browser, `${program.url}/set`, PHONE, undefined, {
    serviceWorkers: 'allow',
  });
  const choice = page.getByRole('switch', { name: 'Notifications' });
  const show = async (name: string, words: string | RegExp) => {
    await page.getByText(words).scrollIntoViewIfNeeded();
    await page.locator('[popover]').waitFor({ state: 'hidden' });
    await book.take(page, name);
  };
  await logInOnPanel(page, handset, mobile);
  await choice.waitFor();
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await choice.click();
  await show('notifications-refused', /^Your browser does not let Thumba show notifications/);
  await context.grantPermissions(['notifications'], { origin: program.url });
  await page.reload();
  await choice.click();
  await show('notifications-impossible', /^This phone cannot get notifications at the moment/);
  await subscribeHere(context, pushService);
  await page.reload();
  await choice.click();
  await show('notifications-on', 'Stop on this phone');
  await page.getByRole('button', { name: 'Stop on this phone' }).click();
  await show('notifications-on-another-phone', 'Notify this phone too');
  await choice.click();
  await page.getByText(/^Not allowed since/).waitFor();
  await context.addInitScript('delete globalThis.PushManager');
  await page.reload();
  await show('notifications-unsupported', /^This browser cannot show notifications/);
  await context.close();
  await handset.screen.context.close();
}

async function openWrapped({ browser, program }: Tour, mode: HostMode, mobile = demoMobile('authenticated')) {
  const handset = await openHandsetPage(browser, program.simulatorUrl, mobile);
  const { page, context } = await openScreen(browser, 'about:blank');
  await runInWrapper(context, program.url, mode, {
    deviceId: '9f8e7d6c5b4a3921',
    manufacturer: 'TECNO',
    model: 'KI5k',
    osVersion: 'Android 14',
    place: { latitude: -15.416_67, longitude: 28.283_33 },
    inbox: [],
    googleToken: async () => '',
    constants: { versionCode: '7', shortestTermDays: '1', smsHash: '' },
    retrieveSms: async () => '',
  });
  await page.goto(program.url);
  await logIn(page, handset, mobile);
  return {
    page,
    async close() {
      await context.close();
      await handset.screen.context.close();
    },
  };
}
