import { expect, test } from 'vitest';
import { messageParts } from './message-parts.ts';

const shown = (text: string) =>
  messageParts(text).map(({ kind, words }) => (kind === 'text' ? words : `[${kind} ${words}]`));

test.each([
  [
    '4831 is your Thumba code. It works for 5 minutes. Do not share it.\n\n@localhost #4831',
    ['[code 4831]', ' is your Thumba code. It works for 5 minutes. Do not share it.\n\n@localhost #4831'],
  ],
  [
    '204918 is your Thumba code for a new account.',
    ['[code 204918]', ' is your Thumba code for a new account.'],
  ],
  [
    'Pay K1150 by 21 November. Your code for coupons is 2026.',
    ['Pay K1150 by 21 November. Your code for coupons is 2026.'],
  ],
  ['Call 0211 000 000, code 4455 is your Thumba code', ['Call 0211 000 000, code 4455 is your Thumba code']],
  [
    'Pay here: http://localhost:8080/r/aB3_x-9. Or call us.',
    ['Pay here: ', '[link http://localhost:8080/r/aB3_x-9]', '. Or call us.'],
  ],
  [
    'See https://loans.example/qp?id=1 and (https://loans.example/verify).',
    ['See ', '[link https://loans.example/qp?id=1]', ' and (', '[link https://loans.example/verify]', ').'],
  ],
  ['4831 ndi kodi yanu ya Thumba.', ['[code 4831]', ' ndi kodi yanu ya Thumba.']],
  ['2026 is the year of your code', ['2026 is the year of your code']],
  ['javascript:alert(1) is no link', ['javascript:alert(1) is no link']],
])('only the code and the links of %j stand out', (text, parts) => {
  expect(shown(text)).toEqual(parts);
  expect(
    messageParts(text)
      .map(({ words }) => words)
      .join(''),
  ).toBe(text);
});
