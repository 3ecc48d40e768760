import { expect, test } from 'vitest';
import { describeSearchRefusal, readSearchText } from './search-text.ts';

function read(text: string) {
  const outcome = readSearchText(text);
  if (!outcome.ok) return outcome.refusal.kind;
  return Object.fromEntries(
    Object.entries(outcome.value).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && !value[0]),
    ),
  );
}

test.each([
  '0977123456',
  '097 712 3456',
  '+260 97 7123456',
  '00260977123456',
  '260-977-123-456',
  '977123456',
])('a mobile number is read as people write it: %s', (text) =>
  expect(read(text)).toMatchObject({ mobile: '0977123456' }),
);

test.each([
  '123456/10/1',
  '123456101',
  '123456 10 1',
  ' 123456-10-1 ',
  '１２３４５６/10/1',
  '\u202e123456/10/1',
])('a number of a card is read as people write it: %s', (text) =>
  expect(read(text)).toMatchObject({ idNumber: '123456/10/1' }),
);

test('a number may be several things', () => {
  expect(read('#100 482')).toEqual({ recordNumber: 100_482, reference: '#100 482' });
  expect(read('100482-3')).toEqual({
    receiptNo: { loanId: 100_482, text: '100482-3' },
    reference: '100482-3',
  });
  expect(read('k7qm 2xwd 9rtp')).toMatchObject({ paperCode: 'K7QM-2XWD-9RTP' });
  expect(read('3F0A5B1C-2D4E-4F60-8A9B-0C1D2E3F4A5B')).toMatchObject({
    paymentId: '3f0a5b1c-2d4e-4f60-8a9b-0c1d2e3f4a5b',
  });
});

test('a name is read as words, the longest first, and never beside a number', () => {
  expect(read(' Mr. Li  Banda ')).toEqual({ words: ['banda', 'li'] });
  expect(read('Banda 100482')).not.toHaveProperty('words');
});

test.each([
  ['', 'search_too_short'],
  ['b', 'search_too_short'],
  ['Bo Li', 'search_too_short'],
  ['%%%', 'search_too_short'],
  ['\u0000', 'search_too_short'],
  ['\u202e\u200f', 'search_too_short'],
  ['x'.repeat(10_000), 'search_too_long'],
])('a text that names nothing is refused: %j', (text, kind) => {
  expect(read(text)).toBe(kind);
});

test('text of a formula and a lone half of a letter are read as what is left of them', () => {
  expect(read('=1+1')).toEqual({ reference: '=1+1' });
  expect(read('Ban\ud800da')).toEqual({ words: ['banda'] });
  expect(read('Ban\u0000da')).toEqual({ words: ['ban', 'da'] });
});

test('each refusal has a sentence', () => {
  expect(describeSearchRefusal({ kind: 'search_too_short' })).toBe(
    'Type at least 3 letters of a name, or a number',
  );
  expect(describeSearchRefusal({ kind: 'search_too_long' })).toBe('Type at most 100 characters');
});
