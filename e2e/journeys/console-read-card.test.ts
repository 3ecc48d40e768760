import { beforeAll, expect, test } from 'vitest';
import { closeScreens, type Screen } from '../support/browser.ts';
import { consoleUrl, expectAccessibleEverywhere } from '../support/console-screens.ts';
import { hireAndOpen } from '../support/hired-staff.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';
import { type Wire, wireTo } from '../wire/wire.ts';
import { apply, loanInfoOf } from '../wire/wire-borrower.ts';
import { consentToFace, newcomerWithoutFace, samplePeople, showFace } from '../wire/wire-face.ts';

/*
 * An underwriter looks at an application whose card was really read, whose face was really measured, and in which one
 * field is not what the card says.
 */

const opened = openProgramAndBrowser({
  env: { DEMO_BORROWERS: 'false', FACE_REQUIRED: 'true', UNCHECKED_IDENTITY_IS_VALID: 'false' },
});

const QUICK_LOAN = { productId: 1, amount: 1000, termId: 1 };
const TYPED_BIRTH_DATE = '1990-01-02';

let natasha: Screen;
let wire: Wire;
let applied: Awaited<ReturnType<typeof applicant>>;

beforeAll(async () => {
  wire = wireTo(opened.program.url);
  applied = await applicant();
  [natasha] = await hireAndOpen(opened, { userName: 'natasha', name: 'Natasha Zulu', role: 'underwriter' });
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

test('an application shows what was read beside what was typed, the face with its likeness, and the pictures', async () => {
  const { person, borrower, orderId } = applied;
  expect((await loanInfoOf(wire, borrower)).userStatus).toBe(2);
  const { page } = natasha;
  await page.goto(`${consoleUrl(opened.program)}/applications/${orderId}`);
  await page.getByText('What was read on the card is not what the borrower entered').first().waitFor();

  const [first] = await page.locator('main tbody tr').allInnerTexts();
  expect(first).toMatch(
    new RegExp(`^Date of birth\\s+${TYPED_BIRTH_DATE}\\s+${person.birthDate} differs .*% sure`, 'i'),
  );
  expect(await page.locator('main').getByText('differs', { exact: true }).count()).toBe(1);
  const names = await page.getByRole('row', { name: /^Last name/ }).innerText();
  expect(names).toMatch(new RegExp(`${person.lastName}\\s+${person.lastName} .*% sure`, 'i'));

  await page.getByText(/^face: passed, \d+ % alike$/).waitFor();
  for (const name of ['Front of the card', 'Back of the card', 'Face']) {
    const picture = page.getByRole('img', { name, exact: true });
    await picture.waitFor();
    expect(await picture.evaluate((image) => 'naturalWidth' in image && image.naturalWidth)).toBeGreaterThan(
      300,
    );
  }
  expect(await page.locator('main').innerText()).not.toMatch(/[{}[\]]|undefined|null/);
  await expectAccessibleEverywhere(page, 'an application with a card that was read');
});

test('a decline for what differs reaches the borrower', async () => {
  const { page } = natasha;
  await page.keyboard.press('d');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why').selectOption('details_differ');
  await dialog.getByRole('textbox').fill('the birth date is that of another person');
  await page.keyboard.press('Control+Enter');
  await page.getByText(`Application ${applied.orderId} is declined.`).waitFor();
  expect((await loanInfoOf(wire, applied.borrower)).userStatus).toBe(3);
  await closeScreens(natasha);
});
