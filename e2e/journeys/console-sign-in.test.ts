import { describe, expect, test } from 'vitest';
import { closeScreens, type Screen } from '../support/browser.ts';
import {
  acceptWithPassword,
  addAuthenticator,
  consoleUrl,
  expectAccessibleEverywhere,
  inviteFirstAdministrator,
  openConsole,
  signInWithPassword,
} from '../support/console-screens.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { openProgramAndBrowser } from '../support/program-and-browser.ts';
import { runBeside } from '../support/terminal.ts';

/* People of staff: how they get in, what they see, and what happens to a page whose session ends. */

const opened = openProgramAndBrowser({ env: { DEMO_BORROWERS: 'false' } });

const PASSWORD = 'maize copper lake forty';

const heading = (screen: Screen, name: string | RegExp) =>
  screen.page.getByRole('heading', { level: 1, name });

let first: Screen;
let second: Screen;
let authenticator: { nextCode(): string };

describe('the first administrator', () => {
  test('takes the link of the terminal with a password and an authenticator app', async () => {
    const link = await inviteFirstAdministrator(opened.program, 'chipo', 'Chipo Banda');
    first = await openConsole(opened.browser, link);
    await heading(first, 'Welcome, Chipo Banda').waitFor();
    expect(first.page.url()).toBe(`${consoleUrl(opened.program)}/invitation`);
    await expectAccessibleEverywhere(first.page, 'the invitation');
    authenticator = await acceptWithPassword(first.page, PASSWORD);
    await first.page.getByText('No request waits').waitFor();
  });

  test('sees what the role opens, and no other page', async () => {
    const entries = first.page.getByRole('navigation', { name: 'Console' }).getByRole('link');
    expect(await entries.allTextContents()).toEqual(['Requests', 'Staff', 'Audit', 'Your account']);
    expect(await first.page.getByText(/^Administrator · signed in \d\d:\d\d$/).count()).toBe(1);
    await first.page.goto(`${consoleUrl(opened.program)}/applications`);
    await first.page.getByText('your roles do not open it').waitFor();
  });

  test('signs out, is refused with a wrong password, and comes back with the right one', async () => {
    const { page } = first;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await heading(first, 'Sign in').waitFor();
    await expectAccessibleEverywhere(page, 'the sign-in');
    await page.getByLabel('User name').fill('chipo');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The user name or the password is wrong.').waitFor();
    await signInWithPassword(page, { password: PASSWORD, code: authenticator.nextCode() });
    await heading(first, 'Requests').waitFor();
  });

  test('loads nothing from another host', async () => {
    const hosts = await first.page.evaluate<string[]>(
      'performance.getEntriesByType("resource").map(({ name }) => new URL(name).origin)',
    );
    expect(new Set(hosts)).toEqual(new Set([new URL(consoleUrl(opened.program)).origin]));
  });
});

