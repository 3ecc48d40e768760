import { expect, test } from 'vitest';
import { languageOfReader } from './language-of-reader.ts';

test.each([
  ['the address names it', { lang: 'en-XA' }, 'en', 'en-XA'],
  ['the address names one that there is not', { lang: 'xx' }, 'en-XA', 'en-XA'],
  ['the address names two', { lang: ['en-XA', 'en'] }, undefined, 'en'],
  ['the browser wants it most', {}, 'en;q=0.5, en-XA;q=0.9', 'en-XA'],
  ['the browser wants another country', {}, 'en-GB, en-XA;q=0.9', 'en'],
  ['the browser does not want it', {}, 'en-XA;q=0', 'en'],
  ['the browser sends nonsense', {}, ';;q=x,,*', 'en'],
  ['nothing is wanted', {}, undefined, 'en'],
])('a page is in a language because %s', (_why, query, accepted, tag) => {
  expect(languageOfReader({ query, headers: { 'accept-language': accepted } })).toBe(tag);
});
