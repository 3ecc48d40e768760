import { demoMobile, payButton } from '../support/borrower-screens.ts';
import { letOperatorsMisbehave } from '../support/simulated-operators.ts';
import { signedIn, type Tour } from './pictured-screens.ts';

/** Money that has left the account and does not show on the bill. */
export async function pictureClaims(tour: Tour): Promise<void> {
  const { book, program } = tour;
  book.chapter('"I paid"');
  const { page, handset, close } = await signedIn(tour, demoMobile('due today'));
  const find = () => page.getByRole('button', { name: 'Find my payment' });
  const heading = (name: string) => page.getByRole('heading', { name });
  await page.goto(`${program.url}/me/claim`);
  await find().waitFor();
  await book.take(page, 'claim');
  await find().click();
  await book.take(page, 'claim-with-error');
  await page.getByLabel('Reference in the SMS').fill('7700000001');
  await find().click();
  await heading('We have not found it yet').waitFor();
  await book.take(page, 'claim-not-found');

  await letOperatorsMisbehave(program, { answerLost: 1, callbackLost: 1 });
  await page.goto(program.url);
  await payButton(page).click();
  await page.getByRole('button', { name: /^Pay K/ }).click();
  await handset.prompt.waitFor();
  await handset.approve();
  await letOperatorsMisbehave(program, { answerLost: 0, callbackLost: 0 });
  const sms = await handset.messages.filter({ hasText: 'You have paid K' }).first().textContent();
  await page.goto(`${program.url}/me/claim`);
  await page.getByLabel('Reference in the SMS').fill(sms!);
  await book.take(page, 'claim-pasted');
  await find().click();
  await heading('We are checking your payment').waitFor();
  await book.take(page, 'claim-checking');
  await page.goto(program.url);
  await page.getByRole('main').getByText('1 of 3 on time').waitFor();
  await page.goto(`${program.url}/me/claim`);
  await page.getByLabel('Reference in the SMS').fill(sms!);
  await find().click();
  await heading('Your payment has arrived').waitFor();
  await book.take(page, 'claim-posted');
  for (let claims = 0; claims < 8; claims += 1) {
    await page.goto(`${program.url}/me/claim`);
    await page.getByLabel('Reference in the SMS').fill('7700000001');
    await find().click();
    await page
      .getByText(/We have not found it yet|Your earlier tickets stay open/)
      .last()
      .waitFor();
  }
  await page.locator('[popover]').waitFor({ state: 'hidden' });
  await book.take(page, 'claim-too-many');
  await close();
}
