import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { toDate } from '../../platform/clock.ts';
import { StartFailure } from '../../platform/start-failure.ts';
import { messageWords } from './message-words.ts';
import { publishWording } from './publish-wording.ts';

let server: AppServer;
let folder: string;
beforeAll(async () => {
  [server, folder] = await Promise.all([startAppServer(), mkdtemp(path.join(tmpdir(), 'thumba-wording-'))]);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const now = toDate(Date.parse('2026-11-21T08:00:00Z'));

async function publish(own?: unknown): Promise<void> {
  const file = path.join(folder, 'wording.json');
  if (own !== undefined) await writeFile(file, typeof own === 'string' ? own : JSON.stringify(own));
  await publishWording(server.db, own === undefined ? undefined : file, now);
}

const versionsOf = (kind: string) =>
  server.query('select version, wording from message_template where kind = $1 order by version', [kind]);

test('a lender words a message without touching the program, and what was sent still reads as it was sent', async () => {
  const borrower = await signUp(server);
  const first = (await versionsOf('loan_approved')).length;
  expect(first).toBe(1);
  await apply(borrower);
  const sentTexts = async () => {
    const { messages } = await server.handset.phone(borrower.mobile);
    return messages.map(({ text }) => text);
  };
  const approved =
    'Your loan of K1,000.00 is approved. The money is on its way to your mobile-money account.';
  await expect.poll(sentTexts).toContain(approved);

  await publish({ loan_approved: 'Mwashibukeni! {amountNgwee} is on its way.' });
  await publish({ loan_approved: 'Mwashibukeni! {amountNgwee} is on its way.' });
  expect(await versionsOf('loan_approved')).toEqual([
    { version: 1, wording: messageWords.loan_approved },
    { version: 2, wording: 'Mwashibukeni! {amountNgwee} is on its way.' },
  ]);
  const other = await signUp(server);
  await apply(other);
  await expect
    .poll(async () => (await other.ask('listMessages', { query: {} })).items.map(({ text }) => text))
    .toContain('Mwashibukeni! K1,000.00 is on its way.');
  const { items } = await borrower.ask('listMessages', { query: {} });
  expect(items.map(({ text }) => text)).toContain(approved);
});

test('a lender has words of its own in another language, in a version with the English ones', async () => {
  const kind = 'waiver_reversed';
  const versions = () =>
    server.query('select wording, translations from message_template where kind = $1 order by version', [
      kind,
    ]);
  const english = messageWords[kind];
  await publish({ 'en-XA': { [kind]: 'Own {amountNgwee}.' } });
  await publish({ 'en-XA': { [kind]: 'Own {amountNgwee}.' } });
  await publish({ [kind]: 'Changed.' });
  expect(await versions()).toEqual([
    { wording: english, translations: {} },
    { wording: english, translations: { 'en-XA': 'Own {amountNgwee}.' } },
    { wording: 'Changed.', translations: {} },
  ]);
});

test('taking the own words back makes the shipped ones a new version', async () => {
  await publish({ payout_failed: 'No {amountNgwee}.' });
  await publish();
  expect((await versionsOf('payout_failed')).map(({ wording }) => wording)).toEqual([
    messageWords.payout_failed,
    'No {amountNgwee}.',
    messageWords.payout_failed,
  ]);
});

test.each([
  ['no JSON', 'hello', 'MESSAGE_WORDING must be a JSON object: kinds of messages, and their words.'],
  ['a list', [], 'MESSAGE_WORDING must be a JSON object: kinds of messages, and their words.'],
  ['an unknown kind', { greeting: 'Hi' }, 'MESSAGE_WORDING cannot be used. There is no message "greeting".'],
  [
    'a language that there is not',
    { xx: { loan_approved: 'Hi' } },
    'MESSAGE_WORDING cannot be used. "xx" is not the tag of a language besides English that is on.',
  ],
  [
    'an unknown figure in another language',
    { 'en-XA': { mobile_left: 'Hi {name}' } },
    'MESSAGE_WORDING cannot be used. The message "mobile_left" has no figure {name}: it has {lenderPhone}.',
  ],
  [
    'a number for words',
    { loan_approved: 7 },
    'MESSAGE_WORDING cannot be used. The message "loan_approved" is not a text.',
  ],
])('a file with %s stops the start with one line, and publishes nothing', async (_, own, line) => {
  const before = await server.query('select * from message_template order by 1, 2');
  await expect(publish(own)).rejects.toThrow(new StartFailure(line));
  expect(await server.query('select * from message_template order by 1, 2')).toEqual(before);
});

test('a file that is not there stops the start', async () => {
  await expect(publishWording(server.db, path.join(folder, 'nowhere.json'), now)).rejects.toThrow(
    /^MESSAGE_WORDING cannot be read/,
  );
});
