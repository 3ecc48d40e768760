import { demoMobile, loginPanel } from '../support/borrower-screens.ts';
import { openApp, signedIn, type Tour } from './pictured-screens.ts';

/** What can appear on any screen, and the addresses that only redirect. */
export async function pictureEverywhere(tour: Tour): Promise<void> {
  const { book, program } = tour;
  book.chapter('Anywhere');
  const visitor = await openApp(tour);
  await visitor.getByRole('button', { name: /^Get K/ }).waitFor();
  await visitor.getByRole('button', { name: 'Log in' }).click();
  await loginPanel(visitor).getByRole('button', { name: 'T&C' }).click();
  await visitor.getByRole('heading', { name: 'What a loan costs' }).last().waitFor();
  await book.take(visitor, 'login-terms');
  await visitor.goto(`${program.url}/agreement/privacy#terms`);
  await visitor.getByText('Short version: signing in').waitFor();
  await book.take(visitor, 'terms');
  await visitor.context().close();

  const { page, close } = await signedIn(tour, demoMobile('active'));
  for (const name of ['face-start', 'face-success']) {
    await page.goto(`${program.url}/face/${name}`);
    await page.getByText('You do not need a face check').waitFor();
    await book.take(page, name);
  }

  await page.goto(`${program.url}/home`);
  await page.getByText('in 5 days').waitFor();
  const touch = await page.context().newCDPSession(page);
  const finger = (y: number) => [{ x: 180, y, id: 1 }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: finger(150) });
  for (const y of [180, 220, 250])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: finger(y) });
  await book.take(page, 'home-pulled-down');
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });

  const refusal = { code: 500, msg: 'Something went wrong on our side. Reference 1a2b3c4d.', data: null };
  await page.route('**/getMyLoanInfo', (route) => route.fulfill({ json: refusal }));
  await page.reload();
  await page.locator('[popover]').waitFor();
  await book.take(page, 'load-refused-toast', { isLoading: true });
  await page.getByText('This did not load').waitFor();
  await book.take(page, 'load-refused');
  await close();
}
