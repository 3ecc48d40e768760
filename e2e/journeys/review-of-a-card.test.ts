import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeScreens, expectAccessible, launchBrowser } from '../support/browser.ts';
import { type Program, startProgram } from '../support/program.ts';
import { decide, endReviews, openForm, openReview } from '../support/review-page.ts';
import { type Wire, wireTo } from '../wire/wire.ts';
import { apply, loanInfoOf } from '../wire/wire-borrower.ts';
import { consentToFace, newcomerWithoutFace, samplePeople, showFace } from '../wire/wire-face.ts';

/*
 * A person looks at an application whose card was really read, whose face was really measured, and in which one field is
 * not what the card says.
 */

const QUICK_LOAN = { productId: 1, amount: 1000, termId: 1 };
const TYPED_BIRTH_DATE = '1990-01-02';

let program: Program;
let browser: Browser;
let wire: Wire;

beforeAll(async () => {
  program = await startProgram({
    env: { DEMO_BORROWERS: 'false', FACE_REQUIRED: 'true', UNCHECKED_IDENTITY_IS_VALID: 'false' },
  });
  wire = wireTo(program.url);
  browser = await launchBrowser();
});
afterAll(async () => {
  endReviews();
  await browser?.close();
  await program?.stop();
});

/** A sample person whose card was read, who typed another birth date than it has, and who showed the face. */
async function applicant() {
  for (const person of await samplePeople(wire)) {
    const { borrower, read } = await newcomerWithoutFace(wire, person, { birthDate: TYPED_BIRTH_DATE });
    const { idNumber, birthDate, firstName, lastName } = person;
    if (read.firstName !== firstName || read.lastName !== lastName || read.birthDate !== birthDate) continue;
    expect(read.idNumber).toBe(idNumber);
    await consentToFace(wire, borrower);
    expect(await showFace(wire, borrower, person)).toMatchObject({ outcome: 'pass' });
    return { person, borrower, orderId: await apply(wire, borrower, QUICK_LOAN) };
  }
  throw new Error('no card was read');
}

test('the page shows what was read beside what was typed, the face with its measures, and the pictures', async () => {
  const { person, borrower, orderId } = await applicant();
  expect((await loanInfoOf(wire, borrower)).userStatus).toBe(2);
  const review = await openReview(browser, program, String(orderId));
  const { page } = review;
  await page.getByText('What was read on the card is not what the borrower entered').waitFor();

  const compared = page.locator('section').filter({ hasText: 'On the card and entered' });
  const [differing] = await compared.locator('tbody tr').allInnerTexts();
  expect(differing).toMatch(
    new RegExp(`Date of birth\\s+${person.birthDate} .*% sure\\s+${TYPED_BIRTH_DATE} differs`),
  );
  expect(await compared.locator('.marked').count()).toBe(1);
  await compared.getByText('the card is that of a Zambian citizen').waitFor();
  const names = await compared.getByRole('row', { name: 'Last name' }).innerText();
  expect(names).toMatch(new RegExp(`${person.lastName} .*% sure\\s+${person.lastName}`, 'i'));

  await page.getByText(/^\d+ % alike \(matches from \d+ %/).waitFor();
  for (const name of ['Front of the card', 'Back of the card', 'Face']) {
    const picture = page.getByRole('img', { name, exact: true });
    expect(await picture.evaluate((image) => 'naturalWidth' in image && image.naturalWidth)).toBeGreaterThan(
      300,
    );
  }
  expect(await page.locator('body').innerText()).not.toMatch(/[{}[\]]|undefined|null/);
  await expectAccessible(page, 'the page of a review of a card that was read');
  const decline = await openForm(page, 'Decline');
  await decline.getByLabel('What was entered is not what the card says').check();
  expect(await decide(review, 'Decline', 'the birth date is that of another person')).toBe(
    `Order ${orderId} is declined.`,
  );
  await closeScreens(review.screen);
});