describe('a second person', () => {
  test('is invited, takes the link with a passkey, and signs in with it', async () => {
    const { page } = first;
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await heading(first, 'Staff').waitFor();
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Mutale Phiri');
    await page.getByLabel('User name').fill('mutale');
    await page.getByRole('checkbox', { name: /^Administrator/ }).check();
    await page.getByLabel(/^Reason/).fill('the second administrator');
    await expectAccessibleEverywhere(page, 'the form of an invitation');
    await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
    const link = await page.getByLabel('Link for Mutale Phiri').inputValue();
    await page.getByRole('link', { name: 'Open the request' }).click();
    await heading(first, /Mutale Phiri/).waitFor();
    await expectAccessibleEverywhere(page, 'a request');
    const requestId = new URL(page.url()).pathname.split('/').at(-1)!;
    const approval = ['first-administrator', 'approve', requestId, 'hired', 'by', 'the', 'board'];
    expect(await runBeside(opened.program, 'staff', ...approval)).toMatchObject({ status: 0 });

    second = await openConsole(opened.browser, link);
    await addAuthenticator(second);
    await second.page.getByRole('button', { name: 'Make a passkey' }).click();
    await heading(second, 'Requests').waitFor();
    await second.page.getByRole('button', { name: 'Sign out' }).click();
    await second.page.getByRole('button', { name: 'Use a passkey' }).click();
    await heading(second, 'Requests').waitFor();
    await second.page.getByRole('link', { name: 'Staff' }).waitFor();
  });

  test('has the passkey in the own account, with the session', async () => {
    const { page } = second;
    await page.getByRole('link', { name: 'Your account' }).click();
    await page.getByRole('heading', { name: 'Passkeys' }).waitFor();
    await page.getByText('this one').waitFor();
    await expectAccessibleEverywhere(page, 'the own account');
  });

  test('ends another session of their own after a confirmation, and has no button for the one in use', async () => {
    const { page, context } = second;
    await context.clearCookies();
    await page.goto(consoleUrl(opened.program));
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('link', { name: 'Your account' }).click();
    const sessions = page.getByRole('table', { name: 'Sessions' });
    const endButtons = sessions.getByRole('button', { name: /^End the session of/ });
    await endButtons.waitFor();
    expect(await sessions.getByRole('row').filter({ hasText: 'this one' }).getByRole('button').count()).toBe(
      0,
    );
    await endButtons.click();
    const confirmation = page.getByRole('dialog', { name: /^End the session of/ });
    await confirmation.getByText('after: signed out').waitFor();
    await page.keyboard.press('Escape');
    await confirmation.waitFor({ state: 'detached' });
    expect(await endButtons.count()).toBe(1);
    await endButtons.click();
    await confirmation.getByRole('button', { name: 'End the session' }).click();
    await page.getByText('The session has ended.').waitFor();
    await endButtons.waitFor({ state: 'detached' });
  });
});

