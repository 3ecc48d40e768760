import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { words } from '@thumba/words/catalogue';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inLanguage, speakOnly } from './language.ts';
import { openLanguages } from './language-files.ts';
import { StartFailure } from './start-failure.ts';

const roomWords = words('roomOfThisTest', { refusal: 'No' });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-languages-'));
  await writeLanguage('pl', 'Polski', false, 'Nie');
  await writeLanguage('de', 'Deutsch', true, 'Nein');
});
afterAll(async () => {
  speakOnly([]);
  await rm(folder, { recursive: true, force: true });
});

async function writeLanguage(tag: string, name: string, isFinished: boolean, text: string): Promise<void> {
  const sentences = { 'roomOfThisTest.refusal': { side: 'server', english: 'No', text } };
  const file = { tag, name, englishName: name, isFinished, note: '', sentences };
  await writeFile(path.join(folder, `${tag}.json`), JSON.stringify(file));
}

const said = (tag: string) => inLanguage(tag, () => roomWords.refusal);

test('a finished language is on by itself, and a draft is not', async () => {
  expect(await openLanguages([], folder)).toEqual([{ tag: 'de', name: 'Deutsch', isDraft: false }]);
  expect(said('de')).toBe('Nein');
  expect(said('pl')).toBe('No');
});

test('a draft is on where it is named', async () => {
  expect(await openLanguages(['pl'], folder)).toEqual([
    { tag: 'de', name: 'Deutsch', isDraft: false },
    { tag: 'pl', name: 'Polski', isDraft: true },
  ]);
  expect(said('pl')).toBe('Nie');
});

test('a draft that does not exist stops the start, with the ones that do', async () => {
  const opened = openLanguages(['ny'], folder);
  await expect(opened).rejects.toThrow(StartFailure);
  await expect(opened).rejects.toThrow(
    'DRAFT_LANGUAGES names "ny", which is no language of this program: it has de, pl.',
  );
});

test('the languages of this program are read', async () => {
  const on = await openLanguages(['ny', 'bem']);
  expect(on.map(({ tag }) => tag)).toEqual(expect.arrayContaining(['bem', 'ny']));
});
