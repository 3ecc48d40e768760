import type { Page } from 'playwright-core';
import { demoMobile } from '../support/borrower-screens.ts';
import { openHandsetPage } from '../support/handset-page.ts';
import { atTicketDesk } from '../support/ticket-desk.ts';
import { signedIn, type Tour } from './pictured-screens.ts';

/** Help, complaints with their tickets, and another number. */
export async function pictureHelp(tour: Tour): Promise<void> {
  tour.book.chapter('Help');
  const { page, close } = await signedIn(tour, demoMobile('due today'));
  await pictureHelpPages(tour, page);
  await pictureComplaint(tour, page);
  await pictureNumberChange(tour, page);
  await close();
  await pictureContractUnderReview(tour);
}

async function pictureHelpPages({ book, program }: Tour, page: Page): Promise<void> {
  await page.goto(`${program.url}/me/tickets`);
  await page.getByText('You have no tickets').waitFor();
  await book.take(page, 'tickets-empty');
  await page.goto(`${program.url}/me/help`);
  await page.getByText('Call 0211 000 000').waitFor();
  await book.take(page, 'help');
  for (const question of await page.locator('summary').all()) await question.click();
  await book.take(page, 'help-questions');
}

async function pictureComplaint({ book, program }: Tour, page: Page): Promise<void> {
  await page.goto(`${program.url}/me/complaint`);
  await page.getByLabel('Which bill?').waitFor();
  await book.take(page, 'complaint');
  await page.getByRole('button', { name: 'Send the complaint' }).click();
  await book.take(page, 'complaint-with-errors');
  await page.getByLabel('What is it about?').selectOption({ label: 'How I was treated' });
  await page.getByLabel('Which bill?').selectOption({ index: 1 });
  await page
    .getByLabel('What happened?')
    .fill(`${'You remind me every day of a bill that is due only today. '.repeat(15)}\nPlease stop this.`);
  await book.take(page, 'complaint-long');
  await page.getByRole('button', { name: 'Send the complaint' }).click();
  await page.getByRole('heading', { name: 'We have your complaint' }).waitFor();
  await book.take(page, 'complaint-sent');
  await page.getByRole('link', { name: 'See the ticket' }).click();
  await page.getByText('Please stop this.').waitFor();
  await book.take(page, 'ticket-open');
  const ticketNo = new URL(page.url()).pathname.split('/').at(-1)!;
  await atTicketDesk(
    program,
    'answer',
    ticketNo,
    'You are right, and we are sorry: a reminder comes three times a week at most.\n\nWe have changed it.',
  );
  await page.goto(`${program.url}/me/tickets/${ticketNo}`);
  await page.getByText('We have changed it.').waitFor();
  await book.take(page, 'ticket-answered');
  await page.getByRole('button', { name: 'This solves it' }).click();
  await page.getByText('Closed', { exact: true }).waitFor();
  await page.locator('[popover]').waitFor({ state: 'hidden' });
  await book.take(page, 'ticket-closed');
  await page.goto(`${program.url}/me/tickets/999999`);
  await page.getByText('There is no such ticket').waitFor();
  await book.take(page, 'ticket-missing');
}

async function pictureNumberChange({ book, browser, program }: Tour, page: Page): Promise<void> {
  await page.goto(`${program.url}/me/claim`);
  await page.getByLabel('Reference in the SMS').fill('7700000001');
  await page.getByRole('button', { name: 'Find my payment' }).click();
  await page.getByRole('heading', { name: 'We have not found it yet' }).waitFor();
  const mobile = '0978000009';
  const newPhone = await openHandsetPage(browser, program.simulatorUrl, mobile);
  await page.goto(`${program.url}/me/number`);
  await page.getByText('Your number now').waitFor();
  await book.take(page, 'number');
  await page.getByRole('button', { name: 'Change my number' }).click();
  await book.take(page, 'number-with-errors');
  await page.getByLabel('New mobile number').fill(mobile);
  await page.getByRole('button', { name: 'Obtain' }).first().click();
  await page.getByLabel('Code sent to the new number').fill(await newPhone.readCode());
  await page.getByRole('button', { name: 'I cannot get SMS' }).click();
  await book.take(page, 'number-without-old-phone');
  await page.getByRole('button', { name: 'Ask for the change' }).click();
  await page.getByRole('heading', { name: 'We have your request' }).waitFor();
  await book.take(page, 'number-requested');
  await page.goto(`${program.url}/me/tickets`);
  await page.getByText('Change of number').waitFor();
  await book.take(page, 'tickets');
  await page.goto(`${program.url}/me`);
  await page.getByText(/\d new/).waitFor();
  await book.take(page, 'me-with-news');
  await page.goto(`${program.url}/me/messages`);
  await page.getByText('ticket').first().waitFor();
  await book.take(page, 'messages-of-days');
  await newPhone.screen.context.close();
}

async function pictureContractUnderReview(tour: Tour): Promise<void> {
  const { book, program } = tour;
  const review = await signedIn(tour, demoMobile('under review'));
  await review.page.goto(`${program.url}/me/bills`);
  await review.page.getByRole('link', { name: /Under review/ }).click();
  await review.page.getByRole('link', { name: /Loan contract/ }).click();
  await review.page.getByText('You agreed to this on').waitFor();
  await book.take(review.page, 'contract-under-review');
  await review.close();
}
