import { ENGLISH, languageTag, takeLanguageFrom } from '@thumba/words/catalogue';
import { marked } from '@thumba/words/en-xa';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uiWords } from '../words/ui.ts';
import { speak } from './speak.ts';

const page = { documentElement: { lang: 'en' }, querySelector: vi.fn() };

function tellLanguages(...tags: string[]): void {
  const languages = tags.map((tag) => ({ tag, name: tag, isDraft: true }));
  page.querySelector.mockReturnValue(tags.length > 0 ? { content: JSON.stringify(languages) } : null);
}

beforeEach(() => vi.stubGlobal('document', page));
afterEach(() => {
  vi.unstubAllGlobals();
  takeLanguageFrom(() => ENGLISH);
});

test('a language that the server has written into the page is spoken, and the page says so', async () => {
  tellLanguages('ny');
  await speak('ny');
  expect(languageTag()).toBe('ny');
  expect(page.documentElement.lang).toBe('ny');
});

test.each([
  ['ny', []],
  ['bem', ['ny']],
  ['xx', ['xx']],
  ['constructor', ['ny']],
  ['', ['ny']],
])('%j is English where the server has written %j', async (tag, told) => {
  tellLanguages(...told);
  await speak('en-XA');
  await speak(tag);
  expect(languageTag()).toBe('en');
  expect(page.documentElement.lang).toBe('en');
});

test('the artificial language needs no word of the server', async () => {
  tellLanguages();
  await speak('en-XA');
  expect(uiWords.back).toBe(marked('Back'));
  expect(page.documentElement.lang).toBe('en-XA');
});
