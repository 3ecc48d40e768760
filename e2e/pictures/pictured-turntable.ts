import { demoMobile } from '../support/borrower-screens.ts';
import { openApp, signedIn, type Tour } from './pictured-screens.ts';

/** The lucky wheel: for a visitor, spun, with a lost answer, and with no spins left. */
export async function pictureTurntable(tour: Tour): Promise<void> {
  const { book, program } = tour;
  book.chapter('The lucky wheel');
  const visitor = await openApp(tour, '/activity/turntable');
  await visitor.locator('canvas').waitFor();
  await book.take(visitor, 'wheel-signed-out');
  await visitor.getByText('How draws are made').click();
  await visitor.getByText('The secrets of the days').waitFor();
  await book.take(visitor, 'wheel-how-draws-are-made');
  await visitor.context().close();

  const failing = await openApp(tour);
  await failing.route('**/activity/turntable', (route) =>
    route.request().resourceType() === 'document' ? route.continue() : route.abort(),
  );
  await failing.goto(`${program.url}/activity/turntable`);
  await failing.getByText('This did not load').waitFor();
  await book.take(failing, 'wheel-failed');
  await failing.context().close();

  const { page, close } = await signedIn(tour, demoMobile('active'));
  const spin = page.getByRole('button', { name: 'Spin', exact: true });
  await page.goto(`${program.url}/activity/turntable`);
  await page.getByText(/^You can use your next spin until/).waitFor();
  await page.locator('canvas').waitFor();
  await book.take(page, 'wheel-ready');
  await page.route('**/turntable/spin', (route) => route.abort());
  await spin.click();
  await page.getByText('No answer came').waitFor();
  await book.take(page, 'wheel-no-answer');
  await page.unroute('**/turntable/spin');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('The wheel is turning').waitFor();
  await page.waitForTimeout(1500);
  await book.take(page, 'wheel-turning');
  await page.getByText(/^You won:|^No prize this time/).waitFor();
  await page
    .getByText(/^\d+ \w+, ticket/)
    .first()
    .waitFor();
  await book.take(page, 'wheel-told');
  await page.reload();
  await page.getByText('You have no spins left').waitFor();
  await page.getByText('How draws are made').click();
  await page.getByText('My draws, to check').waitFor();
  await book.take(page, 'wheel-no-chance-left');
  await close();
}
