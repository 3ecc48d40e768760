import { afterEach, expect, test } from 'vitest';
import { ENGLISH, plural, takeLanguageFrom, words } from './catalogue.ts';
import { languageOf } from './translation.ts';

afterEach(() => takeLanguageFrom(() => ENGLISH));

const bill = words('bill', {
  title: 'Bill',
  paid: (sum: string, day: string) => `${sum} paid on ${day}`,
  daysLeft: (days: number) => plural(days, { one: '1 day left', other: `${days} days left` }),
  ways: ['By PIN', { link: 'By the <link>link</link>' }],
  state: { open: 'Open' },
});

test('a language fills the values of a sentence in its own order, and chooses the form by its own plural rules', () => {
  const polish = languageOf('pl', {
    bill: {
      title: 'Rachunek',
      paid: '{1}: {0}',
      daysLeft: { by: 0, one: '1 dzień', few: '{0} dni (few)', other: '{0} dni' },
      'ways.0': 'PIN',
      'ways.1.link': '<link>Link</link>',
      'state.open': 'Otwarty',
    },
  });
  takeLanguageFrom(() => polish);
  expect(bill.title).toBe('Rachunek');
  expect(bill.paid('K5.00', '1 May')).toBe('1 May: K5.00');
  expect([1, 3, 5].map(bill.daysLeft)).toEqual(['1 dzień', '3 dni (few)', '5 dni']);
  expect(bill.ways).toEqual(['PIN', { link: '<link>Link</link>' }]);
  expect(bill.state.open).toBe('Otwarty');
});

test('a sentence that the language lacks stays English', () => {
  takeLanguageFrom(() => languageOf('pl', { bill: { title: 'Rachunek' } }));
  expect(bill.paid('K5.00', '1 May')).toBe('K5.00 paid on 1 May');
  expect(bill.ways[0]).toBe('By PIN');
});

test('a value that looks like a place of the template is filled in as it is', () => {
  takeLanguageFrom(() => languageOf('pl', { bill: { paid: '{0} / {1}' } }));
  expect(bill.paid('{1}', 'x')).toBe('{1} / x');
});