describe('a session that is ended in mid-work', () => {
  test('asks over the page, and nothing that was typed is lost', async () => {
    const { page } = second;
    await page.getByRole('link', { name: 'Staff' }).click();
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Kelvin Mumba');
    await page.getByLabel('User name').fill('kelvin');
    await page.getByRole('checkbox', { name: /^Support/ }).check();
    await page.getByLabel(/^Reason/).fill('joins the desk in Kitwe');

    await endSessionsOf('Mutale Phiri');

    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const asked = page.getByRole('dialog', { name: 'Your session has ended' });
    await asked.waitFor();
    await expectAccessibleEverywhere(page, 'the sign-in over a page');
    await asked.getByRole('button', { name: 'Use a passkey' }).click();
    await asked.waitFor({ state: 'detached' });

    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Kelvin Mumba');
    expect(await page.getByLabel(/^Reason/).inputValue()).toBe('joins the desk in Kitwe');
    expect(await page.getByRole('checkbox', { name: /^Support/ }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText('Kelvin Mumba is invited').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
  });

  async function endSessionsOf(name: string): Promise<void> {
    const { page } = first;
    await page.getByRole('link', { name: 'Staff' }).click();
    await page.getByRole('button', { name: `Change ${name}` }).click();
    await page.getByRole('button', { name: 'End all sessions' }).click();
    await page.getByLabel(/^Reason/).fill('a laptop was lost');
    await page.getByRole('button', { name: 'End the sessions' }).click();
    await page.getByText(`The sessions of ${name} have ended.`).waitFor();
  }
});

describe('with a keyboard alone', () => {
  test('a request of another person is approved, and a key only opens the confirmation', async () => {
    const { page } = first;
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await heading(first, 'Requests').waitFor();
    await page.getByRole('link', { name: /Kelvin Mumba/ }).waitFor();
    await expectAccessibleEverywhere(page, 'the list of requests');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await heading(first, /Kelvin Mumba/).waitFor();
    await page.getByText('You may answer it.').waitFor();
    await page.keyboard.press('a');
    const confirmation = page.getByRole('dialog', { name: /^Approve/ });
    await confirmation.waitFor();
    await expectAccessibleEverywhere(page, 'the confirmation');
    await page.keyboard.press('Control+Enter');
    await confirmation.getByText('Please give a reason').waitFor();
    await page.keyboard.type('seen the contract');
    await page.keyboard.press('Control+Enter');
    await confirmation.waitFor({ state: 'detached' });
    await page.getByText('seen the contract').waitFor();
  });

  test('the keys are listed, and the search box leads to a page', async () => {
    const { page } = first;
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).getByText('Open the search box').first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('aud');
    await page.keyboard.press('Enter');
    await heading(first, 'Audit').waitFor();
  });

  test('the audit has each change with its person, and a filter stays in the address', async () => {
    const { page } = first;
    await page
      .getByRole('row', { name: /mutale/ })
      .first()
      .waitFor();
    await keyboardOf(page).type(page.getByLabel('Person (user name)'), 'mutale');
    await expect.poll(() => page.url()).toContain('person=mutale');
    await expect.poll(() => page.getByRole('row', { name: /chipo/ }).count()).toBe(0);
    await page.reload();
    await page
      .getByRole('row', { name: /mutale/ })
      .first()
      .waitFor();
    expect(await page.getByLabel('Person (user name)').inputValue()).toBe('mutale');
    await expectAccessibleEverywhere(page, 'the audit');
  });
});

describe('what goes wrong in mid-work', () => {
  test('a request that was withdrawn meanwhile is not answered, and its checker is told', async () => {
    const { page } = second;
    await page.getByRole('button', { name: 'Change Kelvin Mumba' }).click();
    await page.getByRole('button', { name: 'Ask for other roles' }).click();
    await page.getByRole('checkbox', { name: /^Collector/ }).check();
    await page.getByLabel(/^Reason/).fill('helps with late loans');
    await page.getByRole('button', { name: 'Ask for these roles' }).click();
    await page.getByRole('link', { name: 'Requests' }).click();
    await page.setViewportSize({ width: 768, height: 1024 });
    await page.getByRole('link', { name: 'Roles of a person of staff · Kelvin Mumba (kelvin)' }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('heading', { name: 'Roles of a person of staff · Kelvin Mumba (kelvin)' }).waitFor();
    await page.getByRole('button', { name: 'Withdraw' }).waitFor();

    await first.page.clock.install();
    await first.page.goto(page.url());
    await first.page.getByRole('button', { name: /^Approve/ }).click();
    await first.page.getByLabel(/^Reason/).fill('agreed');
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the request' }).click();
    await page.getByText('The request was withdrawn.').waitFor();
    const confirmation = first.page.getByRole('dialog', { name: /^Approve: Roles of a person of staff/ });
    // The page renews itself below the dialog, and what was typed stays.
    await first.page.clock.fastForward(31_000);
    await confirmation.getByText('This request does not wait any more: withdrawn.').waitFor();
    expect(await confirmation.getByLabel(/^Reason/).inputValue()).toBe('agreed');
    await confirmation.getByRole('button', { name: /^Approve/ }).click();
    await first.page
      .getByText(/answered already|withdrawn/)
      .first()
      .waitFor();
    await first.page.getByText('withdrawn', { exact: true }).first().waitFor();
  });

  test('while the server is away the page says so and keeps what it shows, and comes back by itself', async () => {
    await closeScreens(second);
    const { page, troubles } = first;
    await page.goto(`${consoleUrl(opened.program)}/staff`);
    await page.getByRole('button', { name: 'Change Mutale Phiri' }).waitFor();
    await opened.program.kill();
    await page.getByRole('link', { name: 'Audit' }).click();
    await page.getByText('There is no connection to the server.').waitFor();
    await page.getByRole('link', { name: 'Staff' }).click();
    await page.getByText(/^As of \d\d:\d\d/).waitFor();
    await page.getByRole('button', { name: 'Change Mutale Phiri' }).waitFor();
    await expectAccessibleEverywhere(page, 'a page without its server');
    await page.getByRole('link', { name: 'Audit' }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await opened.program.startAgain();
    await page
      .getByRole('row', { name: /mutale/ })
      .first()
      .waitFor();
    await page.getByText('There is no connection').waitFor({ state: 'detached' });
    troubles.splice(0, troubles.length, ...troubles.filter((trouble) => !/ERR_CONNECTION_/.test(trouble)));
  });

  test('the page went wrong nowhere', () => closeScreens(first));
});
