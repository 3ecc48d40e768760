import { expect, test } from 'vitest';
import { lettersBeyondGsm7, smsParts } from './sms-length.ts';

const a = (count: number) => 'a'.repeat(count);

test.each([
  { name: 'nothing', text: '', encoding: 'gsm7', units: 0, parts: 1 },
  { name: 'a full message', text: a(160), encoding: 'gsm7', units: 160, parts: 1 },
  { name: 'one letter more', text: a(161), encoding: 'gsm7', units: 161, parts: 2 },
  { name: 'two full parts', text: a(306), encoding: 'gsm7', units: 306, parts: 2 },
  { name: 'two full parts and a letter', text: a(307), encoding: 'gsm7', units: 307, parts: 3 },
  {
    name: 'letters of the basic set',
    text: 'ÄÖÑÜäöñüàèéùìòÇØøÅåÆæßÉ',
    encoding: 'gsm7',
    units: 23,
    parts: 1,
  },
  {
    name: 'signs of the basic set',
    text: '@£$¥_¤§¡¿"#%&\n\rΔΦΓΛΩΠΨΣΘΞ',
    encoding: 'gsm7',
    units: 25,
    parts: 1,
  },
  { name: 'the extension table', text: '^{}\\[~]|€\f', encoding: 'gsm7', units: 20, parts: 1 },
  { name: 'extensions that fill a message', text: '€'.repeat(80), encoding: 'gsm7', units: 160, parts: 1 },
  {
    name: 'an extension that no part may split',
    text: `${a(152)}€${a(152)}`,
    encoding: 'gsm7',
    units: 306,
    parts: 3,
  },
  { name: 'a small c with cedilla', text: 'ç', encoding: 'ucs2', units: 1, parts: 1 },
  { name: 'a curly apostrophe', text: 'Ng’ombe', encoding: 'ucs2', units: 7, parts: 1 },
  { name: 'the letter of Nyanja', text: 'ŵ', encoding: 'ucs2', units: 1, parts: 1 },
  { name: 'a full message of UCS-2', text: `ŵ${a(69)}`, encoding: 'ucs2', units: 70, parts: 1 },
  { name: 'one more than that', text: `ŵ${a(70)}`, encoding: 'ucs2', units: 71, parts: 2 },
  { name: 'two full parts of UCS-2', text: `ŵ${a(133)}`, encoding: 'ucs2', units: 134, parts: 2 },
  { name: 'three parts of UCS-2', text: `ŵ${a(134)}`, encoding: 'ucs2', units: 135, parts: 3 },
  { name: 'a surrogate pair', text: '🙂', encoding: 'ucs2', units: 2, parts: 1 },
  {
    name: 'a pair that no part may split',
    text: `${a(66)}🙂${a(66)}`,
    encoding: 'ucs2',
    units: 134,
    parts: 3,
  },
])('$name', ({ text, encoding, units, parts }) => {
  expect(smsParts(text)).toEqual({ encoding, units, parts });
});

test('the letters that make a text UCS-2 are named, each once', () => {
  expect(lettersBeyondGsm7('Ng’ombe za ŵanthu, ng’ombe €')).toEqual(['’', 'ŵ']);
  expect(lettersBeyondGsm7('K1,150.00 [is] due')).toEqual([]);
});
