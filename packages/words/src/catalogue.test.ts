import { afterEach, expect, test } from 'vitest';
import { ENGLISH, plural, type Translation, takeLanguageFrom, words } from './catalogue.ts';

afterEach(() => takeLanguageFrom(() => ENGLISH));

function speak(tag: string, translation: Translation): void {
  takeLanguageFrom(() => ({ tag, translation }));
}

const bill = words('bill', {
  title: 'Bill',
  daysLeft: (days: number) => plural(days, { one: '1 day left', other: `${days} days left` }),
});

test('a sentence has the form that goes with its number', () => {
  expect([0, 1, 2].map(bill.daysLeft)).toEqual(['0 days left', '1 day left', '2 days left']);
});

test('another language replaces every sentence, with plural rules of its own', () => {
  const polish = {
    title: 'Rachunek',
    daysLeft: (days: number) =>
      plural(days, { one: '1 dzień', few: `${days} dni (few)`, other: `${days} dni` }),
  };
  speak('pl', (part, english) => (part === 'bill' ? polish : english));
  expect(bill.title).toBe('Rachunek');
  expect([1, 3, 5].map(bill.daysLeft)).toEqual(['1 dzień', '3 dni (few)', '5 dni']);
});
