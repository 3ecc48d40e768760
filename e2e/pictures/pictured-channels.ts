import pg from 'pg';
import { demoMobile, logIn } from '../support/borrower-screens.ts';
import { openHandsetPage } from '../support/handset-page.ts';
import type { Program } from '../support/program.ts';
import { openApp, type Tour } from './pictured-screens.ts';

/** Channels, and the notices for all borrowers. */
export async function pictureChannels(tour: Tour): Promise<void> {
  const { book, browser, program } = tour;
  book.chapter('Channels and notices');
  await tellEverybody(program);
  const handset = await openHandsetPage(browser, program.simulatorUrl, '0977000777');

  const home = await openApp(tour);
  await home.getByRole('dialog', { name: 'National mourning' }).waitFor();
  await book.take(home, 'holiday');
  await home.getByRole('button', { name: 'OK' }).click();
  await home.getByText('Our phone line').scrollIntoViewIfNeeded();
  await book.take(home, 'home-with-a-notice');

  await home.goto(`${program.url}/promotion?appChannelCode=WM2`);
  await home.getByRole('checkbox', { name: /advertisement/ }).waitFor();
  await book.take(home, 'promotion');
  await home.getByRole('button', { name: 'Register', exact: true }).click();
  await book.take(home, 'promotion-with-errors');
  await home.getByLabel('Mobile number').fill('0977000777');
  await home.getByRole('button', { name: 'Obtain' }).click();
  await home.getByLabel('Verification code').fill(await handset.readCode());
  await home.getByRole('checkbox', { name: /Privacy Policy/ }).check();
  await home.getByRole('button', { name: 'Register', exact: true }).click();
  await home.getByRole('link', { name: 'Continue' }).waitFor();
  await book.take(home, 'promotion-registered');

  await home.goto(`${program.url}/googleStore`);
  await home.getByRole('link', { name: 'Open in Google Play' }).waitFor();
  await book.take(home, 'google-store');
  await home.route('**/queryByChannelCode/**', (route) => route.abort());
  await home.reload();
  await home.getByRole('button', { name: 'Try again' }).waitFor();
  await book.take(home, 'google-store-offline');
  await home.context().close();
  await handset.screen.context.close();

  const active = await openHandsetPage(browser, program.simulatorUrl, demoMobile('active'));
  const page = await openApp(tour, '/home?appChannelCode=WM2');
  await page.getByRole('dialog', { name: 'National mourning' }).getByRole('button', { name: 'OK' }).click();
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('checkbox', { name: /advertisement/ }).waitFor();
  await book.take(page, 'login-of-a-channel');
  await page.keyboard.press('Escape');
  await logIn(page, active, demoMobile('active'));
  await page.getByRole('link', { name: 'Bill details' }).waitFor();
  await page.reload();
  await page.getByRole('dialog', { name: 'Spin the lucky wheel' }).waitFor();
  await book.take(page, 'offer');
  await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click();
  await page.getByText('Our phone line').waitFor();
  await book.take(page, 'home-active-with-a-notice');
  await page.context().close();
  await active.screen.context.close();
}

async function tellEverybody(program: Program): Promise<void> {
  const database = new pg.Client({ connectionString: await program.databaseUrl() });
  await database.connect();
  await database.query(
    `update channel set pixel_id = '1', pixel_token_sealed = $1 where channel_code = 'WM2'`,
    [program.sealing.seal('channel.pixel_token_sealed', { channel_code: 'WM2' }, 'a token')],
  );
  await database.query(
    `insert into notice (notice_code, kind, title, body, shown_from, shown_until)
     select code, kind, title, body, current_date - 1, current_date + 1 from (values
       ('mourning', 'holiday', 'National mourning', 'You can borrow and repay here as on any other day, and a bill that is due today stays due today. Our phone line may be closed.'),
       ('hours', 'notice', 'Hours', 'Our phone line opens at nine this week. Payments arrive as always.')
     ) as told (code, kind, title, body)`,
  );
  await database.end();
  // A process looks for changes every five seconds.
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(`${program.url}/api/api/v1/channel/queryByChannelCode/WM2`, {
      headers: { 'X-TenantID': 'tenant_26' },
    });
    if ((await answer.text()).includes('pixelId')) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
